//! The parts of a superstep: applying its writes, and following edges, routes and joins to the next.

use compact_sort::CompactSort;
use std::rc::Rc;

use super::error::RunError;
use crate::graph::{Graph, Target};
use crate::node::{NodeIx, Picked, START};
use crate::state::State;

/// A task to come: the node, and for a dispatched task what it sees in place of the state.
pub(crate) struct Planned<S> {
    pub(crate) place: NodeIx,
    pub(crate) argument: Option<Rc<S>>,
}

impl<S> Clone for Planned<S> {
    fn clone(&self) -> Self {
        Self { place: self.place, argument: self.argument.clone() }
    }
}

/// The names of the nodes of these tasks.
pub(crate) fn names<S: State>(graph: &Graph<'_, S>, planned: &[Planned<S>]) -> Vec<String> {
    planned.iter().map(|task| graph.slot(task.place).name.to_string()).collect()
}

/// Adds where the node itself chose to go.
pub(crate) fn go<S: State>(
    graph: &Graph<'_, S>,
    from: NodeIx,
    goto: Vec<Picked<S>>,
    next: &mut Vec<Planned<S>>,
) -> Result<(), RunError> {
    let targets = graph.slot(from).exits.command.as_ref().map_or(&[][..], |command| &command.targets);
    for (index, argument) in goto {
        let target = targets.get(index).ok_or_else(|| no_target(graph, Some(from), index, targets.len()))?;
        next.extend(target.plan(argument));
    }
    Ok(())
}

fn no_target<S: State>(graph: &Graph<'_, S>, from: Option<NodeIx>, index: usize, declared: usize) -> RunError {
    let node = from.map_or(START, |place| &graph.slot(place).name).to_owned();
    RunError::Route { node, index, declared }
}

/// Adds where the plain edges and the routes of a node (None: of the start) lead.
pub(crate) fn follow<S: State>(
    graph: &Graph<'_, S>,
    from: Option<NodeIx>,
    seen: &S,
    next: &mut Vec<Planned<S>>,
) -> Result<(), RunError> {
    let exits = from.map_or(&graph.0.start, |place| &graph.slot(place).exits);
    next.extend(exits.plain.iter().filter_map(|target| target.plan(None)));
    let mut picked = Vec::new();
    for router in &exits.routers {
        (router.pick)(seen, &mut picked);
        for (index, argument) in picked.drain(..) {
            let declared = router.targets.len();
            let target = router.targets.get(index).ok_or_else(|| no_target(graph, from, index, declared))?;
            next.extend(target.plan(argument));
        }
    }
    Ok(())
}

/// Marks the nodes at their joins and adds the targets of the joins that are complete.
pub(crate) fn arrive<S: State>(
    graph: &Graph<'_, S>,
    ran: impl Iterator<Item = NodeIx>,
    arrived: &mut [Vec<bool>],
    next: &mut Vec<Planned<S>>,
) {
    for place in ran {
        for &(join, source) in &graph.slot(place).exits.joins {
            arrived[join][source] = true;
        }
    }
    for (join, arrived) in graph.0.joins.iter().zip(arrived) {
        if arrived.iter().all(|&here| here) {
            arrived.fill(false);
            next.extend(join.target.plan(None));
        }
    }
}

/// What runs next in the order of its writes: what edges lead to by node, once each; then the dispatched tasks.
pub(crate) fn in_order<S>(planned: Vec<Planned<S>>) -> Vec<Planned<S>> {
    if planned.len() < 2 {
        return planned;
    }
    let (dispatched, mut plain): (Vec<_>, Vec<_>) = planned.into_iter().partition(|task| task.argument.is_some());
    plain.compact_sort_by_key(|task| task.place);
    plain.dedup_by_key(|task| task.place);
    plain.extend(dispatched);
    plain
}

impl Target {
    fn plan<S>(self, argument: Option<S>) -> Option<Planned<S>> {
        match self {
            Self::Node(place) => Some(Planned { place, argument: argument.map(Rc::new) }),
            Self::End => None,
        }
    }
}
