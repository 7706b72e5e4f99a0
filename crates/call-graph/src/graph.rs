//! The finished graph, as questions see it.

use crate::paged::{NamedRow, PagedGraph};
use crate::stats::Stats;
use crate::whole::WholeGraph;
use crate::{CallGraphBuilder, Edge, SourceFile, Symbol, SymbolId, UnresolvedSite};
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};
use paging::Loaded;
use source::FileId;

/// Who calls whom in one repository.
///
/// Two views of a call inside a function without a name: [`WholeGraph::edges`] says exactly that the lambda calls,
/// while [`callers`](Self::callers), [`callees`](Self::callees) and everything built on them say what a reader means,
/// that the named function around the lambda does.
///
/// A graph is in memory as a whole, or read in pages from an index. Questions are the same for both: each says by
/// [`Loaded`] when it met a page that is not loaded. Of a [whole](Self::whole) graph everything is loaded. A symbol number
/// of another graph has no symbol, and no calls.
#[derive(Debug, Clone)]
pub enum CallGraph {
    /// In memory.
    Whole(Box<WholeGraph>),
    /// Read in pages.
    Paged(Box<PagedGraph>),
}

/// A symbol as it is found by name: what it takes to tell namesakes apart and to list them, without its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'g> {
    /// Its number.
    pub id: SymbolId,
    /// As in [`Symbol`].
    pub name: &'g str,
    /// As in [`Symbol`].
    pub qualified_name: &'g str,
    /// What it is.
    pub kind: DefinitionKind,
    /// Where it is.
    pub file: FileId,
    /// First line of the definition.
    pub start_line: u32,
    /// Last line of the definition.
    pub end_line: u32,
    /// Part of a test.
    pub is_test: bool,
    /// Seen from other files.
    pub exported: bool,
    /// The module that a file is, rather than something in it.
    pub is_file: bool,
}

impl<'g> Named<'g> {
    /// Of a symbol that is loaded.
    pub fn of(id: SymbolId, symbol: &'g Symbol) -> Self {
        Self {
            id,
            name: &symbol.name,
            qualified_name: &symbol.qualified_name,
            kind: symbol.kind,
            file: symbol.file,
            start_line: symbol.span.start_line,
            end_line: symbol.span.end_line,
            is_test: symbol.is_test,
            exported: symbol.exported,
            is_file: symbol.def == DefId::MODULE,
        }
    }
}

impl From<WholeGraph> for CallGraph {
    fn from(whole: WholeGraph) -> Self {
        Self::Whole(Box::new(whole))
    }
}

impl From<PagedGraph> for CallGraph {
    fn from(paged: PagedGraph) -> Self {
        Self::Paged(Box::new(paged))
    }
}

impl CallGraph {
    /// Resolves the calls of these files.
    pub fn build(files: &[SourceFile<'_>]) -> Self {
        CallGraphBuilder::new(files).finish().into()
    }

    /// The graph with all its symbols and edges at hand, where it is in memory.
    pub fn whole(&self) -> Option<&WholeGraph> {
        match self {
            Self::Whole(whole) => Some(whole),
            Self::Paged(_) => None,
        }
    }

    /// The graph as its pages are loaded into it, where it is read in pages.
    pub fn paged(&self) -> Option<&PagedGraph> {
        match self {
            Self::Whole(_) => None,
            Self::Paged(paged) => Some(paged),
        }
    }

    /// How many symbols there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Whole(whole) => whole.symbols().len(),
            Self::Paged(paged) => paged.len(),
        }
    }

    /// True without any symbol.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A symbol; `Ok(None)` for a number of another graph.
    ///
    /// # Errors
    /// Its page is not loaded. So for all questions about a symbol.
    pub fn symbol(&self, id: SymbolId) -> Loaded<Option<&Symbol>> {
        match self {
            Self::Whole(whole) => Ok(whole.symbols().get(id.0 as usize)),
            Self::Paged(paged) => paged.symbol(id),
        }
    }

    /// The symbols of a file, in the order of their places.
    ///
    /// # Errors
    /// The page of the file's symbols is not loaded.
    pub fn symbols_in(&self, file: FileId) -> Loaded<Vec<(SymbolId, &Symbol)>> {
        match self {
            Self::Whole(whole) => Ok(whole.symbols_in(file).collect()),
            Self::Paged(paged) => paged.symbols_in(file),
        }
    }

    /// The symbol of a definition.
    ///
    /// # Errors
    /// The page of the file's symbols is not loaded.
    pub fn symbol_of(&self, file: FileId, def: DefId) -> Loaded<Option<SymbolId>> {
        match self {
            Self::Whole(whole) => Ok(whole.symbol_of(file, def)),
            Self::Paged(paged) => {
                Ok(paged.symbols_in(file)?.into_iter().find(|(_, symbol)| symbol.def == def).map(|(id, _)| id))
            }
        }
    }

    /// Who calls `id`: most certain first, then by place. Calls in lambdas are those of the named definition around.
    /// A class is also called by whoever runs its constructor.
    ///
    /// # Errors
    /// The symbol's page is not loaded.
    pub fn callers(&self, id: SymbolId) -> Loaded<Vec<Edge>> {
        match self {
            Self::Whole(whole) => Ok(whole.callers(id)),
            Self::Paged(paged) => paged.callers(id),
        }
    }

    /// Whom `id` calls, the calls in its lambdas included: most certain first, then by place.
    ///
    /// # Errors
    /// The symbol's page is not loaded.
    pub fn callees(&self, id: SymbolId) -> Loaded<Vec<Edge>> {
        match self {
            Self::Whole(whole) => Ok(whole.callees(id)),
            Self::Paged(paged) => Ok(paged.row(id)?.map_or_else(Vec::new, |row| sorted(row.outgoing.clone()))),
        }
    }

    /// How many edges lead to `id` itself from named definitions.
    pub(crate) fn count_incoming(&self, id: SymbolId) -> Loaded<usize> {
        match self {
            Self::Whole(whole) => Ok(whole.incoming(id).count()),
            Self::Paged(paged) => Ok(paged.row(id)?.map_or(0, |row| row.incoming.len())),
        }
    }

    /// Call sites of `id` itself without an edge.
    ///
    /// # Errors
    /// The symbol's page is not loaded.
    pub fn unresolved(&self, id: SymbolId) -> Loaded<&[UnresolvedSite]> {
        match self {
            Self::Whole(whole) => Ok(whole.unresolved(id)),
            Self::Paged(paged) => Ok(paged.row(id)?.map_or(&[], |row| &row.unresolved)),
        }
    }

    /// Call sites without an edge that may mean something of this name in the repository, by file and place.
    ///
    /// # Errors
    /// The page of the name is not loaded.
    pub fn open_sites(&self, name: &str) -> Loaded<Vec<(FileId, UnresolvedSite)>> {
        match self {
            Self::Whole(whole) => Ok(whole.open_sites(name)),
            Self::Paged(paged) => paged.open_sites(name),
        }
    }

    /// How many proven calls lead to a symbol of this name, without reading where they come from.
    ///
    /// # Errors
    /// The page of the name is not loaded.
    pub fn proven_callers(&self, id: SymbolId, name: &str) -> Loaded<u32> {
        match self {
            Self::Whole(whole) => Ok(proven(&whole.callers(id))),
            Self::Paged(paged) => Ok(paged.named_row(id, name)?.map_or(0, NamedRow::proven_callers)),
        }
    }

    /// How many proven calls a symbol of this name makes; as [`proven_callers`](Self::proven_callers).
    ///
    /// # Errors
    /// The page of the name is not loaded.
    pub fn proven_callees(&self, id: SymbolId, name: &str) -> Loaded<u32> {
        match self {
            Self::Whole(whole) => Ok(proven(&whole.callees(id))),
            Self::Paged(paged) => Ok(paged.named_row(id, name)?.map_or(0, NamedRow::proven_callees)),
        }
    }

    /// Counts.
    pub fn stats(&self) -> &Stats {
        match self {
            Self::Whole(whole) => whole.stats(),
            Self::Paged(paged) => paged.stats(),
        }
    }

    /// The symbols of a name in lower case.
    pub(crate) fn named(&self, lower: &str) -> Loaded<Vec<Named<'_>>> {
        match self {
            Self::Whole(whole) => Ok(whole.named(lower)),
            Self::Paged(paged) => paged.named(lower),
        }
    }
}

pub(crate) fn proven(edges: &[Edge]) -> u32 {
    edges.iter().filter(|edge| edge.is_proven()).count() as u32
}

/// The constructors of a class, among the symbols behind it in its file.
pub(crate) fn constructors<'g>(
    class: (SymbolId, &Symbol),
    behind: impl IntoIterator<Item = (SymbolId, &'g Symbol)>,
) -> Vec<SymbolId> {
    let inside = behind.into_iter().take_while(|(_, symbol)| symbol.span.start <= class.1.span.end);
    let own = |symbol: &Symbol| symbol.kind == DefinitionKind::Constructor && symbol.parent == Some(class.0);
    inside.filter(|(_, symbol)| own(symbol)).map(|(id, _)| id).collect()
}

/// Most certain first, then by place; one edge per pair and line.
pub(crate) fn sorted(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.compact_sort_by(|a, b| {
        let place = |edge: &Edge| (edge.file, edge.line, edge.from, edge.to);
        b.confidence.total_cmp(&a.confidence).then_with(|| place(a).cmp(&place(b)))
    });
    edges.dedup_by_key(|edge| (edge.from, edge.to, edge.file, edge.line));
    edges
}
