//! Writing a picture as an SVG document.

use std::collections::BTreeMap;

use super::boxes::{FONT, LINE_HEIGHT};
use super::picture::Picture;
use super::shapes::{Direction, Head, Point, Route, Shape, ShapeKind, Stroke};
use super::text::escape;
use crate::{Diagram, NodeStatus};

const MARGIN: i32 = 16;

/// Light and dark, as classes and not as custom properties, which many programs that show SVG don't know.
const STYLE: &str = include_str!("style.css");

pub(super) fn document(diagram: &Diagram, picture: &Picture, marks: &BTreeMap<String, NodeStatus>) -> String {
    let (width, height) = (picture.width + 2 * MARGIN, picture.height + 2 * MARGIN);
    let mut out = open(width, height, "Graph");
    out.push_str("<desc>");
    escape(&mut out, &description(diagram));
    putln!(out, "</desc>\n<g transform=\"translate({MARGIN} {MARGIN})\">");
    for shape in picture.shapes.iter().filter(|shape| shape.kind == ShapeKind::Frame) {
        node(&mut out, shape, marks.get(&shape.path).copied());
    }
    picture.routes.iter().for_each(|route| edge(&mut out, route));
    for shape in picture.shapes.iter().filter(|shape| shape.kind != ShapeKind::Frame) {
        node(&mut out, shape, marks.get(&shape.path).copied());
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// The head of a document, up to its title.
pub(crate) fn open(width: i32, height: i32, title: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"state-graph\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>"
    );
    escape(&mut out, title);
    putln!(
        out,
        "</title>\n<style>\n{STYLE}</style>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>"
    );
    out
}

/// The edges in words, for who does not see them.
fn description(diagram: &Diagram) -> String {
    let mut words = Vec::new();
    for edge in diagram.drawn_edges() {
        let leads = if edge.conditional { "may lead" } else { "leads" };
        let label = edge.label.as_ref().map_or_else(String::new, |label| format!(" ({label})"));
        words.push(format!("{} {leads} to {}{label}", edge.from, edge.to));
    }
    words.join("; ")
}

fn node(out: &mut String, shape: &Shape, status: Option<NodeStatus>) {
    let rect = shape.rect;
    let kind = match shape.kind {
        ShapeKind::Plain => "node",
        ShapeKind::Frame => "frame",
        ShapeKind::Terminal => "node terminal",
        ShapeKind::Dot => "dot",
        ShapeKind::Ring => "ring",
    };
    let class = status.map_or("", NodeStatus::class);
    let gap = if status.is_some() { " " } else { "" };
    put!(out, "<g class=\"{kind}{gap}{class}\" data-node=\"");
    escape(out, &shape.path);
    out.push_str("\"><title>");
    escape(out, &shape.path);
    match (status, shape.note) {
        (Some(_), Some(note)) => put!(out, ": {class}; {note}"),
        (Some(_), None) => put!(out, ": {class}"),
        (None, Some(note)) => put!(out, ": {note}"),
        (None, None) => {}
    }
    out.push_str("</title>");
    let radius = match shape.kind {
        ShapeKind::Plain => 7,
        ShapeKind::Frame => 11,
        ShapeKind::Terminal | ShapeKind::Dot | ShapeKind::Ring => rect.height / 2,
    };
    let (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height);
    put!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>");
    if shape.kind == ShapeKind::Ring {
        let centre = rect.middle();
        put!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"4\"/>", centre.x, centre.y);
    }
    if !matches!(shape.kind, ShapeKind::Dot | ShapeKind::Ring) {
        words(out, shape);
    }
    if let Some(status) = status {
        badge(out, status, Point { x: x + 2, y: y + 2 });
    }
    out.push_str("</g>\n");
}

fn words(out: &mut String, shape: &Shape) {
    let x = shape.rect.middle().x;
    let mut y = shape.rect.y + 8 + FONT;
    for line in &shape.lines {
        put!(out, "<text x=\"{x}\" y=\"{y}\">");
        escape(out, line);
        out.push_str("</text>");
        y += LINE_HEIGHT;
    }
    if let Some(note) = shape.note {
        put!(out, "<text class=\"note\" x=\"{x}\" y=\"{}\">{note}</text>", y - 3);
    }
}

/// A sign at a corner, so that a node's status is not shown by colour alone.
fn badge(out: &mut String, status: NodeStatus, at: Point) {
    let sign = match status {
        NodeStatus::Running => "M-2-3.5L3.5 0-2 3.5z",
        NodeStatus::Done => "M-3.5 0-1 2.5 3.5-2.5",
        NodeStatus::Failed => "M-2.5-2.5 2.5 2.5M2.5-2.5-2.5 2.5",
        NodeStatus::Interrupted => "M-1.8-3V3M1.8-3V3",
    };
    let Point { x, y } = at;
    put!(out, "<g class=\"badge\" transform=\"translate({x} {y})\"><circle r=\"7\"/><path d=\"{sign}\"/></g>");
}

fn edge(out: &mut String, route: &Route) {
    let class = if route.is_conditional { "edge choice" } else { "edge" };
    put!(out, "<g class=\"{class}\"><title>");
    escape(out, &route.title);
    out.push_str("</title><path d=\"");
    let mut at = None;
    for stroke in &route.strokes {
        let to = match *stroke {
            Stroke::Move(to) | Stroke::Line(to) | Stroke::Curve(_, _, to) => to,
        };
        match *stroke {
            Stroke::Line(_) if at == Some(to) => {}
            Stroke::Move(_) => put!(out, "M{} {}", to.x, to.y),
            Stroke::Line(_) => put!(out, "L{} {}", to.x, to.y),
            Stroke::Curve(a, b, _) => put!(out, "C{} {} {} {} {} {}", a.x, a.y, b.x, b.y, to.x, to.y),
        }
        at = Some(to);
    }
    out.push_str("\"/>");
    arrow(out, &route.head);
    if let Some(label) = &route.label {
        let middle = label.rect.middle();
        put!(out, "<text x=\"{}\" y=\"{}\">", middle.x, middle.y + 4);
        escape(out, &label.text);
        out.push_str("</text>");
    }
    out.push_str("</g>\n");
}

fn arrow(out: &mut String, head: &Head) {
    let Point { x, y } = head.tip;
    let shape = match head.direction {
        Direction::Down => "l-4-8h8z",
        Direction::Left => "l8-4v8z",
        Direction::Right => "l-8-4v8z",
    };
    put!(out, "<path class=\"head\" d=\"M{x} {y}{shape}\"/>");
}
