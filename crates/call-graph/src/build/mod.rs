//! From the solved assignment graph to symbols, edges and unresolved sites.

mod fallback;
mod getters;
mod sites;
mod symbols;

use crate::program::{Def, Program};
use crate::rules::Rule;
use crate::rules::unique_name::MethodNames;
use crate::solver::Solver;
use crate::stats::Stats;
use crate::{CallGraph, Edge, SourceFile, UnresolvedSite};
use rustc_hash::FxHashMap;
use source::FileId;

/// An edge between definitions, before symbols are numbered.
#[derive(Clone, Copy)]
struct RawEdge {
    from: Def,
    to: Def,
    rule: Rule,
    confidence: f32,
    file: FileId,
    line: u32,
}

/// Collects while the files are read.
struct Builder<'a> {
    solver: Solver<'a>,
    methods: MethodNames,
    edges: Vec<RawEdge>,
    unresolved: Vec<(Def, UnresolvedSite)>,
    stats: Stats,
}

/// Builds the graph of these files.
pub fn build(files: &[SourceFile<'_>]) -> CallGraph {
    let solver = Solver::solve(Program::new(files));
    let methods = MethodNames::new(&solver.program);
    let mut builder = Builder { solver, methods, edges: Vec::new(), unresolved: Vec::new(), stats: Stats::default() };
    builder.sites();
    builder.getters();
    builder.finish()
}

impl Builder<'_> {
    fn finish(self) -> CallGraph {
        let (symbols, of_def) = symbols::symbols(&self);
        let mut merged: FxHashMap<(u32, u32, FileId, u32), Edge> = FxHashMap::default();
        for raw in &self.edges {
            let (Some(from), Some(to)) = (of_def[raw.from.0 as usize], of_def[raw.to.0 as usize]) else { continue };
            let edge = merged.entry((from.0, to.0, raw.file, raw.line)).or_insert(Edge {
                from,
                to,
                rule: raw.rule,
                confidence: raw.confidence,
                file: raw.file,
                line: raw.line,
                sites: 0,
            });
            edge.sites += 1;
            if raw.confidence > edge.confidence {
                (edge.rule, edge.confidence) = (raw.rule, raw.confidence);
            }
        }
        let mut edges: Vec<Edge> = merged.into_values().collect();
        edges.sort_unstable_by_key(|edge| (edge.from, edge.file, edge.line, edge.to));
        let mut unresolved: Vec<Vec<UnresolvedSite>> = vec![Vec::new(); symbols.len()];
        for (def, site) in self.unresolved {
            if let Some(symbol) = of_def[def.0 as usize] {
                unresolved[symbol.0 as usize].push(site);
            }
        }
        let mut stats = self.stats;
        stats.symbols = symbols.len() as u32;
        for edge in &edges {
            stats.count_rule(edge.rule);
        }
        CallGraph::assemble(symbols, edges, unresolved, stats)
    }

    fn edge(&mut self, file: u32, from: Def, to: Def, rule: Rule, confidence: f32, line: u32) {
        let file = self.solver.program.files[file as usize].source.id;
        self.edges.push(RawEdge { from, to, rule, confidence, file, line });
    }
}
