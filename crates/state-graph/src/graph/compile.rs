//! Checking a graph before it runs: every problem at once, in words.

use std::rc::Rc;

use compact_sort::CompactSort;

use super::builder::{GraphBuilder, Mark, NodeDraft};
use super::compiled::{CommandExit, Exits, Graph, Inner, Join, NodeSlot, Router, Target};
use super::names::Names;
use super::problem::{CompileError, Problem};
use super::reach::check_ways;
use crate::node::{END, NodeIx, RouteTarget, START};
use crate::state::State;

impl<'a, S: State> GraphBuilder<'a, S> {
    /// Checks the whole graph and makes it runnable.
    ///
    /// # Errors
    /// Every problem at once: unknown or unusable names, unreachable nodes, dead ends, loops without a way out.
    pub fn compile(self) -> Result<Graph<'a, S>, CompileError> {
        compile(self)
    }
}

fn compile<'a, S: State>(builder: GraphBuilder<'a, S>) -> Result<Graph<'a, S>, CompileError> {
    let GraphBuilder { nodes, edges, joins, routes, marks } = builder;
    let mut problems = Vec::new();
    let names = Names::new(nodes.iter().map(|draft| &*draft.name), &mut problems);
    let mut exits: Vec<Exits<'a, S>> = names.0.iter().map(|_| Exits::new()).collect();
    let mut start = Exits::new();
    let mut compiled_joins = Vec::new();

    for (from, to) in &edges {
        let what = format!("the edge {} -> {}", display(from), display(to));
        let target = names.target(&what, to, &mut problems);
        if let (Some(exits), Some(target)) = (names.exits(&what, from, &mut start, &mut exits, &mut problems), target) {
            exits.plain.push(target);
        }
    }
    for (from, to) in &joins {
        compiled_joins.extend(join(&names, from, to, &mut exits, compiled_joins.len(), &mut problems));
    }
    for route in routes {
        let what = format!("the route from {}", display(&route.from));
        let targets = declared_targets(&names, &what, route.targets, &mut problems);
        if let (Some(exits), Some(targets)) =
            (names.exits(&what, &route.from, &mut start, &mut exits, &mut problems), targets)
        {
            exits.routers.push(Router { pick: route.pick, declared: route.targets, targets });
        }
    }
    for draft in &nodes {
        let Some((declared, place)) = draft.targets.clone().zip(names.place(&draft.name)) else { continue };
        let what = format!("the command of {}", display(&draft.name));
        if let Some(targets) = declared_targets(&names, &what, &declared, &mut problems) {
            exits[place as usize].command = Some(CommandExit { declared, targets });
        }
    }
    for (mark, node) in &marks {
        let what = if *mark == Mark::Deferred { "deferring" } else { "a breakpoint" };
        names.source(what, node, &mut problems);
    }
    // Reachability is only worth reporting once all names are right.
    if problems.is_empty() {
        check_ways(&names, &start, &exits, &compiled_joins, &mut problems);
    }
    if !problems.is_empty() {
        return Err(CompileError { problems });
    }
    Ok(assemble(&names, nodes, &marks, start, exits, compiled_joins))
}

fn declared_targets(
    names: &Names,
    what: &str,
    declared: &[RouteTarget],
    problems: &mut Vec<Problem>,
) -> Option<Vec<Target>> {
    let target = |t: &RouteTarget, problems: &mut Vec<Problem>| {
        names.target(&format!("{what}, outcome {:?},", t.label), t.node, problems)
    };
    // All of them, so that every wrong one is reported.
    let targets: Vec<Option<Target>> = declared.iter().map(|t| target(t, problems)).collect();
    targets.into_iter().collect()
}

fn join<S: State>(
    names: &Names,
    from: &[String],
    to: &str,
    exits: &mut [Exits<'_, S>],
    place: usize,
    problems: &mut Vec<Problem>,
) -> Option<Join> {
    let what = format!("the join into {}", display(to));
    let target = names.target(&what, to, problems);
    let mut wanted: Vec<&str> = from.iter().map(String::as_str).collect();
    wanted.compact_sort();
    wanted.dedup();
    if wanted.is_empty() {
        problems.push(Problem::EmptyJoin(to.to_owned()));
    }
    let sources: Vec<Option<NodeIx>> = wanted.iter().map(|from| names.source(&what, from, problems)).collect();
    let sources: Vec<NodeIx> = sources.into_iter().collect::<Option<_>>()?;
    for (index, &source) in sources.iter().enumerate() {
        exits[source as usize].joins.push((place, index));
    }
    Some(Join { sources, target: target? })
}

fn assemble<'a, S: State>(
    names: &Names,
    nodes: Vec<NodeDraft<'a, S>>,
    marks: &[(Mark, String)],
    start: Exits<'a, S>,
    exits: Vec<Exits<'a, S>>,
    joins: Vec<Join>,
) -> Graph<'a, S> {
    let added = nodes.iter().filter_map(|draft| names.place(&draft.name)).collect();
    // In the order of names, as the places are.
    let mut nodes = nodes;
    nodes.compact_sort_by(|a, b| a.name.cmp(&b.name));
    let slot = |(draft, exits): (NodeDraft<'a, S>, Exits<'a, S>)| {
        let marked = |mark| marks.iter().any(|(m, name)| *m == mark && *name == draft.name);
        NodeSlot {
            before: marked(Mark::Before),
            after: marked(Mark::After),
            deferred: marked(Mark::Deferred),
            name: Rc::from(draft.name),
            node: draft.node,
            options: draft.options,
            subgraph: draft.subgraph,
            exits,
        }
    };
    let nodes = nodes.into_iter().zip(exits).map(slot).collect();
    let defers = marks.iter().any(|(mark, _)| *mark == Mark::Deferred);
    Graph(Rc::new(Inner { nodes, added, start, joins, defers }))
}

fn display(name: &str) -> String {
    match name {
        START => "START".to_owned(),
        END => "END".to_owned(),
        _ => format!("{name:?}"),
    }
}
