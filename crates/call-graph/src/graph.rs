//! The finished graph.

use crate::query::rank;
use crate::stats::Stats;
use crate::{Edge, Symbol, SymbolId, UnresolvedSite};
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};
use petgraph::graph::DiGraph;
use petgraph::{Direction, graph::NodeIndex};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use source::FileId;

/// Who calls whom in one repository.
///
/// Two views of a call inside a function without a name: [`edges`](Self::edges) says exactly that the lambda calls,
/// while [`callers`](Self::callers), [`callees`](Self::callees) and everything built on them say what a reader means,
/// that the named function around the lambda does. Serialises to the same bytes for the same input on every host.
#[derive(Debug, Clone)]
pub struct CallGraph {
    tables: Tables,
    /// Nodes are symbols by index; weights index `tables.edges`, and behind them `lifted`.
    graph: DiGraph<(), u32>,
    /// Calls inside lambdas, as made by the named definition around.
    lifted: Vec<Edge>,
    by_place: FxHashMap<(FileId, DefId), SymbolId>,
    pub(crate) by_name: FxHashMap<String, Vec<SymbolId>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Tables {
    symbols: Vec<Symbol>,
    edges: Vec<Edge>,
    unresolved: Vec<Vec<UnresolvedSite>>,
    rank: Vec<f32>,
    stats: Stats,
}

impl CallGraph {
    pub(crate) fn assemble(
        symbols: Vec<Symbol>,
        edges: Vec<Edge>,
        unresolved: Vec<Vec<UnresolvedSite>>,
        stats: Stats,
    ) -> Self {
        let mut graph = Self::index(Tables { symbols, edges, unresolved, rank: Vec::new(), stats });
        graph.tables.rank = rank::rank(&graph);
        graph
    }

    fn index(tables: Tables) -> Self {
        let mut graph = DiGraph::with_capacity(tables.symbols.len(), tables.edges.len());
        for _ in &tables.symbols {
            graph.add_node(());
        }
        let mut lifted = Vec::new();
        for (at, edge) in tables.edges.iter().enumerate() {
            graph.add_edge(NodeIndex::new(edge.from.0 as usize), NodeIndex::new(edge.to.0 as usize), at as u32);
            let named = named_around(&tables.symbols, edge.from);
            if named != edge.from {
                lifted.push(Edge { from: named, ..*edge });
            }
        }
        for (at, edge) in lifted.iter().enumerate() {
            let weight = (tables.edges.len() + at) as u32;
            graph.add_edge(NodeIndex::new(edge.from.0 as usize), NodeIndex::new(edge.to.0 as usize), weight);
        }
        let mut by_place = FxHashMap::default();
        let mut by_name: FxHashMap<String, Vec<SymbolId>> = FxHashMap::default();
        for (at, symbol) in tables.symbols.iter().enumerate() {
            let id = SymbolId(at as u32);
            by_place.insert((symbol.file, symbol.def), id);
            by_name.entry(symbol.name.to_lowercase()).or_default().push(id);
        }
        Self { tables, graph, lifted, by_place, by_name }
    }

    /// Every definition (of lambdas those that call or are called), sorted by file and place.
    pub fn symbols(&self) -> &[Symbol] {
        &self.tables.symbols
    }

    /// A symbol. Panics on an id of another graph.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.tables.symbols[id.0 as usize]
    }

    /// The symbol of a definition.
    pub fn symbol_of(&self, file: FileId, def: DefId) -> Option<SymbolId> {
        self.by_place.get(&(file, def)).copied()
    }

    /// Every edge as it is in the source, lambdas as callers of their own; sorted by caller, then place.
    pub fn edges(&self) -> &[Edge] {
        &self.tables.edges
    }

    /// Who calls `id`: most certain first, then by place. Calls in lambdas are those of the named definition around.
    /// A class is also called by whoever runs its constructor.
    pub fn callers(&self, id: SymbolId) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self.incoming(id).collect();
        if self.symbol(id).kind.is_type() {
            for constructor in self.constructors(id) {
                edges.extend(self.incoming(constructor));
            }
        }
        sorted(edges)
    }

    /// Whom `id` calls, the calls in its lambdas included: most certain first, then by place.
    pub fn callees(&self, id: SymbolId) -> Vec<Edge> {
        sorted(self.outgoing(id).collect())
    }

    /// Call sites of `id` itself without an edge.
    pub fn unresolved(&self, id: SymbolId) -> &[UnresolvedSite] {
        &self.tables.unresolved[id.0 as usize]
    }

    /// How central each symbol is, by index; the sum is 1.
    pub fn rank(&self) -> &[f32] {
        &self.tables.rank
    }

    /// Counts.
    pub fn stats(&self) -> Stats {
        self.tables.stats.clone()
    }

    /// The constructors written inside a class.
    fn constructors(&self, class: SymbolId) -> impl Iterator<Item = SymbolId> + '_ {
        let span = self.symbol(class).span;
        let after = &self.tables.symbols[class.0 as usize + 1..];
        let file = self.symbol(class).file;
        let inside = move |symbol: &&Symbol| symbol.file == file && symbol.span.start <= span.end;
        after.iter().take_while(inside).enumerate().filter_map(move |(at, symbol)| {
            let own = symbol.kind == DefinitionKind::Constructor && symbol.parent == Some(class);
            own.then(|| SymbolId(class.0 + 1 + at as u32))
        })
    }

    pub(crate) fn graph(&self) -> &DiGraph<(), u32> {
        &self.graph
    }

    pub(crate) fn weight(&self, weight: u32) -> &Edge {
        let own = self.tables.edges.len();
        let at = weight as usize;
        if at < own { &self.tables.edges[at] } else { &self.lifted[at - own] }
    }

    pub(crate) fn incoming(&self, id: SymbolId) -> impl Iterator<Item = Edge> + '_ {
        let edges = self.graph.edges_directed(NodeIndex::new(id.0 as usize), Direction::Incoming);
        edges.map(|edge| *self.weight(*edge.weight())).filter(|edge| !self.symbol(edge.from).is_anonymous())
    }

    pub(crate) fn outgoing(&self, id: SymbolId) -> impl Iterator<Item = Edge> + '_ {
        let edges = self.graph.edges_directed(NodeIndex::new(id.0 as usize), Direction::Outgoing);
        edges.map(|edge| *self.weight(*edge.weight()))
    }
}

fn named_around(symbols: &[Symbol], mut id: SymbolId) -> SymbolId {
    while symbols[id.0 as usize].is_anonymous() {
        match symbols[id.0 as usize].parent {
            Some(parent) => id = parent,
            None => break,
        }
    }
    id
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
        self.tables.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CallGraph {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tables = Tables::deserialize(deserializer)?;
        let count = tables.symbols.len();
        let known = |id: SymbolId| (id.0 as usize) < count;
        let edges = tables.edges.iter().all(|edge| known(edge.from) && known(edge.to));
        // Parents that point at each other would hang the walk up from a lambda.
        let parent = |(at, symbol): (usize, &Symbol)| {
            symbol.parent.is_none_or(|parent| known(parent) && parent.0 as usize != at)
        };
        let symbols = tables.symbols.iter().enumerate().all(parent);
        let lambdas = tables.symbols.iter().enumerate().filter(|(_, symbol)| symbol.is_anonymous());
        let ordered =
            lambdas.into_iter().all(|(at, symbol)| symbol.parent.is_none_or(|parent| (parent.0 as usize) < at));
        if !(edges && symbols && ordered) || tables.unresolved.len() != count || tables.rank.len() != count {
            return Err(serde::de::Error::custom("the call graph is inconsistent"));
        }
        Ok(Self::index(tables))
    }
}
