//! Placing a diagram's nodes in layers, after Sugiyama: turn cycles by setting aside the edges that lead back, layer
//! by longest path, pass long edges through every layer, order each layer by the mean place of its neighbours.

use crate::{Diagram, DiagramEdge, DiagramNode};
use compact_sort::CompactSort;
use state_graph::END;

/// Nodes in layers from top to bottom.
pub(super) struct Layout<'d> {
    pub(super) layers: Vec<Vec<Cell<'d>>>,
    /// The lines between layer `i` and layer `i + 1`.
    pub(super) lines: Vec<Vec<Line>>,
    /// The edges that lead back, which have no line.
    pub(super) back: Vec<&'d DiagramEdge>,
}

/// A place in a layer: a node, or where a long edge passes through.
#[derive(Clone, Copy)]
pub(super) enum Cell<'d> {
    Node(&'d DiagramNode),
    Pass { dotted: bool },
}

/// From a place in one layer to a place in the next.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) dotted: bool,
}

/// How often the layers are put in order; a few rounds settle graphs of this size.
const ROUNDS: usize = 4;

/// A diagram's edges by the places of their nodes, which of them lead back, and how deep each node is.
pub(super) struct Ends {
    /// `(edge, from, to)`; edges of nodes that the diagram does not have are left out.
    pub(super) edges: Vec<(usize, usize, usize)>,
    /// Per entry of `edges`.
    pub(super) back: Vec<bool>,
    /// Per node, from 0 at the top.
    pub(super) depth: Vec<usize>,
}

impl Ends {
    pub(super) fn of(diagram: &Diagram) -> Self {
        let place = |name: &str| diagram.nodes.iter().position(|node| node.name == name);
        let ends = diagram.edges.iter().enumerate();
        let ends = ends.filter_map(|(index, edge)| Some((index, place(&edge.from)?, place(&edge.to)?)));
        let edges: Vec<_> = ends.collect();
        let back = back_edges(diagram.nodes.len(), &edges);
        let depth = depths(&diagram.nodes, &edges, &back);
        Self { edges, back, depth }
    }
}

impl Diagram {
    /// The edges without those of nodes that the diagram does not have.
    pub(super) fn drawn_edges(&self) -> Vec<&DiagramEdge> {
        Ends::of(self).edges.iter().map(|&(edge, ..)| &self.edges[edge]).collect()
    }
}

impl<'d> Layout<'d> {
    pub(super) fn of(diagram: &'d Diagram) -> Self {
        let ends = Ends::of(diagram);
        let Ends { depth, .. } = &ends;

        let count = depth.iter().max().map_or(0, |deepest| deepest + 1);
        let mut layout = Self { layers: vec![Vec::new(); count], lines: vec![Vec::new(); count], back: Vec::new() };
        let mut column = vec![0; depth.len()];
        for (index, node) in diagram.nodes.iter().enumerate() {
            column[index] = layout.add(depth[index], Cell::Node(node));
        }
        for (&(index, from, to), &is_back) in ends.edges.iter().zip(&ends.back) {
            let edge = &diagram.edges[index];
            if is_back {
                layout.back.push(edge);
                continue;
            }
            layout.connect((depth[from], column[from]), (depth[to], column[to]), edge.conditional);
        }
        for _ in 0..ROUNDS {
            (1..count).for_each(|layer| layout.order(layer, true));
            (0..count.saturating_sub(1)).rev().for_each(|layer| layout.order(layer, false));
        }
        layout
    }

    fn add(&mut self, layer: usize, cell: Cell<'d>) -> usize {
        self.layers[layer].push(cell);
        self.layers[layer].len() - 1
    }

    fn connect(&mut self, (top, mut from): (usize, usize), (bottom, to): (usize, usize), dotted: bool) {
        for layer in top..bottom {
            let next = if layer + 1 == bottom { to } else { self.add(layer + 1, Cell::Pass { dotted }) };
            self.lines[layer].push(Line { from, to: next, dotted });
            from = next;
        }
    }

    /// Orders a layer by the mean place of each cell's neighbours above (`down`) or below.
    fn order(&mut self, layer: usize, down: bool) {
        let count = self.layers[layer].len();
        let lines: Vec<(usize, usize)> = if down {
            self.lines[layer - 1].iter().map(|line| (line.to, line.from)).collect()
        } else {
            self.lines[layer].iter().map(|line| (line.from, line.to)).collect()
        };
        let mean = |cell: usize| {
            let near: Vec<usize> = lines.iter().filter(|(here, _)| *here == cell).map(|(_, there)| *there).collect();
            // Thousandths, so that the order does not hang on floating point.
            if near.is_empty() { cell * 1000 } else { near.iter().sum::<usize>() * 1000 / near.len() }
        };
        let mut order: Vec<usize> = (0..count).collect();
        order.compact_sort_by_key(|&cell| (mean(cell), cell));
        let mut moved = vec![0; count];
        order.iter().enumerate().for_each(|(new, &old)| moved[old] = new);
        self.layers[layer] = order.iter().map(|&old| self.layers[layer][old]).collect();
        self.lines[layer].iter_mut().for_each(|line| line.from = moved[line.from]);
        if layer > 0 {
            self.lines[layer - 1].iter_mut().for_each(|line| line.to = moved[line.to]);
        }
    }
}

/// Which edges close a cycle: found depth first from the start (the first node), in edge order.
fn back_edges(nodes: usize, edges: &[(usize, usize, usize)]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        Open,
        Closed,
    }
    let mut seen = vec![Seen::No; nodes];
    let mut back = vec![false; edges.len()];
    for root in 0..nodes {
        if seen[root] != Seen::No {
            continue;
        }
        seen[root] = Seen::Open;
        // Each entry: a node and the next edge to look at.
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let here = *node;
            let Some(index) = (*next..edges.len()).find(|&index| edges[index].1 == here) else {
                seen[here] = Seen::Closed;
                path.pop();
                continue;
            };
            *next = index + 1;
            let to = edges[index].2;
            match seen[to] {
                Seen::Open => back[index] = true,
                Seen::Closed => {}
                Seen::No => {
                    seen[to] = Seen::Open;
                    path.push((to, 0));
                }
            }
        }
    }
    back
}

/// The longest way from the top to each node; the end is below everything.
fn depths(nodes: &[DiagramNode], edges: &[(usize, usize, usize)], back: &[bool]) -> Vec<usize> {
    let mut depth = vec![0; nodes.len()];
    // Without cycles the depths settle after as many rounds as there are nodes.
    for _ in 0..nodes.len() {
        for (&(_, from, to), _) in edges.iter().zip(back).filter(|(_, back)| !**back) {
            depth[to] = depth[to].max(depth[from] + 1);
        }
    }
    let deepest = depth.iter().max().copied().unwrap_or(0);
    if let Some(end) = nodes.iter().position(|node| node.name == END) {
        let alone = depth.iter().filter(|&&d| d == deepest).count() == 1 && depth[end] == deepest;
        depth[end] = if alone { deepest } else { deepest + 1 };
    }
    depth
}
