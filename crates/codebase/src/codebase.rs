//! The parts, and how they hang together.

use call_graph::{CallGraph, Symbol, SymbolId};
use search_index::{Finder, SearchIndex};
use source::{FileId, Snapshot};

/// A snapshot with its call graph and search index. Immutable.
#[derive(Debug, Clone)]
pub struct Codebase {
    snapshot: Snapshot,
    graph: CallGraph,
    index: SearchIndex,
    /// Files that a grammar could not wholly read: how many errors each. By file.
    syntax_errors: Vec<(FileId, u32)>,
    symbol_finder: Finder,
    /// Which symbol each name of `symbol_finder` is.
    found_symbols: Vec<SymbolId>,
    path_finder: Finder,
}

impl Codebase {
    pub(crate) fn assemble(
        snapshot: Snapshot,
        graph: CallGraph,
        index: SearchIndex,
        syntax_errors: Vec<(FileId, u32)>,
    ) -> Self {
        let ids = (0..graph.symbols().len() as u32).map(SymbolId);
        let found_symbols: Vec<SymbolId> = ids.filter(|id| can_be_found(graph.symbol(*id))).collect();
        let symbol_finder = Finder::new(found_symbols.iter().map(|id| graph.symbol(*id).name.as_str()));
        let path_finder = Finder::new(snapshot.files.iter().map(|file| file.path.as_str()));
        Self { snapshot, graph, index, syntax_errors, symbol_finder, found_symbols, path_finder }
    }

    /// The text.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Who calls whom.
    pub fn graph(&self) -> &CallGraph {
        &self.graph
    }

    /// The search index.
    pub fn index(&self) -> &SearchIndex {
        &self.index
    }

    /// Files that a grammar could not wholly read, with the number of errors.
    pub fn syntax_errors(&self) -> &[(FileId, u32)] {
        &self.syntax_errors
    }

    pub(crate) fn symbol_finder(&self) -> (&Finder, &[SymbolId]) {
        (&self.symbol_finder, &self.found_symbols)
    }

    pub(crate) fn path_finder(&self) -> &Finder {
        &self.path_finder
    }

    /// The symbols of a file, in the graph's order.
    pub(crate) fn symbols_in(&self, file: FileId) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        let symbols = self.graph.symbols();
        let start = symbols.partition_point(|symbol| symbol.file < file);
        let end = symbols.partition_point(|symbol| symbol.file <= file);
        (start as u32..).map(SymbolId).zip(&symbols[start..end])
    }
}

/// Named definitions; a file's module is found by its path.
fn can_be_found(symbol: &Symbol) -> bool {
    !symbol.is_anonymous() && symbol.def != facts::DefId::MODULE
}
