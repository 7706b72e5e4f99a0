//! Symbols by a few letters of their names.

use call_graph::{Named, SymbolId, WholeGraph};
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};
use search_index::Finder;
use source::FileId;

/// Bytes of names, before compression, up to which all are fetched at the first typed letters: some 100 KB compressed.
pub const ALL_NAMES: usize = 600 * 1024;

#[derive(Debug, Clone, Default)]
pub struct SymbolFinder {
    pub finder: Finder,
    /// By place in the finder.
    pub symbols: Vec<Findable>,
}

#[derive(Debug, Clone)]
pub struct Findable {
    pub id: SymbolId,
    pub kind: DefinitionKind,
    pub file: FileId,
    pub start_line: u32,
    pub end_line: u32,
    pub is_test: bool,
    pub exported: bool,
    /// Set where the graph is read in pages: the symbol is not looked up for them.
    pub names: Option<Box<(String, String)>>,
}

impl SymbolFinder {
    /// Over every symbol of a graph in memory that a person may look for.
    pub fn of_all(graph: &WholeGraph) -> Self {
        let wanted = || {
            let ids = graph.symbols().iter().zip((0..).map(SymbolId));
            ids.filter(|(symbol, _)| !symbol.is_anonymous() && symbol.def != DefId::MODULE)
        };
        let finder = Finder::new(wanted().map(|(symbol, _)| symbol.name.as_str()));
        Self { finder, symbols: wanted().map(|(symbol, id)| Findable::of(&Named::of(id, symbol), false)).collect() }
    }

    /// Over symbols found by name.
    pub fn of_named(mut named: Vec<Named<'_>>) -> Self {
        named.retain(|named| !named.is_file);
        named.compact_sort_by_key(|named| named.id);
        let finder = Finder::new(named.iter().map(|named| named.name));
        Self { finder, symbols: named.iter().map(|named| Findable::of(named, true)).collect() }
    }
}

impl Findable {
    fn of(named: &Named<'_>, with_names: bool) -> Self {
        Self {
            id: named.id,
            kind: named.kind,
            file: named.file,
            start_line: named.start_line,
            end_line: named.end_line,
            is_test: named.is_test,
            exported: named.exported,
            names: with_names.then(|| Box::new((named.name.to_owned(), named.qualified_name.to_owned()))),
        }
    }
}
