//! Checking a graph before it runs: every problem at once, in words.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::builder::GraphBuilder;
use crate::graph::{Exits, Graph, Inner, Join, NodeIx, NodeSlot, Router, Target};
use crate::{END, START, State};

/// A graph that can't run, with all its problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// What is wrong, in the order: names, edges, reachability.
    pub problems: Vec<Problem>,
}

impl std::error::Error for CompileError {}

impl std::fmt::Display for CompileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.problems.len();
        write!(f, "the graph has {count} problem{}:", if count == 1 { "" } else { "s" })?;
        self.problems.iter().try_for_each(|problem| write!(f, "\n- {problem}"))
    }
}

/// One thing that is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A node name is empty or reserved.
    #[error("a node can't be called {0:?}")]
    BadName(String),
    /// Two nodes have one name.
    #[error("there are two nodes called {0:?}")]
    TwoNodes(String),
    /// Nothing leaves the start.
    #[error("nothing leads from the start: add an edge or a route from START")]
    NoEntry,
    /// An edge or route leaves a node that does not exist.
    #[error("{what} leaves {from:?}, but there is no such node{}", maybe(.hint))]
    MissingSource {
        /// Which edge or route.
        what: String,
        /// The name.
        from: String,
        /// A node with nearly that name.
        hint: Option<String>,
    },
    /// An edge or route leads to a node that does not exist.
    #[error("{what} leads to {to:?}, but there is no such node{}", maybe(.hint))]
    MissingTarget {
        /// Which edge or route.
        what: String,
        /// The name.
        to: String,
        /// A node with nearly that name.
        hint: Option<String>,
    },
    /// An edge or route leads into the start, or a join waits for it.
    #[error("{0} can't lead into START, nor wait for it")]
    IntoStart(String),
    /// An edge or route leaves the end.
    #[error("{0} can't leave END: nothing comes after it")]
    OutOfEnd(String),
    /// A join has no sources.
    #[error("the join into {0:?} waits for no node: name at least one")]
    EmptyJoin(String),
    /// No way leads from the start to a node.
    #[error("{0:?} can't be reached from the start")]
    Unreachable(String),
    /// Nothing leaves a node.
    #[error("{0:?} is a dead end: nothing leaves it; if the run may end there, add an edge to END")]
    DeadEnd(String),
    /// A node from which the end can't be reached.
    #[error("no way leads from {0:?} to the end: it can only go round")]
    NoWayOut(String),
}

fn maybe(hint: &Option<String>) -> String {
    hint.as_ref().map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}

pub(crate) fn compile<'a, S: State>(builder: GraphBuilder<'a, S>) -> Result<Graph<'a, S>, CompileError> {
    let GraphBuilder { nodes, edges, joins, routes } = builder;
    let mut problems = Vec::new();
    let names = Names::new(nodes.iter().map(|(name, _)| &**name), &mut problems);
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
        let targets: Vec<Option<Target>> = route
            .targets
            .iter()
            .map(|t| names.target(&format!("{what}, outcome {:?},", t.label), t.node, &mut problems))
            .collect();
        let targets: Option<Vec<Target>> = targets.into_iter().collect();
        if let (Some(exits), Some(targets)) =
            (names.exits(&what, &route.from, &mut start, &mut exits, &mut problems), targets)
        {
            exits.routers.push(Router { pick: route.pick, declared: route.targets, targets });
        }
    }
    // Reachability is only worth telling once all names are right.
    if problems.is_empty() {
        check_ways(&names, &start, &exits, &compiled_joins, &mut problems);
    }
    if !problems.is_empty() {
        return Err(CompileError { problems });
    }
    Ok(assemble(&names, nodes, start, exits, compiled_joins))
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
    let wanted: BTreeSet<&str> = from.iter().map(String::as_str).collect();
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
    nodes: Vec<(String, Box<dyn crate::node::AnyNode<S> + 'a>)>,
    start: Exits<'a, S>,
    exits: Vec<Exits<'a, S>>,
    joins: Vec<Join>,
) -> Graph<'a, S> {
    let added = nodes.iter().filter_map(|(name, _)| names.place(name)).collect();
    let by_name: BTreeMap<String, _> = nodes.into_iter().collect();
    let nodes = by_name.into_iter().zip(exits);
    let nodes = nodes.map(|((name, node), exits)| NodeSlot { name: Rc::from(name), node, exits }).collect();
    Graph(Rc::new(Inner { nodes, added, start, joins }))
}

/// The node names, sorted; a name's index is the node's place.
struct Names(Vec<String>);

impl Names {
    fn new<'n>(names: impl Iterator<Item = &'n str>, problems: &mut Vec<Problem>) -> Self {
        let mut seen = BTreeSet::new();
        for name in names {
            if name.is_empty() || name == START || name == END {
                problems.push(Problem::BadName(name.to_owned()));
            } else if !seen.insert(name) {
                problems.push(Problem::TwoNodes(name.to_owned()));
            }
        }
        Self(seen.into_iter().map(str::to_owned).collect())
    }

    fn place(&self, name: &str) -> Option<NodeIx> {
        self.0.binary_search_by(|other| other.as_str().cmp(name)).ok().and_then(|place| NodeIx::try_from(place).ok())
    }

    fn target(&self, what: &str, name: &str, problems: &mut Vec<Problem>) -> Option<Target> {
        if name == END {
            return Some(Target::End);
        }
        if name == START {
            problems.push(Problem::IntoStart(what.to_owned()));
            return None;
        }
        let place = self.place(name);
        if place.is_none() {
            let (what, to, hint) = (what.to_owned(), name.to_owned(), self.nearest(name));
            problems.push(Problem::MissingTarget { what, to, hint });
        }
        place.map(Target::Node)
    }

    fn source(&self, what: &str, name: &str, problems: &mut Vec<Problem>) -> Option<NodeIx> {
        if name == START || name == END {
            let problem = if name == START { Problem::IntoStart } else { Problem::OutOfEnd };
            problems.push(problem(what.to_owned()));
            return None;
        }
        let place = self.place(name);
        if place.is_none() {
            let (what, from, hint) = (what.to_owned(), name.to_owned(), self.nearest(name));
            problems.push(Problem::MissingSource { what, from, hint });
        }
        place
    }

    fn exits<'e, 'a, S>(
        &self,
        what: &str,
        from: &str,
        start: &'e mut Exits<'a, S>,
        exits: &'e mut [Exits<'a, S>],
        problems: &mut Vec<Problem>,
    ) -> Option<&'e mut Exits<'a, S>> {
        if from == START {
            return Some(start);
        }
        self.source(what, from, problems).map(|place| &mut exits[place as usize])
    }

    /// The node whose name is at most a third of its letters away.
    fn nearest(&self, name: &str) -> Option<String> {
        let distance = |other: &str| edit_distance(name, other);
        let nearest = self.0.iter().min_by_key(|other| distance(other))?;
        (distance(nearest) * 3 <= name.chars().count()).then(|| nearest.clone())
    }
}

/// Levenshtein distance in characters, one row at a time.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

fn display(name: &str) -> String {
    match name {
        START => "START".to_owned(),
        END => "END".to_owned(),
        _ => format!("{name:?}"),
    }
}

fn check_ways<S>(
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
    let dead = |p: usize| exits[p].plain.is_empty() && exits[p].routers.is_empty() && exits[p].joins.is_empty();
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

/// Which nodes have some way to the end. A dead end is told as such, so it counts as one.
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
    fn new() -> Self {
        Self { plain: Vec::new(), routers: Vec::new(), joins: Vec::new() }
    }

    /// Where plain edges, routes and those of `joins` that this node is part of lead.
    fn all_targets<'t>(&'t self, joins: &'t [Join]) -> impl Iterator<Item = Target> + 't {
        let routed = self.routers.iter().flat_map(|router| router.targets.iter().copied());
        let joined = self.joins.iter().filter_map(|&(join, _)| Some(joins.get(join)?.target));
        self.plain.iter().copied().chain(routed).chain(joined)
    }
}
