//! From the solved assignment graph to symbols, edges and unresolved sites.

mod accessors;
mod classes;
mod fallback;
mod held;
mod overloads;
mod overriding;
mod protocols;
mod sites;
mod symbols;

use crate::language_rules::Family;
use crate::languages::{self, SourceSet};
use crate::local_names::local_names;
use crate::program::{Def, Name, Program};
use crate::rule::Rule;
use crate::rules::unique_name::MethodNames;
use crate::solver::Solver;
use crate::stats::Stats;
use crate::{Edge, SourceFile, UnresolvedSite, WholeGraph};
use facts::Manifest;
use limits::parsing::{LINK_EDGES, LINK_EDGES_PER_CALL};
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
    /// Methods by the source set of the caller, where projects are declared.
    near: FxHashMap<(SourceSet, Family, Name), fallback::Near>,
    holders: held::Holders,
    edges: Vec<RawEdge>,
    unresolved: Vec<(Def, UnresolvedSite)>,
    stats: Stats,
}

/// Builds a [`WholeGraph`] in pieces: for a host that has other things to do, or may cancel.
pub struct CallGraphBuilder<'a> {
    stage: Stage<'a>,
    manifests: &'a [Manifest],
    most_notes: Option<u64>,
}

enum Stage<'a> {
    Files(Vec<SourceFile<'a>>),
    Solving(Box<Solver<'a>>),
    /// Files below the number have their edges.
    Sites(Box<Builder<'a>>, u32),
    Getters(Box<Builder<'a>>),
    Edges(Box<Builder<'a>>),
    Done(Box<WholeGraph>),
}

impl<'a> CallGraphBuilder<'a> {
    /// Nothing is done yet: [`step`](Self::step) does it.
    pub fn new(files: &[SourceFile<'a>]) -> Self {
        Self { stage: Stage::Files(files.to_vec()), manifests: &[], most_notes: None }
    }

    /// Finds modules by what manifests of projects say; without one they are found by their folders. Before the first step.
    #[must_use]
    pub fn with_manifests(mut self, manifests: &'a [Manifest]) -> Self {
        self.manifests = manifests;
        self
    }

    /// Notes at most so many values and flows, instead of what [`limits::parsing::LINK_NOTES`] and the size of the
    /// repository allow. Before the first step.
    #[must_use]
    pub fn with_most_notes(mut self, most: u64) -> Self {
        self.most_notes = Some(most);
        self
    }

    /// Works on for about `budget` units (an expression read, a value moved, a call site resolved: well under a
    /// microsecond to a few); true once all is done. The first piece and the last ones ignore the budget: they number
    /// the files, and put the graph together. The graph does not depend on the budgets.
    pub fn step(&mut self, budget: u32) -> bool {
        let stage = std::mem::replace(&mut self.stage, Stage::Files(Vec::new()));
        self.stage = match stage {
            Stage::Files(files) => {
                let mut solver = Box::new(Solver::new(Program::new(&files, self.manifests, languages::rules_of)));
                if let Some(most) = self.most_notes {
                    solver.set_most_notes(most);
                }
                Stage::Solving(solver)
            }
            Stage::Solving(mut solver) => {
                if solver.step(budget) {
                    Stage::Sites(Box::new(Builder::new(*solver)), 0)
                } else {
                    Stage::Solving(solver)
                }
            }
            Stage::Sites(mut builder, next) => match builder.some_sites(next, budget) {
                Some(next) => Stage::Sites(builder, next),
                None => Stage::Getters(builder),
            },
            Stage::Getters(mut builder) => {
                builder.getters();
                builder.setters();
                builder.class_statements();
                Stage::Edges(builder)
            }
            Stage::Edges(builder) => Stage::Done(Box::new(builder.finish())),
            done @ Stage::Done(_) => done,
        };
        matches!(self.stage, Stage::Done(_))
    }

    /// How far it is, in thousandths; never less than before.
    pub fn progress(&self) -> u32 {
        match &self.stage {
            Stage::Files(_) => 0,
            Stage::Solving(solver) => solver.progress() * 7 / 10,
            Stage::Sites(builder, next) => 700 + 150 * *next / builder.solver.program.files.len().max(1) as u32,
            Stage::Getters(_) => 850,
            Stage::Edges(_) => 900,
            Stage::Done(_) => 1000,
        }
    }

    /// Does all that is left.
    pub fn finish(mut self) -> WholeGraph {
        loop {
            if let Stage::Done(graph) = self.stage {
                return *graph;
            }
            self.step(u32::MAX);
        }
    }
}

impl<'a> Builder<'a> {
    #[inline(never)]
    fn new(solver: Solver<'a>) -> Self {
        let methods = MethodNames::new(&solver.program, &solver.layouts);
        let holders = held::Holders::default();
        let (edges, unresolved) = (Vec::new(), Vec::new());
        let mut builder =
            Self { solver, methods, near: FxHashMap::default(), holders, edges, unresolved, stats: Stats::default() };
        builder.find_holders();
        builder
    }

    /// Reads the sites of files from `next` on; the file to go on with, if any.
    #[inline(never)]
    fn some_sites(&mut self, mut next: u32, budget: u32) -> Option<u32> {
        let mut left = budget.max(1);
        while let Some(file) = self.solver.program.files.get(next as usize) {
            if left == 0 {
                return Some(next);
            }
            left = left.saturating_sub(file.facts().calls.len() as u32 + 1);
            self.sites(next);
            next += 1;
        }
        None
    }
}

impl Builder<'_> {
    #[inline(never)]
    fn finish(self) -> WholeGraph {
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
        let files = self.solver.program.files.iter().map(|file| &file.source);
        let graph = WholeGraph::new(symbols, edges, unresolved, stats);
        let is_symbol = |name: &str| graph.has_named(name);
        let names = |source: &SourceFile<'_>| (source.id, local_names(source.facts, source.language, is_symbol));
        let local_names: Vec<_> = files.map(names).collect();
        graph.with_local_names(local_names)
    }

    /// True once there are so many edges that a site with several callees gets none: a few bytes a site can mean
    /// dozens of edges, but no program has many such sites.
    fn has_edges_enough(&self) -> bool {
        let calls = u64::from(self.solver.program.call_count);
        self.edges.len() as u64 >= LINK_EDGES + calls * LINK_EDGES_PER_CALL
    }

    fn edge(&mut self, file: u32, from: Def, to: Def, rule: Rule, confidence: f32, line: u32) {
        let file = self.solver.program.files[file as usize].source.id;
        self.edges.push(RawEdge { from, to, rule, confidence, file, line });
    }
}
