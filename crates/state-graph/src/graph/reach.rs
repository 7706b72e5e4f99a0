//! Which nodes a run can reach, and from which it can end.

use super::compiled::{Exits, Join, Target};
use super::names::Names;
use super::problem::Problem;
use crate::node::NodeIx;

/// Adds the nodes that can't be reached, dead ends, and loops without a way out.
pub(crate) fn check_ways<S>(
    names: &Names,
    start: &Exits<'_, S>,
    exits: &[Exits<'_, S>],
    joins: &[Join],
    problems: &mut Vec<Problem>,
) {
    if start.plain.is_empty() && start.routers.is_empty() {
        problems.push(Problem::NoEntry);
        return;
    }
    let reached = reached(start, exits, joins);
    let name = |place: usize| names.0[place].clone();
    problems.extend((0..exits.len()).filter(|&p| !reached[p]).map(|p| Problem::Unreachable(name(p))));
    let dead = |p: usize| {
        let exits = &exits[p];
        exits.plain.is_empty() && exits.routers.is_empty() && exits.joins.is_empty() && exits.command.is_none()
    };
    problems.extend((0..exits.len()).filter(|&p| dead(p)).map(|p| Problem::DeadEnd(name(p))));
    let finishing = finishing(exits, joins, dead);
    problems.extend((0..exits.len()).filter(|&p| !finishing[p]).map(|p| Problem::NoWayOut(name(p))));
}

/// Which nodes some run could reach; a join needs all its sources.
fn reached<S>(start: &Exits<'_, S>, exits: &[Exits<'_, S>], joins: &[Join]) -> Vec<bool> {
    let mut reached = vec![false; exits.len()];
    let mut open: Vec<NodeIx> = start.all_targets(&[]).filter_map(place_of).collect();
    loop {
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut reached[place as usize], true) {
                open.extend(exits[place as usize].all_targets(&[]).filter_map(place_of));
            }
        }
        let complete = |join: &&Join| join.sources.iter().all(|&source| reached[source as usize]);
        let fired = joins.iter().filter(complete).filter_map(|join| place_of(join.target));
        open = fired.filter(|&place| !reached[place as usize]).collect();
        if open.is_empty() {
            return reached;
        }
    }
}

/// Which nodes have some way to the end. A dead end is reported as such, so it counts as one.
fn finishing<S>(exits: &[Exits<'_, S>], joins: &[Join], dead: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut ends: Vec<bool> = (0..exits.len()).map(dead).collect();
    loop {
        let mut changed = false;
        for place in 0..exits.len() {
            let leads_out = |target: Target| place_of(target).is_none_or(|to| ends[to as usize]);
            if !ends[place] && exits[place].all_targets(joins).any(leads_out) {
                ends[place] = true;
                changed = true;
            }
        }
        if !changed {
            return ends;
        }
    }
}

fn place_of(target: Target) -> Option<NodeIx> {
    match target {
        Target::Node(place) => Some(place),
        Target::End => None,
    }
}

impl<S> Exits<'_, S> {
    /// Where plain edges, routes and those of `joins` that this node is part of lead.
    fn all_targets<'t>(&'t self, joins: &'t [Join]) -> impl Iterator<Item = Target> + 't {
        let routed = self.routers.iter().flat_map(|router| router.targets.iter().copied());
        let commanded = self.command.iter().flat_map(|command| command.targets.iter().copied());
        let joined = self.joins.iter().filter_map(|&(join, _)| Some(joins.get(join)?.target));
        self.plain.iter().copied().chain(routed).chain(commanded).chain(joined)
    }
}
