//! The lines of edges.

use super::boxes::{label_size, label_text};
use super::layers::{Chain, Kind, LOOP_WIDTH, Layers, Line, LineEnd};
use super::place::Bands;
use super::shapes::{Direction, Head, Label, Point, Rect, Route, Stroke};
use crate::Diagram;

const HEAD_LENGTH: i32 = 8;
const CORNER: i32 = 6;

/// What lines are drawn from.
pub(super) struct Drawing<'d> {
    pub(super) diagram: &'d Diagram,
    pub(super) layers: &'d Layers,
    pub(super) bands: &'d Bands,
    /// Per node.
    pub(super) boxes: &'d [Rect],
}

impl Drawing<'_> {
    pub(super) fn route(&self, chain: &Chain) -> Route {
        let lines = &self.layers.lines[chain.lines.clone()];
        let mut strokes = Vec::new();
        let head = if chain.is_back { self.upwards(lines, &mut strokes) } else { self.downwards(lines, &mut strokes) };
        let labels = lines.iter().map(|line| line.upper.cell).find(|&cell| self.layers.cells[cell].kind == Kind::Label);
        let label = labels.map(|cell| {
            let cell = &self.layers.cells[cell];
            let (width, height) = (cell.left + cell.right, cell.height);
            Rect { x: cell.x - cell.left, y: self.middle(cell.layer) - height / 2, width, height }
        });
        self.finish(chain.edge, strokes, head, label)
    }

    fn finish(&self, edge: usize, strokes: Vec<Stroke>, head: Head, label: Option<Rect>) -> Route {
        let edge = &self.diagram.edges[edge];
        let text = edge.label.as_deref();
        let choice = text.map_or_else(String::new, |label| format!(": {label}"));
        Route {
            title: format!("{} to {}{choice}", edge.from, edge.to),
            is_conditional: edge.conditional,
            strokes,
            head,
            label: label.zip(text).map(|(rect, text)| Label { rect, text: label_text(text) }),
        }
    }

    /// Out at the bottom, in at the top.
    fn downwards(&self, lines: &[Line], strokes: &mut Vec<Stroke>) -> Head {
        let mut tip = Point { x: 0, y: 0 };
        for line in lines {
            let (from, to) = (self.meet(line.upper, true), self.meet(line.lower, false));
            match (strokes.is_empty(), self.node(line.upper)) {
                (_, Some(rect)) => strokes.push(Stroke::Move(Point { x: from.x, y: rect.bottom() })),
                (_, None) if self.layers.cells[line.upper.cell].kind == Kind::Label => strokes.push(Stroke::Move(from)),
                _ => {}
            }
            strokes.push(Stroke::Line(from));
            tip = Point { x: to.x, y: self.node(line.lower).map_or(to.y, |rect| rect.y) };
            let is_last = self.node(line.lower).is_some();
            // The head covers the end of the line.
            let to = if is_last && tip.y == to.y { Point { y: to.y - HEAD_LENGTH + 1, ..to } } else { to };
            bend(strokes, from, to);
            if is_last && tip.y > to.y {
                strokes.push(Stroke::Line(Point { y: tip.y - HEAD_LENGTH + 1, ..tip }));
            }
        }
        Head { tip, direction: Direction::Down }
    }

    /// Out at the right side, up, and in at the right side.
    fn upwards(&self, lines: &[Line], strokes: &mut Vec<Stroke>) -> Head {
        let mut head = Head { tip: Point { x: 0, y: 0 }, direction: Direction::Left };
        for line in lines.iter().rev() {
            let (from, to) = (self.meet(line.lower, false), self.meet(line.upper, true));
            if let Some(rect) = self.node(line.lower) {
                let y = self.side_y(line.lower);
                strokes.push(Stroke::Move(Point { x: rect.right(), y }));
                turn(strokes, Point { x: from.x, y }, Point { x: -CORNER, y: 0 }, Point { x: 0, y: -CORNER });
            } else if self.layers.cells[line.lower.cell].kind == Kind::Label {
                strokes.push(Stroke::Move(from));
            }
            strokes.push(Stroke::Line(from));
            bend(strokes, from, to);
            if let Some(rect) = self.node(line.upper) {
                let y = self.side_y(line.upper);
                turn(strokes, Point { x: to.x, y }, Point { x: 0, y: CORNER }, Point { x: -CORNER, y: 0 });
                head.tip = Point { x: rect.right(), y };
                strokes.push(Stroke::Line(Point { x: rect.right() + HEAD_LENGTH - 1, y }));
            }
        }
        head
    }

    pub(super) fn self_loop(&self, edge: usize, node: usize) -> Route {
        let rect = self.boxes[node];
        let (left, middle) = (rect.x, rect.middle().y);
        let point = |x: i32, y: i32| Point { x: left - x, y: middle + y };
        let strokes = vec![
            Stroke::Move(point(0, 8)),
            Stroke::Curve(point(LOOP_WIDTH, 14), point(LOOP_WIDTH, -14), point(HEAD_LENGTH - 1, -7)),
        ];
        let label = self.diagram.edges[edge].label.as_deref().map(label_size);
        let label = label.map(|size| {
            let y = middle - size.height / 2;
            Rect { x: left - LOOP_WIDTH - size.width, y, width: size.width, height: size.height }
        });
        self.finish(edge, strokes, Head { tip: point(0, -7), direction: Direction::Right }, label)
    }

    fn node(&self, end: LineEnd) -> Option<&Rect> {
        (self.layers.cells[end.cell].kind == Kind::Node).then(|| &self.boxes[end.cell])
    }

    fn middle(&self, layer: usize) -> i32 {
        self.bands.tops[layer] + self.bands.heights[layer] / 2
    }

    /// Where a line enters or leaves a cell's layer.
    fn meet(&self, end: LineEnd, at_bottom: bool) -> Point {
        let cell = &self.layers.cells[end.cell];
        let height = if at_bottom { self.bands.heights[cell.layer] } else { 0 };
        Point { x: cell.x + end.offset, y: self.bands.tops[cell.layer] + height }
    }

    /// How high a line meets the side of its box.
    fn side_y(&self, end: LineEnd) -> i32 {
        self.boxes[end.cell].middle().y + end.drop
    }
}

/// A line that leaves and arrives straight down or up.
fn bend(strokes: &mut Vec<Stroke>, from: Point, to: Point) {
    if from.x == to.x {
        strokes.push(Stroke::Line(to));
    } else {
        let middle = (from.y + to.y) / 2;
        strokes.push(Stroke::Curve(Point { y: middle, ..from }, Point { y: middle, ..to }, to));
    }
}

/// A rounded corner, reached and left at these distances from it.
fn turn(strokes: &mut Vec<Stroke>, corner: Point, before: Point, after: Point) {
    strokes.push(Stroke::Line(corner.shifted(before)));
    strokes.push(Stroke::Curve(corner, corner, corner.shifted(after)));
}
