//! Which tests reach a symbol by calls?

use super::{Fact, FactCount, FactKind};
use crate::Codebase;
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

/// The list of tests, where the index has it.
struct Tests<'c> {
    all: Option<&'c [Entry]>,
}

impl<'c> Tests<'c> {
    fn of(codebase: &'c Codebase) -> Loaded<Self> {
        let Some(lists) = codebase.lists() else { return Ok(Self { all: None }) };
        Ok(Self { all: lists.get(List::Tests as usize)?.map(Vec::as_slice) })
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
                Ok((at, reached, distance)) if distance > 0 && self.is_test_itself(reached, &tests) => {
                    found.push((at, reached, distance));
                }
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
        for entry in tests.all.unwrap_or_default() {
            let calls = |name: &str| entry.about.iter().any(|called| called == name);
            if calls(&symbol.name) && (is_only || owner.is_some_and(|owner| calls(&owner.name))) {
                let symbols = self.graph().symbols_in(entry.file)?.into_iter();
                let own =
                    symbols.filter(|(_, test)| test.name_span.start_line == entry.end_line && test.kind.is_callable());
                found.extend(own.take(1));
            }
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
    fn is_test_itself(&self, symbol: &Symbol, tests: &Tests<'_>) -> bool {
        let is_script = matches!(symbol.language, Language::JavaScript | Language::TypeScript | Language::Tsx);
        if let Some(all) = tests.all.filter(|_| !is_script && symbol.def != DefId::MODULE) {
            let from = all.partition_point(|entry| entry.file < symbol.file);
            let of_file = all[from..].iter().take_while(|entry| entry.file == symbol.file);
            return symbol.kind.is_callable()
                && of_file.clone().any(|entry| entry.end_line == symbol.name_span.start_line);
        }
        let is_file_of_tests = path::is_test(self.snapshot().file(symbol.file).path.as_str());
        let named_so = symbol.name.to_lowercase().starts_with("test") && symbol.kind.is_callable();
        (symbol.is_test && symbol.kind.is_callable() && !symbol.is_anonymous() && (named_so || !is_file_of_tests))
            || (is_file_of_tests && (named_so || symbol.def == DefId::MODULE))
    }
}
