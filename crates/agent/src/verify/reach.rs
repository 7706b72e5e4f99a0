//! Which tests reach what is changed, by the call graph of the base. They run first: they are few, and the likeliest to fail.
//!
//! The graph is that of the base, so what a change adds is reached by what the base has around it: a changed function, or
//! the whole file where something outside of functions is changed. Calls that are only possible count too: a test too many
//! costs little.

use super::project::{Project, below};
use super::suites::{Kind, Picked};
use change_set::{Overlay, splice};
use codebase::{Codebase, DefinitionKind, Overlaid, QuestionError, SymbolId, Upward};
use facts::DefId;
use source::{FileId, RepoPath, Span};
use std::collections::BTreeSet;

/// Most symbols that are followed to their callers.
const MOST_SYMBOLS: usize = 5_000;
/// Most tests that are named one by one; beyond it their files are.
const MOST_TESTS: usize = 60;
/// Most files of tests that are worth a run before that of all.
const MOST_FILES: usize = 40;

/// The tests that reach a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Reached {
    /// Nearest first.
    pub picked: Vec<Picked>,
    /// How many files of tests the project has; `None` where tests are beside the code.
    pub of: Option<usize>,
}

impl Reached {
    /// `4 tests in 2 of 14 test files`
    pub fn sentence(&self) -> String {
        let tests: usize = self.picked.iter().map(|picked| picked.tests.len()).sum();
        let tests = match tests {
            _ if self.picked.iter().any(|picked| picked.tests.is_empty()) => String::new(),
            1 => "1 test in ".to_owned(),
            tests => format!("{tests} tests in "),
        };
        match (self.picked.len(), self.of) {
            (files, Some(of)) => format!("{tests}{files} of {of} test files"),
            (1, None) => format!("{tests}1 file"),
            (files, None) => format!("{tests}{files} files"),
        }
    }
}

/// The tests of a project that reach what the changes change; `None` where none is known to, or all may.
///
/// # Errors
/// A part of the index is not loaded.
pub(crate) fn reaching(
    over: Overlaid<'_>,
    project: &Project<'_>,
    kind: &Kind,
) -> Result<Option<Reached>, QuestionError> {
    let mut walk = Walk { over, project, kind, upward: Upward::default(), found: Vec::new() };
    for (path, overlay) in over.changes().iter() {
        walk.begin(path, overlay)?;
    }
    let is_whole = walk.follow()?;
    let count = || project.files.iter().filter(|file| (kind.is_test)(file)).count();
    let of = (!kind.is_beside_code()).then(count);
    let picked = picked(walk.found);
    // Not worth a run of its own.
    let is_of_use = is_whole && !picked.is_empty() && picked.len() <= MOST_FILES;
    Ok(is_of_use.then_some(Reached { picked, of }))
}

/// Files with their tests, in the order in which they were found.
fn picked(found: Vec<(String, Option<String>)>) -> Vec<Picked> {
    let whole: BTreeSet<String> =
        found.iter().filter(|(_, test)| test.is_none()).map(|(file, _)| file.clone()).collect();
    let mut picked: Vec<Picked> = Vec::new();
    for (file, test) in found {
        let test = test.filter(|_| !whole.contains(&file));
        match picked.iter_mut().find(|picked| picked.file == file) {
            Some(known) => known.tests.extend(test.filter(|test| !known.tests.contains(test))),
            None => picked.push(Picked { file, tests: test.into_iter().collect() }),
        }
    }
    if picked.iter().map(|picked| picked.tests.len()).sum::<usize>() > MOST_TESTS {
        picked.iter_mut().for_each(|picked| picked.tests.clear());
    }
    picked
}

struct Walk<'w, 'c> {
    over: Overlaid<'c>,
    project: &'w Project<'c>,
    kind: &'w Kind,
    upward: Upward,
    /// Files of tests with a test in them, or without where the file as a whole is reached.
    found: Vec<(String, Option<String>)>,
}

impl<'c> Walk<'_, 'c> {
    fn codebase(&self) -> &'c Codebase {
        self.over.codebase()
    }

    /// Begins at what is changed in a file.
    fn begin(&mut self, path: &RepoPath, overlay: Overlay<'_>) -> Result<(), QuestionError> {
        if matches!(overlay, Overlay::Changed { .. } | Overlay::Moved { .. }) {
            self.note_file(path.as_str());
        }
        let base = match overlay {
            Overlay::Changed { from, .. } => from.unwrap_or(path),
            Overlay::Deleted { to: None } => path,
            // What is moved is at its new path, and its importers name the old one.
            Overlay::Moved { from, .. } => from,
            Overlay::Deleted { to: Some(_) } | Overlay::Untouched => return Ok(()),
        };
        let Some(file) = self.codebase().snapshot().find(base.as_str()) else { return Ok(()) };
        // Whoever imports a file that was moved, or is gone, is concerned by all of it.
        let after = if base == path { self.over.content(path)?.map(|content| content.text) } else { None };
        for id in self.changed_symbols(file, after)? {
            self.upward.push(id, 0);
        }
        Ok(())
    }

    /// The innermost symbols of a file that hold what is changed, with what is inside of them; all where something outside of
    /// them is, or nothing is left.
    fn changed_symbols(&self, file: FileId, after: Option<&str>) -> Result<Vec<SymbolId>, QuestionError> {
        let codebase = self.codebase();
        let (before, symbols) = (codebase.text(file)?, codebase.graph().symbols_in(file)?);
        let all = || symbols.iter().map(|(id, _)| *id).collect();
        let Some(after) = after else { return Ok(all()) };
        let mut changed = BTreeSet::new();
        for change in splice::between(before, after) {
            let (start, end) = (change.at, change.at + change.remove);
            let holds = |span: &Span| span.start <= start && end <= span.end;
            // A value outside of functions has no callers that are known: it concerns all.
            let has_callers = |kind: DefinitionKind| kind.is_callable() || kind.is_type();
            let around = symbols.iter().filter(|(_, symbol)| has_callers(symbol.kind) && holds(&symbol.span));
            let Some((_, innermost)) = around.min_by_key(|(_, symbol)| symbol.span.end - symbol.span.start) else {
                return Ok(all());
            };
            let is_inside = |span: &Span| innermost.span.start <= span.start && span.end <= innermost.span.end;
            changed.extend(symbols.iter().filter(|(_, symbol)| is_inside(&symbol.span)).map(|(id, _)| *id));
        }
        Ok(changed.into_iter().collect())
    }

    /// Follows callers; false where there are too many.
    fn follow(&mut self) -> Result<bool, QuestionError> {
        let mut fault = None;
        while let Some(next) = self.upward.next(self.over.codebase()) {
            if self.upward.len() > MOST_SYMBOLS {
                return Ok(false);
            }
            // The others are followed all the same, so that all pages that are missing are noted at once.
            let noted = next.map_err(QuestionError::from).and_then(|(id, ..)| self.note(id));
            if let Err(error) = noted {
                fault = Some(error);
            }
        }
        fault.map_or(Ok(true), Err)
    }

    /// Notes a symbol that is a test, or is in a file of tests.
    fn note(&mut self, id: SymbolId) -> Result<(), QuestionError> {
        let graph = self.codebase().graph();
        let Some(symbol) = graph.symbol(id)? else { return Ok(()) };
        let path = self.codebase().snapshot().file(symbol.file).path.as_str();
        let Some(file) = below(path, &self.project.folder) else { return Ok(()) };
        if !(self.kind.is_test)(file) || !self.project.has(file) {
            return Ok(());
        }
        let (mut names, mut at) = (Vec::new(), Some(id));
        while let Some(symbol) = at.map(|id| graph.symbol(id)).transpose()?.flatten() {
            if symbol.def != DefId::MODULE {
                names.push(symbol.name.as_str());
            }
            at = symbol.parent;
        }
        names.reverse();
        let is_named_so = names.last().is_some_and(|name| (self.kind.is_test_name)(name)) && !symbol.is_anonymous();
        if is_named_so && (symbol.is_test || !self.kind.is_beside_code()) {
            self.found.push((file.to_owned(), Some(names.join("."))));
        } else if !self.kind.is_beside_code() {
            // What helps tests, such as a fixture, is used in ways that no call shows.
            self.found.push((file.to_owned(), None));
        }
        Ok(())
    }

    fn note_file(&mut self, path: &str) {
        let Some(file) = below(path, &self.project.folder) else { return };
        if (self.kind.is_test)(file) && !self.kind.is_beside_code() {
            self.found.push((file.to_owned(), None));
        }
    }
}
