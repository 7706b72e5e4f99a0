//! The graph in memory as a whole, with what only that can answer: every symbol, every edge, its stored form.

use crate::edge::sorted;
use crate::page_error::PageError;
use crate::stats::Stats;
use crate::symbol::constructors;
use crate::{Edge, LocalName, Named, Symbol, SymbolId, UnresolvedReason, UnresolvedSite};
use facts::{DefId, Definition};
use petgraph::graph::DiGraph;
use petgraph::{Direction, graph::NodeIndex};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use source::FileId;
use std::collections::BTreeMap;

/// All of a graph, indexed for every question. Equal input serialises to equal bytes on every host.
#[derive(Debug, Clone)]
pub struct WholeGraph {
    tables: Tables,
    /// Nodes are symbols by index; weights index `tables.edges`, and behind them `lifted`.
    graph: DiGraph<(), u32>,
    /// Calls inside lambdas, as made by the named definition around.
    lifted: Vec<Edge>,
    by_place: FxHashMap<(FileId, DefId), SymbolId>,
    by_name: FxHashMap<String, Vec<SymbolId>>,
    /// Of files that have any.
    local_names: BTreeMap<FileId, Vec<LocalName>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Tables {
    symbols: Vec<Symbol>,
    edges: Vec<Edge>,
    unresolved: Vec<Vec<UnresolvedSite>>,
    /// Indexes of earlier versions have a number for each symbol here. It is not used, and is written empty.
    rank: Vec<f32>,
    stats: Stats,
}

impl WholeGraph {
    pub(crate) fn new(
        symbols: Vec<Symbol>,
        edges: Vec<Edge>,
        unresolved: Vec<Vec<UnresolvedSite>>,
        stats: Stats,
    ) -> Self {
        Self::index(Tables { symbols, edges, unresolved, rank: Vec::new(), stats })
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
        Self { tables, graph, lifted, by_place, by_name, local_names: BTreeMap::new() }
    }

    /// Whether a symbol has exactly this name.
    pub(crate) fn has_named(&self, name: &str) -> bool {
        let named = self.by_name.get(&name.to_lowercase());
        named.into_iter().flatten().any(|id| self.symbol(*id).name == name)
    }

    /// With what files bind locally.
    #[must_use]
    pub(crate) fn with_local_names(mut self, of: impl IntoIterator<Item = (FileId, Vec<LocalName>)>) -> Self {
        of.into_iter().for_each(|(file, names)| self.set_local_names(file, names));
        self
    }

    pub(crate) fn set_local_names(&mut self, file: FileId, names: Vec<LocalName>) {
        match names.is_empty() {
            true => drop(self.local_names.remove(&file)),
            false => drop(self.local_names.insert(file, names)),
        }
    }

    /// As [`CallGraph::local_names`](crate::CallGraph::local_names).
    pub fn local_names(&self, file: FileId) -> &[LocalName] {
        self.local_names.get(&file).map_or(&[], Vec::as_slice)
    }

    /// All of it, for [`from_bytes`](Self::from_bytes). The same graph has the same bytes on every host.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = postcard::to_stdvec(self).expect("plain data of known length is written to memory");
        // Behind the rest, where earlier readers leave them out.
        if !self.local_names.is_empty() {
            bytes = postcard::to_extend(&self.local_names, bytes).expect("plain data is written to memory");
        }
        bytes
    }

    /// Reads and checks what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// The bytes are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PageError> {
        let damaged = |error: postcard::Error| PageError(error.to_string());
        let (graph, behind): (Self, &[u8]) = postcard::take_from_bytes(bytes).map_err(damaged)?;
        let local_names = match behind.is_empty() {
            true => BTreeMap::new(),
            false => postcard::from_bytes(behind).map_err(damaged)?,
        };
        Ok(Self { local_names, ..graph })
    }

    /// Every definition (of lambdas those that call or are called), sorted by file and place; its index is its number.
    pub fn symbols(&self) -> &[Symbol] {
        &self.tables.symbols
    }

    /// The symbol of a number of this graph.
    ///
    /// # Panics
    /// The number is of another graph.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.tables.symbols[id.0 as usize]
    }

    /// The symbols of a file, in the order of their places.
    pub fn symbols_in(&self, file: FileId) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        let start = self.tables.symbols.partition_point(|symbol| symbol.file < file);
        let behind = self.tables.symbols[start..].iter().zip(start as u32..);
        behind.take_while(move |(symbol, _)| symbol.file == file).map(|(symbol, at)| (SymbolId(at), symbol))
    }

    /// The symbol of a definition.
    pub fn symbol_of(&self, file: FileId, def: DefId) -> Option<SymbolId> {
        self.by_place.get(&(file, def)).copied()
    }

    /// Every edge as it is in the source, lambdas as callers of their own; sorted by caller, then place.
    pub fn edges(&self) -> &[Edge] {
        &self.tables.edges
    }

    /// As [`CallGraph::callers`](crate::CallGraph::callers).
    pub fn callers(&self, id: SymbolId) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self.incoming(id).collect();
        if let Some(class) = self.tables.symbols.get(id.0 as usize).filter(|symbol| symbol.kind.is_type()) {
            let behind = self.symbols_in(class.file).filter(|(at, _)| *at > id);
            for constructor in constructors((id, class), behind) {
                edges.extend(self.incoming(constructor));
            }
        }
        sorted(edges)
    }

    /// As [`CallGraph::callees`](crate::CallGraph::callees).
    pub fn callees(&self, id: SymbolId) -> Vec<Edge> {
        sorted(self.outgoing(id).collect())
    }

    /// The edges that a symbol has in the source, not those lifted out of its lambdas.
    pub(crate) fn own_edges(&self, id: SymbolId) -> &[Edge] {
        let start = self.tables.edges.partition_point(|edge| edge.from < id);
        let end = self.tables.edges.partition_point(|edge| edge.from <= id);
        &self.tables.edges[start..end]
    }

    pub(crate) fn unresolved(&self, id: SymbolId) -> &[UnresolvedSite] {
        self.tables.unresolved.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn open_sites(&self, name: &str) -> Vec<(FileId, UnresolvedSite)> {
        let sites = self.tables.symbols.iter().zip(&self.tables.unresolved);
        let sites = sites.flat_map(|(symbol, sites)| sites.iter().map(move |site| (symbol.file, site)));
        let open = sites.filter(|(_, site)| site.is_internal() && site.name == name);
        open.map(|(file, site)| (file, site.clone())).collect()
    }

    pub(crate) fn named(&self, lower: &str) -> Vec<Named<'_>> {
        self.by_name.get(lower).into_iter().flatten().map(|id| Named::of(*id, self.symbol(*id))).collect()
    }

    /// Counts.
    pub fn stats(&self) -> &Stats {
        &self.tables.stats
    }

    /// Takes the places, heads and documentation of the symbols of a file from its definitions. `None` where one is missing.
    pub(crate) fn move_symbols<'d>(
        &mut self,
        file: FileId,
        definition: impl Fn(DefId) -> Option<&'d Definition>,
    ) -> Option<()> {
        let start = self.tables.symbols.partition_point(|symbol| symbol.file < file);
        for symbol in self.tables.symbols[start..].iter_mut().take_while(|symbol| symbol.file == file) {
            let definition = definition(symbol.def)?;
            (symbol.span, symbol.name_span) = (definition.span, definition.name_span);
            symbol.signature.clone_from(&definition.signature);
            symbol.doc.clone_from(&definition.doc);
        }
        Some(())
    }

    /// Gives every edge and every open site its new line, which must keep their order. `None` where a line has no new one.
    pub(crate) fn move_lines(&mut self, new: impl Fn(FileId, u32) -> Option<u32>) -> Option<()> {
        for edge in self.tables.edges.iter_mut().chain(&mut self.lifted) {
            edge.line = new(edge.file, edge.line)?;
        }
        for (symbol, sites) in self.tables.symbols.iter().zip(&mut self.tables.unresolved) {
            for site in sites {
                site.line = new(symbol.file, site.line)?;
            }
        }
        Some(())
    }

    pub(crate) fn graph(&self) -> &DiGraph<(), u32> {
        &self.graph
    }

    pub(crate) fn weight(&self, weight: u32) -> &Edge {
        let own = self.tables.edges.len();
        let at = weight as usize;
        if at < own { &self.tables.edges[at] } else { &self.lifted[at - own] }
    }

    /// Edges to `id` from named definitions.
    pub(crate) fn incoming(&self, id: SymbolId) -> impl Iterator<Item = Edge> + '_ {
        let edges = self.graph.edges_directed(NodeIndex::new(id.0 as usize), Direction::Incoming);
        edges.map(|edge| *self.weight(*edge.weight())).filter(|edge| !self.symbol(edge.from).is_anonymous())
    }

    fn outgoing(&self, id: SymbolId) -> impl Iterator<Item = Edge> + '_ {
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

impl Serialize for WholeGraph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tables.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for WholeGraph {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tables = Tables { rank: Vec::new(), ..Tables::deserialize(deserializer)? };
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
        if !(edges && symbols && ordered) || tables.unresolved.len() != count {
            return Err(serde::de::Error::custom("the call graph is inconsistent"));
        }
        Ok(Self::index(tables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_stored_with_ranks_is_read_without_them() {
        let symbol = |at: u32| Symbol {
            file: FileId(0),
            def: DefId(at),
            kind: facts::DefinitionKind::Function,
            name: format!("f{at}"),
            qualified_name: format!("m.f{at}"),
            parent: None,
            span: source::Span::default(),
            name_span: source::Span::default(),
            signature: String::new(),
            doc: None,
            is_test: false,
            exported: true,
            language: source::Language::Python,
        };
        let symbols = vec![symbol(0), symbol(1)];
        let (edges, unresolved) = (Vec::new(), vec![Vec::new(); 2]);
        let earlier = Tables { symbols, edges, unresolved, rank: vec![0.5; 2], stats: Stats::default() };
        let bytes = postcard::to_stdvec(&earlier).unwrap();
        let read: WholeGraph = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(read.symbols(), earlier.symbols);
        assert_eq!(postcard::to_stdvec(&read).unwrap().len(), bytes.len() - 2 * 4, "what is not used is not kept");
    }
}
