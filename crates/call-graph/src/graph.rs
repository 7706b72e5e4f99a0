//! The finished graph.

use crate::paged::Paged;
use crate::stats::Stats;
use crate::whole::Whole;
use crate::{Edge, Symbol, SymbolId, UnresolvedSite};
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use source::FileId;
use std::ops::Range;

/// Who calls whom in one repository.
///
/// Two views of a call inside a function without a name: [`edges`](Self::edges) says exactly that the lambda calls,
/// while [`callers`](Self::callers), [`callees`](Self::callees) and everything built on them say what a reader means,
/// that the named function around the lambda does. Serialises to the same bytes for the same input on every host.
///
/// A graph is in memory as a whole, or read in pages from an index ([`crate::paged`]); the questions are the same.
#[derive(Debug, Clone)]
pub struct CallGraph {
    pub(crate) body: Body,
}

#[derive(Debug, Clone)]
pub(crate) enum Body {
    Whole(Box<Whole>),
    Paged(Box<Paged>),
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
    /// Of a symbol that is there.
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

impl CallGraph {
    pub(crate) fn assemble(
        symbols: Vec<Symbol>,
        edges: Vec<Edge>,
        unresolved: Vec<Vec<UnresolvedSite>>,
        stats: Stats,
    ) -> Self {
        Self { body: Body::Whole(Box::new(Whole::assemble(symbols, edges, unresolved, stats))) }
    }

    /// Every definition (of lambdas those that call or are called), sorted by file and place. Nothing where the graph is
    /// read in pages.
    pub fn symbols(&self) -> &[Symbol] {
        match &self.body {
            Body::Whole(whole) => whole.symbols(),
            Body::Paged(_) => &[],
        }
    }

    /// How many symbols there are.
    pub fn len(&self) -> usize {
        match &self.body {
            Body::Whole(whole) => whole.symbols().len(),
            Body::Paged(paged) => paged.len(),
        }
    }

    /// True without any symbol.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A symbol; `None` for an id of another graph, and while its page is missing.
    pub fn get(&self, id: SymbolId) -> Option<&Symbol> {
        match &self.body {
            Body::Whole(whole) => whole.symbols().get(id.0 as usize),
            Body::Paged(paged) => paged.symbol(id),
        }
    }

    /// A symbol; one without a name where there is none, or while its page is missing.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        static BLANK: Symbol = Symbol::BLANK;
        self.get(id).unwrap_or(&BLANK)
    }

    /// The numbers of a file's symbols.
    pub fn symbols_of(&self, file: FileId) -> Range<u32> {
        match &self.body {
            Body::Whole(whole) => {
                let symbols = whole.symbols();
                let start = symbols.partition_point(|symbol| symbol.file < file);
                start as u32..symbols.partition_point(|symbol| symbol.file <= file) as u32
            }
            Body::Paged(paged) => paged.symbols_of(file),
        }
    }

    /// The symbol of a definition.
    pub fn symbol_of(&self, file: FileId, def: DefId) -> Option<SymbolId> {
        match &self.body {
            Body::Whole(whole) => whole.by_place.get(&(file, def)).copied(),
            Body::Paged(paged) => {
                let mut ids = paged.symbols_of(file).map(SymbolId);
                ids.find(|id| paged.symbol(*id).is_some_and(|symbol| symbol.def == def))
            }
        }
    }

    /// Every edge as it is in the source, lambdas as callers of their own; sorted by caller, then place. Nothing where the
    /// graph is read in pages.
    pub fn edges(&self) -> &[Edge] {
        match &self.body {
            Body::Whole(whole) => whole.edges(),
            Body::Paged(_) => &[],
        }
    }

    /// Who calls `id`: most certain first, then by place. Calls in lambdas are those of the named definition around.
    /// A class is also called by whoever runs its constructor.
    pub fn callers(&self, id: SymbolId) -> Vec<Edge> {
        let mut edges = self.incoming(id);
        if self.symbol(id).kind.is_type() {
            for constructor in self.constructors(id) {
                edges.extend(self.incoming(constructor));
            }
        }
        sorted(edges)
    }

    /// Whom `id` calls, the calls in its lambdas included: most certain first, then by place.
    pub fn callees(&self, id: SymbolId) -> Vec<Edge> {
        sorted(self.outgoing(id))
    }

    /// Call sites of `id` itself without an edge.
    pub fn unresolved(&self, id: SymbolId) -> &[UnresolvedSite] {
        match &self.body {
            Body::Whole(whole) => whole.unresolved(id),
            Body::Paged(paged) => paged.unresolved(id),
        }
    }

    /// Call sites without an edge that may mean something of this name in the repository, by file and place.
    pub fn open_sites(&self, name: &str) -> Vec<(FileId, UnresolvedSite)> {
        match &self.body {
            Body::Whole(whole) => whole.open_sites(name),
            Body::Paged(paged) => paged.open_sites(name),
        }
    }

    /// How many proven calls lead to each of these symbols (or out of them), without reading where they come from.
    pub fn proven_calls(&self, id: SymbolId, name: &str, to: bool) -> u32 {
        let proven = |edges: Vec<Edge>| edges.iter().filter(|edge| edge.is_proven()).count() as u32;
        match &self.body {
            Body::Whole(_) if to => proven(self.callers(id)),
            Body::Whole(_) => proven(self.callees(id)),
            Body::Paged(paged) => paged.proven_calls(id, name, to),
        }
    }

    /// How central each symbol is, by index; the sum is 1. Nothing where the graph is read in pages.
    pub fn rank(&self) -> &[f32] {
        match &self.body {
            Body::Whole(whole) => whole.rank(),
            Body::Paged(_) => &[],
        }
    }

    /// Counts.
    pub fn stats(&self) -> Stats {
        match &self.body {
            Body::Whole(whole) => whole.stats().clone(),
            Body::Paged(paged) => paged.stats().clone(),
        }
    }

    /// What has a name that begins, in lower case, with `prefix`; names in order, at most `most` of them. Only where the
    /// graph is read in pages: elsewhere all symbols are at hand.
    pub fn named_from(&self, prefix: &str, most: usize) -> Vec<Named<'_>> {
        match &self.body {
            Body::Whole(_) => Vec::new(),
            Body::Paged(paged) => paged.named_from(prefix, most),
        }
    }

    /// True where symbols are read in pages.
    pub fn is_paged(&self) -> bool {
        matches!(self.body, Body::Paged(_))
    }

    /// Bytes, roughly, that reading every name would fetch; 0 where they are at hand.
    pub fn bytes_of_names(&self) -> usize {
        match &self.body {
            Body::Whole(_) => 0,
            Body::Paged(paged) => paged.bytes_of_names(),
        }
    }

    /// The constructors written inside a class.
    fn constructors(&self, class: SymbolId) -> Vec<SymbolId> {
        let (file, end) = (self.symbol(class).file, self.symbol(class).span.end);
        let after = class.0 + 1..self.symbols_of(file).end;
        let inside = after.map(SymbolId).take_while(|id| self.get(*id).is_some_and(|symbol| symbol.span.start <= end));
        let own = |id: &SymbolId| {
            let symbol = self.symbol(*id);
            symbol.kind == DefinitionKind::Constructor && symbol.parent == Some(class)
        };
        inside.filter(own).collect()
    }

    pub(crate) fn named(&self, lower: &str) -> Vec<Named<'_>> {
        match &self.body {
            Body::Whole(whole) => whole.named(lower),
            Body::Paged(paged) => paged.named(lower),
        }
    }

    /// Edges to `id` from named definitions, in no particular order.
    pub(crate) fn incoming(&self, id: SymbolId) -> Vec<Edge> {
        match &self.body {
            Body::Whole(whole) => whole.incoming(id).collect(),
            Body::Paged(paged) => paged.incoming(id).to_vec(),
        }
    }

    /// Edges from `id` and from the lambdas in it, in no particular order.
    pub(crate) fn outgoing(&self, id: SymbolId) -> Vec<Edge> {
        match &self.body {
            Body::Whole(whole) => whole.outgoing(id).collect(),
            Body::Paged(paged) => paged.outgoing(id).to_vec(),
        }
    }
}

/// Most certain first, then by place; one edge per pair and line.
fn sorted(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.compact_sort_by(|a, b| {
        let place = |edge: &Edge| (edge.file, edge.line, edge.from, edge.to);
        b.confidence.total_cmp(&a.confidence).then_with(|| place(a).cmp(&place(b)))
    });
    edges.dedup_by_key(|edge| (edge.from, edge.to, edge.file, edge.line));
    edges
}

impl Serialize for CallGraph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.body {
            Body::Whole(whole) => whole.serialize(serializer),
            Body::Paged(_) => Err(serde::ser::Error::custom("a call graph read in pages is not all there")),
        }
    }
}

impl<'de> Deserialize<'de> for CallGraph {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { body: Body::Whole(Box::new(Whole::deserialize(deserializer)?)) })
    }
}
