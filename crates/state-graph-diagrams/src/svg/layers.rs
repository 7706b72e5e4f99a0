//! The cells of a diagram in layers, and the lines between neighbouring layers.

use std::collections::VecDeque;
use std::ops::Range;

use crate::layout::Ends;
use crate::pixels;

/// Between a box and the first line at its side, and between such lines.
const SIDE_FIRST: i32 = 16;
pub(super) const SIDE_STEP: i32 = 12;
/// How far an edge from a node to itself reaches out.
pub(super) const LOOP_WIDTH: i32 = 26;

#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) width: i32,
    pub(super) height: i32,
}

pub(super) struct Layers {
    /// The first cells are the diagram's nodes, in their order.
    pub(super) cells: Vec<Cell>,
    /// Per layer its cells from left to right.
    pub(super) order: Vec<Vec<usize>>,
    pub(super) lines: Vec<Line>,
    pub(super) chains: Vec<Chain>,
    /// `(edge, node)` of edges from a node to itself.
    pub(super) loops: Vec<(usize, usize)>,
}

/// A box, a label, or where a line passes through a layer.
pub(super) struct Cell {
    pub(super) kind: Kind,
    pub(super) layer: usize,
    /// The place in its layer's order.
    pub(super) at: usize,
    /// How far it reaches to both sides of its middle.
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) height: i32,
    /// Its lines to the layers above and below.
    pub(super) up: Vec<usize>,
    pub(super) down: Vec<usize>,
    /// Its middle.
    pub(super) x: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Node,
    Label,
    Pass,
}

/// From a cell to one in the next layer.
pub(super) struct Line {
    pub(super) upper: LineEnd,
    pub(super) lower: LineEnd,
}

#[derive(Clone, Copy)]
pub(super) struct LineEnd {
    pub(super) cell: usize,
    /// At the right of a box, not at its top or bottom.
    pub(super) is_side: bool,
    /// From the cell's middle.
    pub(super) offset: i32,
    /// At a side: how far below the box's middle.
    pub(super) drop: i32,
}

/// The lines of an edge, from the top down.
pub(super) struct Chain {
    pub(super) edge: usize,
    pub(super) is_back: bool,
    pub(super) lines: Range<usize>,
}

impl Layers {
    /// `labels` has an entry per edge of the diagram.
    pub(super) fn of(ends: &Ends, sizes: &[Size], labels: &[Option<Size>]) -> Self {
        let (loops, edges): (Vec<_>, Vec<_>) = ends.edges.iter().zip(&ends.back).partition(|((_, a, b), _)| a == b);
        let loops = loops.into_iter().map(|(&(edge, node, _), _)| (edge, node)).collect();
        let depth = |node: usize| ends.depth[node];
        let deepest = ends.depth.iter().max().copied().unwrap_or(0);
        // A label is right below the choice; on the way back, right above where the edge starts.
        let gap = |from: usize, is_back: bool| if is_back { depth(from) - 1 } else { depth(from) };
        let mut has_labels = vec![false; deepest + 1];
        for &(&(edge, from, _), &is_back) in &edges {
            has_labels[gap(from, is_back)] |= labels[edge].is_some();
        }
        let layer = |depth: usize| depth + has_labels[..depth].iter().filter(|&&has| has).count();
        let order = vec![Vec::new(); layer(deepest) + 1];
        let mut layers = Self { cells: Vec::new(), order, lines: Vec::new(), chains: Vec::new(), loops };
        for (node, size) in sizes.iter().enumerate() {
            layers.add(Kind::Node, layer(depth(node)), size);
        }
        for (&(edge, from, to), &is_back) in edges {
            let (top, bottom) = if is_back { (to, from) } else { (from, to) };
            let label = labels[edge].as_ref().map(|size| (layer(gap(from, is_back)) + 1, size));
            let first = layers.lines.len();
            let mut upper = top;
            for layer in layers.cells[top].layer + 1..layers.cells[bottom].layer {
                let pass = match label {
                    Some((at, size)) if at == layer => layers.add(Kind::Label, layer, size),
                    _ => layers.add(Kind::Pass, layer, &Size { width: 0, height: 0 }),
                };
                layers.connect(upper, pass, is_back);
                upper = pass;
            }
            layers.connect(upper, bottom, is_back);
            layers.chains.push(Chain { edge, is_back, lines: first..layers.lines.len() });
        }
        for index in 0..layers.loops.len() {
            let (edge, node) = layers.loops[index];
            layers.cells[node].left += LOOP_WIDTH + labels[edge].as_ref().map_or(0, |size| size.width);
        }
        layers
    }

    fn add(&mut self, kind: Kind, layer: usize, size: &Size) -> usize {
        let cell = self.cells.len();
        let half = size.width / 2;
        self.cells.push(Cell {
            kind,
            layer,
            at: self.order[layer].len(),
            left: half,
            right: size.width - half,
            height: size.height,
            up: Vec::new(),
            down: Vec::new(),
            x: 0,
        });
        self.order[layer].push(cell);
        cell
    }

    fn connect(&mut self, upper: usize, lower: usize, is_back: bool) {
        let line = self.lines.len();
        let end = |cell: usize| {
            let is_side = is_back && self.cells[cell].kind == Kind::Node;
            LineEnd { cell, is_side, offset: 0, drop: 0 }
        };
        self.lines.push(Line { upper: end(upper), lower: end(lower) });
        self.cells[upper].down.push(line);
        self.cells[lower].up.push(line);
    }

    /// Gives the lines of every box their places along its sides. To be called once, when the order is final.
    pub(super) fn spread_lines(&mut self) {
        for node in 0..self.cells.len() {
            if self.cells[node].kind != Kind::Node {
                continue;
            }
            let (half, height) = (self.cells[node].right, self.cells[node].height);
            let (leaving, above) = self.lines_by_place(node, false);
            let (entering, below) = self.lines_by_place(node, true);
            for (lines, is_down) in [(above, false), (below, true)] {
                let places = spread(lines.len(), 2 * half - 24, 18);
                lines.into_iter().zip(places).for_each(|(line, place)| self.end(line, is_down).offset = place);
            }
            // From the top: what leaves upwards, then what comes from below; the outermost in the middle, so that
            // none crosses another.
            let mut drops: VecDeque<i32> = spread(leaving.len() + entering.len(), height - 14, 12).into();
            for (lines, is_down) in [(leaving, false), (entering, true)] {
                for (rank, line) in lines.into_iter().enumerate() {
                    let offset = half + SIDE_FIRST + SIDE_STEP * pixels(rank);
                    self.cells[node].right = self.cells[node].right.max(offset);
                    let next = if is_down { drops.pop_back() } else { drops.pop_front() };
                    let drop = next.expect("there is a drop for each line");
                    *self.end(line, is_down) = LineEnd { cell: node, is_side: true, offset, drop };
                }
            }
        }
    }

    /// The lines of a box at its side, and the others; both from left to right.
    fn lines_by_place(&self, node: usize, is_down: bool) -> (Vec<usize>, Vec<usize>) {
        use compact_sort::CompactSort;
        let lines = if is_down { &self.cells[node].down } else { &self.cells[node].up };
        let mut lines = lines.clone();
        lines.compact_sort_by_key(|&line| {
            let far = self.ends(line, is_down).1;
            (self.cells[far.cell].at, far.is_side)
        });
        lines.into_iter().partition(|&line| self.ends(line, is_down).0.is_side)
    }

    /// A line's ends: the one at the cell from which it leads down (`is_down`) or up, and the other.
    pub(super) fn ends(&self, line: usize, is_down: bool) -> (LineEnd, LineEnd) {
        let line = &self.lines[line];
        if is_down { (line.upper, line.lower) } else { (line.lower, line.upper) }
    }

    pub(super) fn end(&mut self, line: usize, is_down: bool) -> &mut LineEnd {
        let line = &mut self.lines[line];
        if is_down { &mut line.upper } else { &mut line.lower }
    }
}

/// Places for `count` lines about the middle of `space`, at most `step` apart.
fn spread(count: usize, space: i32, step: i32) -> Vec<i32> {
    let gaps = i32::try_from(count).unwrap_or(i32::MAX).saturating_sub(1);
    let step = (space / gaps.max(1)).clamp(0, step);
    (0..count).map(|place| step * pixels(place) - gaps * step / 2).collect()
}

/// How much it matters that a line is straight: between two passes above all, at the side of a box least.
pub(super) fn weight(layers: &Layers, line: &Line) -> i64 {
    let is_thin = |end: LineEnd| usize::from(layers.cells[end.cell].kind != Kind::Node);
    match line.upper.is_side || line.lower.is_side {
        true => 1,
        false => [2, 3, 8][is_thin(line.upper) + is_thin(line.lower)],
    }
}

/// Between the middles of neighbours.
pub(super) fn distance(left: &Cell, right: &Cell) -> i32 {
    let gap = match (left.kind, right.kind) {
        (Kind::Pass, Kind::Pass) => 14,
        (Kind::Node, Kind::Node) => 28,
        _ => 18,
    };
    left.right + gap + right.left
}
