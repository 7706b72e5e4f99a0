//! Graphs inside nodes: paths, and which starts and ends of subgraphs can be left out.

use crate::{Diagram, DiagramEdge};
use state_graph::{END, START};

/// Between the names of a path, from the outside in.
pub const PATH_SEPARATOR: char = ':';

/// The path of a node of the graph at `outer`, which is empty for the outermost graph.
pub(super) fn join(outer: &str, name: &str) -> String {
    let mut path = String::with_capacity(outer.len() + name.len() + 1);
    path.push_str(outer);
    if !outer.is_empty() {
        path.push(PATH_SEPARATOR);
    }
    path.push_str(name);
    path
}

impl Diagram {
    /// The node to which START leads always and to which nothing else leads: a drawing inside a node can do without
    /// START then.
    pub(super) fn only_first(&self) -> Option<&str> {
        let mut from_start = self.edges.iter().filter(|edge| edge.from == START);
        let edge = only_plain(&mut from_start)?;
        let entered = self.edges.iter().filter(|other| other.to == edge.to).count();
        (edge.to != END && entered == 1).then_some(&*edge.to)
    }

    /// The node that alone leads to END, always and nowhere else.
    pub(super) fn only_last(&self) -> Option<&str> {
        let mut to_end = self.edges.iter().filter(|edge| edge.to == END);
        let edge = only_plain(&mut to_end)?;
        let left = self.edges.iter().filter(|other| other.from == edge.from).count();
        (edge.from != START && left == 1).then_some(&*edge.from)
    }
}

fn only_plain<'e>(edges: &mut dyn Iterator<Item = &'e DiagramEdge>) -> Option<&'e DiagramEdge> {
    let first = edges.next().filter(|edge| !edge.conditional)?;
    edges.next().is_none().then_some(first)
}
