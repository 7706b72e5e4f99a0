//! The finished graph, as questions see it.

use crate::edge::{proven, sorted};
use crate::paged::{NamedRow, PagedGraph};
use crate::stats::Stats;
use crate::whole::WholeGraph;
use crate::{CallGraphBuilder, Edge, LocalName, Named, SourceFile, Symbol, SymbolId, UnresolvedSite};
use facts::DefId;
use paging::Loaded;
use source::FileId;

/// Who calls whom in one repository.
///
/// Two views of a call inside a function without a name: in [`WholeGraph::edges`] the lambda calls,
/// while in [`callers`](Self::callers), [`callees`](Self::callees) and everything built on them the named function around
/// the lambda calls, as a reader would put it.
///
/// A graph is in memory as a whole, or read in pages from an index. Questions are the same for both: each returns a
/// [`Loaded`], which is an error where a page that it needs is not loaded. Of a [whole](Self::whole) graph everything is loaded. A symbol number
/// of another graph has no symbol, and no calls.
#[derive(Debug, Clone)]
pub enum CallGraph {
    /// In memory.
    Whole(Box<WholeGraph>),
    /// Read in pages.
    Paged(Box<PagedGraph>),
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

    /// What functions and blocks of a file bind for themselves where the name means something else around them; nothing of
    /// an index that was made before this was kept.
    ///
    /// # Errors
    /// The page of the file's symbols is not loaded.
    pub fn local_names(&self, file: FileId) -> Loaded<&[LocalName]> {
        match self {
            Self::Whole(whole) => Ok(whole.local_names(file)),
            Self::Paged(paged) => paged.local_names(file),
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
