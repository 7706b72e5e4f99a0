//! A drawing in plain characters: boxes in layers, lines between them, and a list of what lines cannot show.

use compact_sort::CompactSort;
use std::collections::BTreeMap;

use crate::layout::{Cell, Layout, Line};
use crate::{Breakpoint, Diagram, DiagramEdge, DiagramNode};

/// Columns between neighbours in a layer.
const GAP: usize = 3;

impl Diagram {
    /// The drawing. Conditional edges are dotted; edges that lead back up, the labels of routes and what is special
    /// about a node (a star in its box) are listed below; so are the graphs inside nodes, whose names end in a colon.
    pub fn ascii(&self) -> String {
        let layout = Layout::of(self);
        let centres = centres(&layout.layers);
        let mut out = String::new();
        for (index, layer) in layout.layers.iter().enumerate() {
            boxes(&mut out, layer, &centres[index]);
            if let Some(below) = centres.get(index + 1) {
                let cells = &layout.layers[index + 1];
                connectors(&mut out, &layout.lines[index], &centres[index], below, cells);
            }
        }
        list(&mut out, "back:", layout.back.iter().copied());
        let forward = self.drawn_edges().into_iter().filter(|edge| !layout.back.contains(edge));
        list(&mut out, "choices:", forward.filter(|edge| edge.conditional));
        for (index, (node, note)) in self.nodes.iter().filter_map(|node| Some((node, note(node)?))).enumerate() {
            let title = if index == 0 { "\nnotes:\n" } else { "" };
            putln!(out, "{title}  {}  ({note})", node.name);
        }
        for (node, inner) in self.nodes.iter().filter_map(|node| Some((node, node.subgraph.as_ref()?))) {
            putln!(out, "\n{}:", node.name);
            inner.ascii().lines().for_each(|line| out.extend([if line.is_empty() { "" } else { "  " }, line, "\n"]));
        }
        out
    }
}

/// What is special about a node.
fn note(node: &DiagramNode) -> Option<&'static str> {
    Some(match (node.breakpoint, node.deferred) {
        (None, false) => return None,
        (None, true) => "deferred",
        (Some(Breakpoint::Before), false) => "stops before",
        (Some(Breakpoint::After), false) => "stops after",
        (Some(Breakpoint::Both), false) => "stops before and after",
        (Some(Breakpoint::Before), true) => "deferred, stops before",
        (Some(Breakpoint::After), true) => "deferred, stops after",
        (Some(Breakpoint::Both), true) => "deferred, stops before and after",
    })
}

/// The letters in a node's box.
fn inscription(node: &DiagramNode) -> String {
    let star = if note(node).is_some() { "*" } else { "" };
    let colon = if node.subgraph.is_some() { ":" } else { "" };
    format!("{}{colon}{star}", node.name)
}

fn width(cell: &Cell<'_>) -> usize {
    match cell {
        // Odd, so that the box has a middle column.
        Cell::Node(node) => (inscription(node).chars().count() + 4) | 1,
        Cell::Pass { .. } => 1,
    }
}

/// The middle column of every cell, each layer centred on the widest.
fn centres(layers: &[Vec<Cell<'_>>]) -> Vec<Vec<usize>> {
    let total = |layer: &Vec<Cell<'_>>| layer.iter().map(|cell| width(cell) + GAP).sum::<usize>().saturating_sub(GAP);
    let widest = layers.iter().map(total).max().unwrap_or(0) | 1;
    let place = |layer: &Vec<Cell<'_>>| {
        let mut x = (widest - total(layer)) / 2;
        let centre = |cell: &Cell<'_>| {
            let centre = x + width(cell) / 2;
            x += width(cell) + GAP;
            centre
        };
        layer.iter().map(centre).collect()
    };
    layers.iter().map(place).collect()
}

/// A grid that grows to the right; rows are trimmed when written.
struct Rows(Vec<Vec<char>>);

impl Rows {
    fn new(count: usize) -> Self {
        Self(vec![Vec::new(); count])
    }

    fn put(&mut self, row: usize, column: usize, letter: char) {
        let row = &mut self.0[row];
        if row.len() <= column {
            row.resize(column + 1, ' ');
        }
        row[column] = letter;
    }

    fn get(&self, row: usize, column: usize) -> char {
        self.0[row].get(column).copied().unwrap_or(' ')
    }

    fn write(&self, out: &mut String) {
        for row in &self.0 {
            let line: String = row.iter().collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

fn boxes(out: &mut String, layer: &[Cell<'_>], centres: &[usize]) {
    let mut rows = Rows::new(3);
    for (cell, &centre) in layer.iter().zip(centres) {
        let Cell::Node(node) = cell else {
            let Cell::Pass { dotted } = cell else { continue };
            (0..3).for_each(|row| rows.put(row, centre, vertical(*dotted)));
            continue;
        };
        let (width, left) = (width(cell), centre - width(cell) / 2);
        for column in left..left + width {
            let edge = if column == left || column + 1 == left + width { '+' } else { '-' };
            rows.put(0, column, edge);
            rows.put(2, column, edge);
        }
        rows.put(1, left, '|');
        rows.put(1, left + width - 1, '|');
        inscription(node).chars().enumerate().for_each(|(at, letter)| rows.put(1, left + 2 + at, letter));
    }
    rows.write(out);
}

fn vertical(dotted: bool) -> char {
    if dotted { ':' } else { '|' }
}

/// The lines between two layers: one row per source that turns, above it the way down from the sources, below it the
/// way down to the targets, and last the arrow heads.
fn connectors(out: &mut String, lines: &[Line], above: &[usize], below: &[usize], cells: &[Cell<'_>]) {
    let turns = turning_rows(lines, above, below);
    let count = turns.len() + 2;
    let mut rows = Rows::new(count);
    // Plain lines are drawn last, so that they win where a plain and a dotted line share a way.
    let mut lines: Vec<&Line> = lines.iter().collect();
    lines.compact_sort_by_key(|line| !line.dotted);
    let row_of = |line: &Line| turns.iter().position(|&from| from == line.from).map_or(0, |row| row + 1);
    for line in &lines {
        let (row, x, to) = (row_of(line), above[line.from], below[line.to]);
        if row > 0 {
            let letter = if line.dotted { '.' } else { '-' };
            (x.min(to)..=x.max(to)).for_each(|column| rows.put(row, column, letter));
        }
    }
    for line in &lines {
        let (row, x, to) = (row_of(line), above[line.from], below[line.to]);
        (0..row).for_each(|row| rows.put(row, x, vertical(line.dotted)));
        (row + usize::from(row > 0)..count).for_each(|row| rows.put(row, to, vertical(line.dotted)));
    }
    for line in lines.iter().filter(|line| row_of(line) > 0) {
        rows.put(row_of(line), above[line.from], '+');
        rows.put(row_of(line), below[line.to], '+');
    }
    for line in lines.iter().filter(|line| matches!(cells[line.to], Cell::Node(_))) {
        if rows.get(count - 1, below[line.to]) != ' ' {
            rows.put(count - 1, below[line.to], 'v');
        }
    }
    rows.write(out);
}

/// The sources that need a row of their own, from top to bottom: a source turns above any that comes down in its
/// column, so that two lines don't share a way.
fn turning_rows(lines: &[Line], above: &[usize], below: &[usize]) -> Vec<usize> {
    let mut targets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for line in lines {
        targets.entry(line.from).or_default().push(below[line.to]);
    }
    targets.retain(|&from, targets| targets.iter().any(|&to| to != above[from]));
    let mut rows = Vec::new();
    while !targets.is_empty() {
        let waits = |from: usize| {
            let enters = |other: usize| other != from && targets[&from].contains(&above[other]);
            targets.keys().any(|&other| enters(other))
        };
        // Where sources enter each other's columns in a circle, any order is as good.
        let free = targets.keys().copied().find(|&from| !waits(from));
        let Some(from) = free.or_else(|| targets.keys().next().copied()) else { break };
        targets.remove(&from);
        rows.push(from);
    }
    rows
}

fn list<'e>(out: &mut String, title: &str, edges: impl Iterator<Item = &'e DiagramEdge>) {
    let mut edges = edges.peekable();
    if edges.peek().is_none() {
        return;
    }
    put!(out, "\n{title}\n");
    for edge in edges {
        let arrow = if edge.conditional { "..>" } else { "-->" };
        let label = edge.label.as_ref().map_or_else(String::new, |label| format!("  ({label})"));
        putln!(out, "  {} {arrow} {}{label}", edge.from, edge.to);
    }
}
