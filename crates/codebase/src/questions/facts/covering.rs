//! Which tests reach a symbol by calls?

use super::{Fact, FactCount, FactKind};
use crate::Codebase;
use crate::test_index::{TestIndex, TestPlace};
use call_graph::{Symbol, SymbolId};
use code_words::identifier::lower_parts;
use code_words::path;
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};
use paging::{Loaded, PageFault};
use rustc_hash::FxHashSet;
use source::Language;
use std::collections::VecDeque;
use survey::{Entry, List};

/// Most symbols that are followed to their callers: in memory, and where an index is read in pages.
const MOST: [usize; 2] = [5_000, 400];
/// Most tests listed.
const LISTED: usize = 12;

/// A walk from symbols to their callers, nearest first. Each is visited once.
#[derive(Debug, Clone, Default)]
pub struct Upward {
    seen: FxHashSet<SymbolId>,
    queue: VecDeque<(SymbolId, u32)>,
}

impl Upward {
    /// Visits a symbol that many calls away, unless it was visited before.
    pub fn push(&mut self, id: SymbolId, distance: u32) {
        if self.seen.insert(id) {
            self.queue.push_back((id, distance));
        }
    }

    /// How many symbols were visited, or will be.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// True before anything was visited.
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    /// The next symbol, and how many calls away it is. Who calls it is visited next.
    ///
    /// # Errors
    /// Its page is not loaded; the walk can go on, so that all pages that are missing are noted at once.
    pub fn next<'c>(&mut self, codebase: &'c Codebase) -> Option<Loaded<(SymbolId, &'c Symbol, u32)>> {
        loop {
            let (id, distance) = self.queue.pop_front()?;
            match self.visit(codebase, id, distance) {
                Ok(None) => {}
                Ok(Some(symbol)) => return Some(Ok((id, symbol, distance))),
                Err(fault) => return Some(Err(fault)),
            }
        }
    }

    fn visit<'c>(&mut self, codebase: &'c Codebase, id: SymbolId, distance: u32) -> Loaded<Option<&'c Symbol>> {
        let Some(symbol) = codebase.graph().symbol(id)? else { return Ok(None) };
        // A function without a name is called by whoever was given it: what holds it gave it away.
        if symbol.is_anonymous()
            && let Some(parent) = symbol.parent
        {
            self.push(parent, distance);
        }
        for edge in codebase.graph().callers(id)? {
            self.push(edge.from, distance + 1);
        }
        Ok(Some(symbol))
    }
}

/// What the index has of the list of tests.
enum Tests<'c> {
    None,
    Whole(&'c [Entry]),
    Paged(&'c TestIndex),
}

impl<'c> Tests<'c> {
    fn of(codebase: &'c Codebase) -> Loaded<Self> {
        if let Some(tests) = codebase.paged().and_then(|paged| paged.tests.as_ref()) {
            return Ok(Self::Paged(tests));
        }
        let Some(lists) = codebase.lists() else { return Ok(Self::None) };
        Ok(lists.get(List::Tests as usize)?.map_or(Self::None, |tests| Self::Whole(tests)))
    }

    /// Whether a test of this file is on this line.
    fn is_test(&self, (file, line): TestPlace) -> Loaded<bool> {
        match self {
            Self::None => Ok(false),
            Self::Whole(all) => {
                let from = all.partition_point(|entry| entry.file < file);
                let mut of_file = all[from..].iter().take_while(|entry| entry.file == file);
                Ok(of_file.any(|entry| entry.end_line == line))
            }
            Self::Paged(tests) => tests.is_test((file, line)),
        }
    }

    /// The tests that call something of this name.
    fn calling(&self, name: &str) -> Loaded<Vec<TestPlace>> {
        match self {
            Self::None => Ok(Vec::new()),
            Self::Whole(all) => {
                let calls = |entry: &&Entry| entry.about.iter().any(|called| called == name);
                Ok(all.iter().filter(calls).map(|entry| (entry.file, entry.end_line)).collect())
            }
            Self::Paged(tests) => Ok(tests.calling(name)?.to_vec()),
        }
    }

    /// The names after which tests of a symbol are called: its own, or that of the type for a constructor.
    fn names_of(&self, codebase: &'c Codebase, symbol: &'c Symbol) -> Loaded<Vec<&'c str>> {
        let mut names = vec![symbol.name.as_str()];
        if let Some(parent) = symbol.parent.filter(|_| symbol.kind == DefinitionKind::Constructor) {
            names.extend(codebase.graph().symbol(parent)?.map(|parent| parent.name.as_str()));
        }
        Ok(names)
    }
}

impl Codebase {
    /// Tests that reach the symbol, or a member of it, by calls that are proven or possible.
    pub(super) fn tests_of(&self, id: SymbolId, facts: &mut Vec<Fact>, counts: &mut Vec<FactCount>) -> Loaded<()> {
        let Some(symbol) = self.graph().symbol(id)? else { return Ok(()) };
        let mut walk = Upward::default();
        walk.push(id, 0);
        if symbol.kind.is_type() {
            let members = self.graph().symbols_in(symbol.file)?.into_iter();
            members.filter(|(_, member)| member.parent == Some(id)).for_each(|(member, _)| walk.push(member, 0));
        }
        let tests = Tests::of(self)?;
        let most = MOST[usize::from(self.paged().is_some())];
        let (mut found, mut fault) = (Vec::new(), None::<PageFault>);
        while let Some(next) = walk.next(self).filter(|_| walk.len() <= most) {
            match next {
                Ok((at, reached, distance)) if distance > 0 => match self.is_test_itself(reached, &tests) {
                    Ok(true) => found.push((at, reached, distance)),
                    Ok(false) => {}
                    Err(missing) => fault = Some(missing),
                },
                Ok(_) => {}
                Err(missing) => fault = Some(missing),
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        for (at, test) in self.tests_calling(symbol, &tests)? {
            if !found.iter().any(|(other, ..)| *other == at) {
                found.push((at, test, 1));
            }
        }
        // Tests named after it come first: they were written for it.
        let of = tests.names_of(self, symbol)?;
        let is_other = |test: &Symbol| !of.iter().any(|name| self.is_named_after(test, name));
        found.compact_sort_by_key(|(_, test, distance)| (is_other(test), *distance));
        let total = found.len() as u32;
        found.truncate(LISTED);
        let is_all = walk.len() <= most;
        if !is_all || total as usize > found.len() {
            counts.push(FactCount { kind: FactKind::TestedBy, total, is_all });
        }
        for (at, test, distance) in found {
            let info = self.info(at, test);
            let line = info.name_line.max(1);
            let file = self.snapshot().file(test.file).path.as_str();
            let object = if test.def == DefId::MODULE { file.to_owned() } else { test.qualified_name.clone() };
            let span = self.lines_ref(test.file, line, line);
            let of = symbol.qualified_name.clone();
            facts.push(Fact { kind: FactKind::TestedBy, of, object, span, within: Some(info), distance });
        }
        Ok(())
    }

    /// Tests that call something of the symbol's name, where nothing else is meant: no other definition has the name, or the
    /// test names the type as well.
    fn tests_calling<'c>(&'c self, symbol: &Symbol, tests: &Tests<'c>) -> Loaded<Vec<(SymbolId, &'c Symbol)>> {
        let mut found = Vec::new();
        if symbol.is_anonymous() || symbol.name.len() < 3 {
            return Ok(found);
        }
        let alike = self.graph().find_named(&symbol.name)?;
        let is_only =
            alike.iter().filter(|named| !named.is_test && named.kind != DefinitionKind::Constructor).count() < 2;
        let owner = match symbol.parent {
            Some(parent) => self.graph().symbol(parent)?.filter(|parent| parent.kind.is_type()),
            None => None,
        };
        let mut calling = tests.calling(&symbol.name)?;
        if !is_only {
            let Some(owner) = owner else { return Ok(found) };
            let of_owner = tests.calling(&owner.name)?;
            calling.retain(|place| of_owner.contains(place));
        }
        let mut fault = None;
        for (file, line) in calling {
            // The loop goes on, so that all that is missing is noted at once.
            match self.graph().symbols_in(file) {
                Ok(symbols) => found.extend(
                    symbols.into_iter().find(|(_, test)| test.name_span.start_line == line && test.kind.is_callable()),
                ),
                Err(missing) => fault = Some(missing),
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        Ok(found)
    }

    /// Whether the test, or the file it is in, has the name: `open_session` in `test_open_session_twice`, `Queue` in `QueueTest`.
    fn is_named_after(&self, test: &Symbol, name: &str) -> bool {
        let wanted = lower_parts(name);
        let has = |text: &str| {
            let own = lower_parts(text);
            !wanted.is_empty() && own.windows(wanted.len()).any(|part| part == wanted)
        };
        let path = self.snapshot().file(test.file).path.as_str();
        let stem = path.rsplit('/').next().and_then(|file| file.split('.').next()).unwrap_or("");
        has(&test.name) || (path::is_test(path) && has(stem))
    }

    /// Whether it is a test, rather than something that helps tests: by the list of tests, by its name in a file of tests, or as
    /// the code of such a file.
    fn is_test_itself(&self, symbol: &Symbol, tests: &Tests<'_>) -> Loaded<bool> {
        let is_script = matches!(symbol.language, Language::JavaScript | Language::TypeScript | Language::Tsx);
        if !matches!(tests, Tests::None) && !is_script && symbol.def != DefId::MODULE {
            return Ok(symbol.kind.is_callable() && tests.is_test((symbol.file, symbol.name_span.start_line))?);
        }
        let is_file_of_tests = path::is_test(self.snapshot().file(symbol.file).path.as_str());
        let named_so = symbol.name.to_lowercase().starts_with("test") && symbol.kind.is_callable();
        Ok((symbol.is_test && symbol.kind.is_callable() && !symbol.is_anonymous() && (named_so || !is_file_of_tests))
            || (is_file_of_tests && (named_so || symbol.def == DefId::MODULE)))
    }
}
