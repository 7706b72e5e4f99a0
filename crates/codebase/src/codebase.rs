//! The parts, and how they hang together.

use call_graph::{CallGraph, Symbol, SymbolId};
use search_index::{Finder, SearchIndex};
use source::{FileId, Snapshot};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

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
    /// Where each line of a file starts; made when a file is first looked at.
    line_starts: Arc<[OnceLock<Box<[u32]>>]>,
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
        let line_starts = (0..snapshot.files.len()).map(|_| OnceLock::new()).collect();
        Self { snapshot, graph, index, syntax_errors, symbol_finder, found_symbols, path_finder, line_starts }
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

    /// Lines `start..=end` of a file, from 1, without the last one's line end. `None` where they are not all there.
    pub fn lines(&self, file: FileId, start: u32, end: u32) -> Option<&str> {
        let text = self.snapshot.text(file);
        let Range { start, end } = self.line_range(file, text, start, end)?;
        text.get(start..end).map(|lines| lines.trim_end_matches('\n').trim_end_matches('\r'))
    }

    fn line_range(&self, file: FileId, text: &str, start: u32, end: u32) -> Option<Range<usize>> {
        let starts = self.line_starts[file.0 as usize].get_or_init(|| line_starts(text));
        let first = *starts.get(start.checked_sub(1)? as usize)? as usize;
        let last = end.checked_sub(1).filter(|last| start <= *last + 1 && (*last as usize) < starts.len())? as usize;
        Some(first..starts.get(last + 1).map_or(text.len(), |next| *next as usize))
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

/// An empty text is one empty line; a newline at the end starts no further line.
fn line_starts(text: &str) -> Box<[u32]> {
    let after_newlines = text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next);
    std::iter::once(0).chain(after_newlines.filter(|next| (*next as usize) < text.len())).collect()
}
