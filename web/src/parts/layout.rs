//! Boxes in rows of three: what uses others is above what is used, so that most lines run downwards.
//!
//! The order is that of Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set problem" (1993): it
//! leaves few and light lines that run upwards. Within a row, boxes are sorted by the columns of what uses them. All is in
//! whole pixels, so that the same map is drawn the same everywhere.

use protocol::MapEdge;

/// Most boxes that are drawn of one level.
pub const MOST: usize = 12;
/// Most lines that are drawn: the heaviest.
const LINES: usize = 24;
const COLUMNS: usize = 3;
/// Width and height of a box.
pub const BOX: (i32, i32) = (156, 46);
const GAP: (i32, i32) = (24, 44);
/// At the sides, and above and below, where lines within a row pass.
const MARGIN: (i32, i32) = (14, 22);
/// Letters of a name that fit into a box, in a wide typeface too.
const NAME: usize = 17;

/// A line between two boxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Index of the box that uses.
    pub from: usize,
    /// Index of the box that is used.
    pub to: usize,
    /// A path of SVG.
    pub path: String,
    /// 1 to 4 pixels, by the logarithm of calls and imports.
    pub width: u32,
}

/// A drawing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    /// Upper left corners, by part.
    pub boxes: Vec<(i32, i32)>,
    pub lines: Vec<Line>,
    pub width: i32,
    pub height: i32,
    /// Lines between these boxes that are not drawn, as the lightest.
    pub left_out: usize,
}

/// Places the first [`MOST`] of so many parts. `edges` are sorted, the heaviest first.
pub fn lay_out(parts: usize, edges: &[MapEdge]) -> Layout {
    let boxes = parts.min(MOST);
    let weight = |edge: &MapEdge| edge.calls.saturating_add(edge.files);
    let all: Vec<(usize, usize, u32)> = edges
        .iter()
        .map(|edge| (edge.from as usize, edge.to as usize, weight(edge)))
        .filter(|(from, to, _)| *from < boxes && *to < boxes && from != to)
        .collect();
    let drawn = &all[..all.len().min(LINES)];
    let rows = rows(&order(boxes, drawn), drawn);
    let mut cells = vec![(0, 0); boxes];
    for (row, members) in rows.iter().enumerate() {
        members.iter().enumerate().for_each(|(column, part)| cells[*part] = (column, row));
    }
    let across = |count: usize, size: i32, gap: i32, margin: i32| 2 * margin + count as i32 * (size + gap) - gap;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let place = |(column, row): (usize, usize)| {
        (MARGIN.0 + column as i32 * (BOX.0 + GAP.0), MARGIN.1 + row as i32 * (BOX.1 + GAP.1))
    };
    Layout {
        boxes: cells.iter().map(|cell| place(*cell)).collect(),
        lines: lines(&cells, &place, drawn),
        width: across(columns, BOX.0, GAP.0, MARGIN.0).max(0),
        height: across(rows.len(), BOX.1, GAP.1, MARGIN.1).max(0),
        left_out: all.len() - drawn.len(),
    }
}

/// The order in which few and light lines run backwards.
fn order(boxes: usize, edges: &[(usize, usize, u32)]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..boxes).collect();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        let sum = |part: usize, is_out: bool| -> i64 {
            let own = edges.iter().filter(|(from, to, _)| left.contains(from) && left.contains(to));
            own.filter(|(from, to, _)| part == if is_out { *from } else { *to }).map(|it| i64::from(it.2)).sum()
        };
        let is_used_only = |part: &&usize| sum(**part, true) == 0 && sum(**part, false) > 0;
        if let Some(part) = left.iter().rev().find(is_used_only).copied() {
            last.push(part);
            left.retain(|other| *other != part);
            continue;
        }
        let best = left.iter().max_by_key(|part| (sum(**part, true) - sum(**part, false), std::cmp::Reverse(**part)));
        let part = *best.expect("something is left");
        first.push(part);
        left.retain(|other| *other != part);
    }
    first.extend(last.into_iter().rev());
    first
}

/// The order cut into rows, each sorted by the columns of what uses its boxes.
fn rows(order: &[usize], edges: &[(usize, usize, u32)]) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for cut in order.chunks(COLUMNS) {
        let column = |part: usize| rows.iter().find_map(|row| row.iter().position(|other| *other == part));
        let centre = |part: &usize| {
            let users: Vec<usize> =
                edges.iter().filter(|(_, to, _)| to == part).filter_map(|(from, ..)| column(*from)).collect();
            // In hundredths; without a user in the middle.
            if users.is_empty() { 100 } else { users.iter().sum::<usize>() * 100 / users.len() }
        };
        let mut row = cut.to_vec();
        row.sort_by_key(centre);
        rows.push(row);
    }
    rows
}

/// Lines leave a box at its lower side and end at the upper side of a lower one, side by side in the order of their other ends.
fn lines(
    cells: &[(usize, usize)],
    place: &impl Fn((usize, usize)) -> (i32, i32),
    edges: &[(usize, usize, u32)],
) -> Vec<Line> {
    // The side of each end: true for the lower one.
    let side = |from: usize, to: usize| {
        let (one, other) = (cells[from].1, cells[to].1);
        (one < other, one > other)
    };
    let mut ends: Vec<(usize, bool, usize, usize)> = Vec::new();
    for (at, (from, to, _)) in edges.iter().enumerate() {
        let (leaves, arrives) = side(*from, *to);
        ends.push((*from, leaves, cells[*to].0, 2 * at));
        ends.push((*to, arrives, cells[*from].0, 2 * at + 1));
    }
    ends.sort_unstable();
    let port = |end: usize| {
        let at = ends.iter().position(|it| it.3 == end).expect("every end is listed");
        let (part, lower, ..) = ends[at];
        let is_beside = |it: &&(usize, bool, usize, usize)| (it.0, it.1) == (part, lower);
        let (before, beside) = (ends[..at].iter().filter(is_beside).count(), ends.iter().filter(is_beside).count());
        let (x, y) = place(cells[part]);
        (x + BOX.0 * (before as i32 + 1) / (beside as i32 + 1), if lower { y + BOX.1 } else { y }, lower)
    };
    let line = |(at, (from, to, weight)): (usize, &(usize, usize, u32))| {
        let ((x, y, leaves_below), (to_x, to_y, ends_below)) = (port(2 * at), port(2 * at + 1));
        let reach = ((to_y - y).abs() / 2).clamp(24, 70);
        // Lines of one row go over its boxes.
        let bend = |lower: bool| if lower { reach } else { -reach };
        let (down, up) = if y == to_y { (-26, -26) } else { (bend(leaves_below), bend(ends_below)) };
        let path = format!("M{x} {y}C{x} {} {to_x} {} {to_x} {to_y}", y + down, to_y + up);
        Line { from: *from, to: *to, path, width: (1 + weight.ilog2() / 3).min(4) }
    };
    edges.iter().enumerate().filter(|(_, edge)| edge.2 > 0).map(line).collect()
}

/// A name that fits into a box: of a path the end.
pub fn short_name(name: &str) -> String {
    let letters = name.chars().count();
    if letters <= NAME {
        return name.to_owned();
    }
    let last = name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
    if last.chars().count() + 2 <= NAME {
        return format!("\u{2026}/{last}");
    }
    format!("{}\u{2026}", last.chars().take(NAME - 1).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: u32, to: u32, calls: u32) -> MapEdge {
        MapEdge { from, to, calls, files: 1 }
    }

    #[test]
    fn what_uses_others_is_above_what_is_used() {
        // The first is used by all, the last uses all.
        let edges = [edge(4, 0, 40), edge(3, 0, 30), edge(2, 0, 20), edge(4, 3, 9), edge(4, 2, 8), edge(1, 0, 2)];
        let layout = lay_out(5, &edges);
        let row = |part: usize| layout.boxes[part].1;
        assert!(row(4) < row(0) && row(1) <= row(0), "{:?}", layout.boxes);
        assert_eq!(layout.lines.len(), 6);
        assert!(layout.lines[0].path.starts_with('M') && layout.lines[0].width > layout.lines[5].width);
    }

    #[test]
    fn a_map_is_bounded() {
        let edges: Vec<MapEdge> =
            (0..30).flat_map(|from| (0..30).map(move |to| edge(from, to, 5))).filter(|it| it.from != it.to).collect();
        let layout = lay_out(30, &edges);
        assert_eq!((layout.boxes.len(), layout.lines.len()), (MOST, LINES));
        assert_eq!(layout.left_out, MOST * (MOST - 1) - LINES);
        let places: std::collections::BTreeSet<_> = layout.boxes.iter().collect();
        assert_eq!(places.len(), MOST, "no two boxes at one place");
        assert!(layout.boxes.iter().all(|(x, y)| x + BOX.0 < layout.width && y + BOX.1 < layout.height));
        assert_eq!(lay_out(0, &[]), Layout { width: 4, height: 0, ..Layout::default() });
    }

    #[test]
    fn a_circle_is_drawn_whole() {
        let layout = lay_out(2, &[edge(0, 1, 9), edge(1, 0, 3)]);
        assert_eq!(layout.lines.len(), 2);
        assert_eq!(layout.boxes[0].1, layout.boxes[1].1, "one row");
    }

    #[test]
    fn long_names_keep_their_end() {
        assert_eq!(short_name("src/flask/app.py"), "src/flask/app.py");
        assert_eq!(short_name("packages/deep/inside/core"), "\u{2026}/core");
        assert_eq!(short_name("a_module_with_a_very_long_name.py").chars().count(), NAME);
    }
}
