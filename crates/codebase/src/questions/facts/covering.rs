//! Which tests reach a symbol by calls?

use super::{Fact, FactCount, FactKind};
use crate::Codebase;
use call_graph::{Symbol, SymbolId};
use code_words::path;
use facts::DefId;
use paging::{Loaded, PageFault};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

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
        let most = MOST[usize::from(self.paged().is_some())];
        let (mut found, mut total, mut fault) = (Vec::new(), 0, None::<PageFault>);
        while let Some(next) = walk.next(self).filter(|_| walk.len() <= most) {
            match next {
                Ok((at, reached, distance)) if distance > 0 && self.is_test_itself(reached) => {
                    total += 1;
                    if found.len() < LISTED {
                        found.push((at, reached, distance));
                    }
                }
                Ok(_) => {}
                Err(missing) => fault = Some(missing),
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
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

    /// Whether it is a test, rather than something that helps tests: by its language's convention, by its name in a file of
    /// tests, or as the code of such a file.
    fn is_test_itself(&self, symbol: &Symbol) -> bool {
        let is_file_of_tests = path::is_test(self.snapshot().file(symbol.file).path.as_str());
        let named_so = symbol.name.to_lowercase().starts_with("test") && symbol.kind.is_callable();
        (symbol.is_test && symbol.kind.is_callable() && !symbol.is_anonymous() && (named_so || !is_file_of_tests))
            || (is_file_of_tests && (named_so || symbol.def == DefId::MODULE))
    }
}
