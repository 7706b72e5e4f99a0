//! The graph in memory as a whole.

use crate::graph::Named;
use crate::query::rank;
use crate::stats::Stats;
use crate::{Edge, Symbol, SymbolId, UnresolvedReason, UnresolvedSite};
use facts::DefId;
use petgraph::graph::DiGraph;
use petgraph::{Direction, graph::NodeIndex};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use source::FileId;

/// All of a graph, indexed for every question.
#[derive(Debug, Clone)]
pub(crate) struct Whole {
    tables: Tables,
    /// Nodes are symbols by index; weights index `tables.edges`, and behind them `lifted`.
    graph: DiGraph<(), u32>,
    /// Calls inside lambdas, as made by the named definition around.
    lifted: Vec<Edge>,
    pub by_place: FxHashMap<(FileId, DefId), SymbolId>,
    pub by_name: FxHashMap<String, Vec<SymbolId>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Tables {
    symbols: Vec<Symbol>,
    edges: Vec<Edge>,
    unresolved: Vec<Vec<UnresolvedSite>>,
    rank: Vec<f32>,
    stats: Stats,
}

impl Whole {
    pub fn assemble(
        symbols: Vec<Symbol>,
        edges: Vec<Edge>,
        unresolved: Vec<Vec<UnresolvedSite>>,
        stats: Stats,
    ) -> Self {
        let mut graph = Self::index(Tables { symbols, edges, unresolved, rank: Vec::new(), stats });
        graph.tables.rank = rank::rank(graph.tables.symbols.len(), &graph.tables.edges);
        graph
    }

    fn index(mut tables: Tables) -> Self {
        let sites = tables.unresolved.iter().flatten();
        tables.stats.work_limit = sites.filter(|site| site.reason == UnresolvedReason::WorkLimit).count() as u32;
        let mut graph = DiGraph::with_capacity(tables.symbols.len(), tables.edges.len());
        for _ in &tables.symbols {
            graph.add_node(());
        }
        let around = named_around(&tables.symbols);
        let mut lifted = Vec::new();
        for (at, edge) in tables.edges.iter().enumerate() {
            graph.add_edge(NodeIndex::new(edge.from.0 as usize), NodeIndex::new(edge.to.0 as usize), at as u32);
            let named = around[edge.from.0 as usize];
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

    pub fn symbols(&self) -> &[Symbol] {
        &self.tables.symbols
    }

    pub fn edges(&self) -> &[Edge] {
        &self.tables.edges
    }

    /// The edges that a symbol has in the source, not those lifted out of its lambdas.
    pub fn own_edges(&self, id: SymbolId) -> &[Edge] {
        let start = self.tables.edges.partition_point(|edge| edge.from < id);
        let end = self.tables.edges.partition_point(|edge| edge.from <= id);
        &self.tables.edges[start..end]
    }

    pub fn unresolved(&self, id: SymbolId) -> &[UnresolvedSite] {
        &self.tables.unresolved[id.0 as usize]
    }

    pub fn open_sites(&self, name: &str) -> Vec<(FileId, UnresolvedSite)> {
        let sites = self.tables.symbols.iter().zip(&self.tables.unresolved);
        let sites = sites.flat_map(|(symbol, sites)| sites.iter().map(move |site| (symbol.file, site)));
        let open = sites.filter(|(_, site)| site.is_internal() && site.name == name);
        open.map(|(file, site)| (file, site.clone())).collect()
    }

    pub fn named(&self, lower: &str) -> Vec<Named<'_>> {
        let ids = self.by_name.get(lower).map(Vec::as_slice).unwrap_or_default();
        ids.iter().map(|id| Named::of(*id, &self.tables.symbols[id.0 as usize])).collect()
    }

    pub fn rank(&self) -> &[f32] {
        &self.tables.rank
    }

    pub fn stats(&self) -> &Stats {
        &self.tables.stats
    }

    pub fn graph(&self) -> &DiGraph<(), u32> {
        &self.graph
    }

    pub fn weight(&self, weight: u32) -> &Edge {
        let own = self.tables.edges.len();
        let at = weight as usize;
        if at < own { &self.tables.edges[at] } else { &self.lifted[at - own] }
    }

    /// Edges to `id` from named definitions.
    pub fn incoming(&self, id: SymbolId) -> impl Iterator<Item = Edge> + '_ {
        let edges = self.graph.edges_directed(NodeIndex::new(id.0 as usize), Direction::Incoming);
        edges
            .map(|edge| *self.weight(*edge.weight()))
            .filter(|edge| !self.tables.symbols[edge.from.0 as usize].is_anonymous())
    }

    pub fn outgoing(&self, id: SymbolId) -> impl Iterator<Item = Edge> + '_ {
        let edges = self.graph.edges_directed(NodeIndex::new(id.0 as usize), Direction::Outgoing);
        edges.map(|edge| *self.weight(*edge.weight()))
    }
}

/// For each symbol the named definition around it, where it is a lambda; any other is its own. A lambda comes after what
/// is around it, so each is looked at once however deep lambdas are nested.
fn named_around(symbols: &[Symbol]) -> Vec<SymbolId> {
    let mut named: Vec<SymbolId> = Vec::with_capacity(symbols.len());
    for (symbol, at) in symbols.iter().zip(0..) {
        let around = symbol.parent.filter(|_| symbol.is_anonymous());
        named.push(around.map_or(SymbolId(at), |parent| named.get(parent.0 as usize).copied().unwrap_or(parent)));
    }
    named
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tables.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Whole {
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
