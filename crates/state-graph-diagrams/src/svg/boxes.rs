//! The shapes of nodes, before they have their places.

use super::layers::Size;
use super::shapes::{Rect, Shape, ShapeKind};
use super::text::{shorten, width, wrap};
use crate::nested::join;
use crate::pixels;
use crate::{Breakpoint, Diagram, DiagramNode};
use state_graph::{END, START};

pub(super) const FONT: i32 = 13;
pub(super) const LINE_HEIGHT: i32 = 17;
const SMALL_FONT: i32 = 11;
const NOTE_HEIGHT: i32 = 14;
const PADDING: i32 = 14;
const LABEL_LETTERS: usize = 32;

pub(super) fn size(rect: &Rect) -> Size {
    Size { width: rect.width, height: rect.height }
}

/// An edge's label as it is drawn.
pub(super) fn label_text(label: &str) -> String {
    shorten(label, LABEL_LETTERS)
}

pub(super) fn label_size(label: &str) -> Size {
    Size { width: width(&label_text(label), SMALL_FONT) + 8, height: 16 }
}

/// The height of a shape's words, or of all of a frame that is above what it holds.
pub(super) fn head_height(shape: &Shape) -> i32 {
    let lines = pixels(shape.lines.len());
    lines * LINE_HEIGHT + shape.note.map_or(0, |_| NOTE_HEIGHT) + 16
}

/// A node's shape, not yet placed; `inner` is the size of the graph in it.
pub(super) fn shape(node: &DiagramNode, outer: &str, inner: Option<Size>) -> Shape {
    let kind = match (&*node.name, inner) {
        (_, Some(_)) => ShapeKind::Frame,
        (START, None) if !outer.is_empty() => ShapeKind::Dot,
        (END, None) if !outer.is_empty() => ShapeKind::Ring,
        (START | END, None) => ShapeKind::Terminal,
        _ => ShapeKind::Plain,
    };
    let name = match &*node.name {
        START => "start",
        END => "end",
        name => name,
    };
    let note = match (node.breakpoint, node.deferred) {
        (None, false) => None,
        (None, true) => Some("deferred"),
        (Some(Breakpoint::Before), false) => Some("stops before"),
        (Some(Breakpoint::After), false) => Some("stops after"),
        (Some(Breakpoint::Both), false) => Some("stops before and after"),
        (Some(Breakpoint::Before), true) => Some("deferred, stops before"),
        (Some(Breakpoint::After), true) => Some("deferred, stops after"),
        (Some(Breakpoint::Both), true) => Some("deferred, stops before and after"),
    };
    let lines = wrap(name);
    let widest = lines.iter().map(|line| width(line, FONT)).max().unwrap_or(0);
    let words = widest.max(note.map_or(0, |note| width(note, SMALL_FONT))) + 2 * PADDING;
    let rect = Rect { x: 0, y: 0, width: words.max(64), height: 0 };
    let mut shape = Shape { path: join(outer, &node.name), kind, rect, lines, note };
    shape.rect.height = head_height(&shape);
    match (kind, inner) {
        (_, Some(inner)) => {
            shape.rect.width = shape.rect.width.max(inner.width + 2 * PADDING);
            shape.rect.height += inner.height + PADDING;
        }
        (ShapeKind::Dot, _) => shape.rect = Rect { width: 12, height: 12, ..shape.rect },
        (ShapeKind::Ring, _) => shape.rect = Rect { width: 16, height: 16, ..shape.rect },
        _ => {}
    }
    shape
}

/// Makes room for the heads of all the lines that meet at one side of a box.
pub(super) fn widen(shape: &mut Shape, diagram: &Diagram, outer: &str) {
    if matches!(shape.kind, ShapeKind::Dot | ShapeKind::Ring) {
        return;
    }
    let meet = |name: &str| join(outer, name) == shape.path;
    let entering = diagram.edges.iter().filter(|edge| meet(&edge.to)).count();
    let leaving = diagram.edges.iter().filter(|edge| meet(&edge.from)).count();
    let lines = pixels(entering.max(leaving));
    shape.rect.width = shape.rect.width.max(24 + 10 * (lines - 1));
}
