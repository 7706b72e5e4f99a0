//! A graph to pages.

use super::{GraphLayout, names, rows};
use crate::{SymbolId, WholeGraph};
use paging::{cut, hash};
use serde::Serialize;
use source::FileId;

/// Bytes of a page of symbols, and of names, before compression.
const ROWS_TARGET: usize = 8 * 1024;
const NAMES_TARGET: usize = 8 * 1024;

/// The pages of a graph, not compressed.
#[derive(Debug, Clone)]
pub struct GraphPages {
    /// What a reader needs first.
    pub layout: GraphLayout,
    /// Symbols with their calls.
    pub rows: Vec<Vec<u8>>,
    /// Names.
    pub names: Vec<Vec<u8>>,
}

fn encode<T: Serialize + ?Sized>(rows: &T) -> Vec<u8> {
    postcard::to_stdvec(rows).expect("plain data of known length is written to memory")
}

impl WholeGraph {
    /// The graph in pages. `keys`: a hash of each file's path, in order: they say where pages are cut.
    pub fn to_pages(&self, keys: &[u32]) -> GraphPages {
        let symbols = (0..keys.len() as u32).map(|file| self.symbols_in(FileId(file)).count() as u32).collect();
        let mut layout = GraphLayout {
            symbols,
            row_starts: vec![0],
            first_names: Vec::new(),
            name_starts: Vec::new(),
            names: 0,
            name_bytes: 0,
            stats: self.stats().clone(),
            first_symbols: Vec::new(),
        };
        layout.number_symbols();
        layout.row_starts = self.row_starts(keys, &layout);
        let rows = (0..layout.pages()[0]).map(|page| rows::write(self, page, &layout)).collect();
        let stored = names::rows(self, &layout);
        let sizes: Vec<usize> = stored.iter().map(|row| encode(row).len()).collect();
        layout.names = stored.len() as u32;
        layout.name_starts =
            cut(stored.iter().zip(&sizes).map(|(row, size)| (hash(row.name.as_bytes()), *size)), NAMES_TARGET);
        layout.name_bytes = sizes.iter().sum::<usize>() as u32;
        let page = |at: usize| {
            let start = layout.name_starts[at] as usize;
            &stored[start..layout.name_starts.get(at + 1).map_or(stored.len(), |end| *end as usize)]
        };
        let names = (0..layout.name_starts.len()).map(|at| encode(page(at))).collect();
        layout.first_names = (0..layout.name_starts.len())
            .map(|at| page(at).first().map_or(String::new(), |row| row.name.clone()))
            .collect();
        GraphPages { layout, rows, names }
    }

    /// Pages are cut between files that have symbols.
    fn row_starts(&self, keys: &[u32], layout: &GraphLayout) -> Vec<u32> {
        let files: Vec<usize> = (0..keys.len()).filter(|file| layout.symbols[*file] > 0).collect();
        let size = |file: usize| {
            let ids = layout.first_symbols[file]..layout.first_symbols[file + 1];
            ids.map(|id| self.size_of(SymbolId(id))).sum::<usize>()
        };
        let starts = cut(files.iter().map(|file| (keys[*file], size(*file))), ROWS_TARGET);
        starts.into_iter().map(|at| files.get(at as usize).map_or(0, |file| layout.first_symbols[*file])).collect()
    }

    /// About how many bytes a symbol takes in its page.
    fn size_of(&self, id: SymbolId) -> usize {
        let symbol = self.symbol(id);
        let words = symbol.name.len() + symbol.qualified_name.len() + symbol.signature.len();
        let edges = self.own_edges(id).len() + self.incoming(id).count();
        24 + words + symbol.doc.as_ref().map_or(0, String::len) + 12 * edges + 16 * self.unresolved(id).len()
    }
}
