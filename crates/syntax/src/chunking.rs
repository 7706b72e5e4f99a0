//! Bounded, syntax-aware chunks: large nodes are split along their children, small neighbours merged.
//!
//! Chunks are whole lines, in order, without gap or overlap. A node that fits [`TARGET_LINES`] and [`TARGET_BYTES`]
//! is one piece; a larger one is cut where its children start on lines of their own, with comments and attributes
//! kept before what they belong to; text without structure is cut by lines. Then, level by level from the inside,
//! neighbours are merged while they fit, and crumbs (a header, a closing brace) join what they touch.

use crate::Lowering;
use facts::{Chunk, DefId, DefinitionKind, FileFacts};
use source::Span;
use tree_sitter::Node;

/// Target size of a chunk in lines.
const TARGET_LINES: usize = 40;
/// Target size of a chunk in bytes; a longer line is a chunk by itself.
const TARGET_BYTES: usize = 1500;
/// Up to so many lines join a neighbour of another level, and may exceed the target by [`SLACK_PERCENT`].
const CRUMB_LINES: usize = 4;
const SLACK_PERCENT: usize = 25;
/// Structure is followed this deep; below, lines are cut.
const MAX_DEPTH: u32 = 64;

/// Fills [`facts::FileFacts::chunks`].
pub fn chunk(cx: &mut Lowering<'_>, root: Node<'_>) {
    let lines = Lines::new(cx.source());
    if cx.source().trim().is_empty() {
        return;
    }
    let pieces = split(&lines, root, Piece { first: 0, last: lines.count() - 1, depth: 0 });
    let rows: Vec<(u32, u32)> = pieces.iter().map(|piece| lines.written(cx.source(), piece)).collect();
    let chunks = pieces.into_iter().zip(holders(cx.facts(), &rows));
    let chunks = chunks.map(|(piece, definition)| Chunk { span: lines.span(piece.first, piece.last), definition });
    cx.facts_mut().chunks = chunks.collect();
}

/// Rows from 0, both ends included.
#[derive(Clone, Copy)]
struct Piece {
    first: usize,
    last: usize,
    depth: u32,
}

impl Piece {
    fn is_crumb(&self) -> bool {
        self.last - self.first < CRUMB_LINES
    }
}

/// Where each row starts, and the end of the text.
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1));
        if *starts.last().unwrap_or(&0) != text.len() {
            starts.push(text.len());
        }
        Self { starts }
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn bytes(&self, first: usize, last: usize) -> usize {
        self.starts[last + 1] - self.starts[first]
    }

    fn fits(&self, first: usize, last: usize, percent: usize) -> bool {
        (last - first) * 100 < TARGET_LINES * percent && self.bytes(first, last) * 100 <= TARGET_BYTES * percent
    }

    /// The first and the last line of a piece that are not blank, from 1; the whole piece where all are.
    fn written(&self, text: &str, piece: &Piece) -> (u32, u32) {
        let blank = |row: &usize| text[self.starts[*row]..self.starts[row + 1]].trim().is_empty();
        let first = (piece.first..=piece.last).find(|row| !blank(row)).unwrap_or(piece.first);
        let last = (piece.first..=piece.last).rev().find(|row| !blank(row)).unwrap_or(piece.last);
        (first as u32 + 1, last as u32 + 1)
    }

    fn span(&self, first: usize, last: usize) -> Span {
        Span {
            start: self.starts[first] as u32,
            end: self.starts[last + 1] as u32,
            start_line: first as u32 + 1,
            end_line: last as u32 + 1,
        }
    }
}

/// Cuts `piece`, which `node` fills for the most part.
fn split(lines: &Lines, node: Node<'_>, piece: Piece) -> Vec<Piece> {
    if lines.fits(piece.first, piece.last, 100) {
        return vec![piece];
    }
    let segments = if piece.depth < MAX_DEPTH { segments(node, piece) } else { Vec::new() };
    if segments.is_empty() {
        return by_lines(lines, piece);
    }
    let depth = piece.depth + 1;
    let mut pieces = Vec::new();
    for (i, (first, child)) in segments.iter().enumerate() {
        let last = segments.get(i + 1).map_or(piece.last, |(next, _)| next - 1);
        pieces.extend(split(lines, *child, Piece { first: *first, last, depth }));
    }
    merge(lines, pieces, depth)
}

/// The rows at which children of `node` start afresh, each with the largest child up to the next.
fn segments<'n>(node: Node<'n>, piece: Piece) -> Vec<(usize, Node<'n>)> {
    let mut segments: Vec<(usize, Node<'n>)> = Vec::new();
    let mut cursor = node.walk();
    let (mut busy_until, mut glued) = (None, false);
    for child in node.named_children(&mut cursor) {
        let (first, last) = rows(child);
        let fresh = busy_until.is_none_or(|row| first > row);
        let belongs_to_next = child.is_extra() || child.kind().contains("attribute") || child.kind() == "decorator";
        match segments.last_mut() {
            None => segments.push((piece.first, child)),
            Some(_) if fresh && !glued && first <= piece.last => segments.push((first, child)),
            Some((_, largest)) => {
                let (start, end) = rows(*largest);
                if last - first > end - start {
                    *largest = child;
                }
            }
        }
        glued = belongs_to_next && (fresh || glued);
        busy_until = busy_until.max(Some(last));
    }
    segments
}

fn rows(node: Node<'_>) -> (usize, usize) {
    let (start, end) = (node.start_position(), node.end_position());
    let last = if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row };
    (start.row, last)
}

fn by_lines(lines: &Lines, piece: Piece) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut first = piece.first;
    for row in piece.first..=piece.last {
        if row == piece.last || !lines.fits(first, row + 1, 100) {
            pieces.push(Piece { first, last: row, depth: piece.depth });
            first = row + 1;
        }
    }
    pieces
}

/// Merges the pieces of one level; deeper ones have been merged among themselves and take in crumbs only.
fn merge(lines: &Lines, pieces: Vec<Piece>, depth: u32) -> Vec<Piece> {
    let mut merged: Vec<Piece> = Vec::new();
    for next in pieces {
        match merged.last_mut() {
            Some(last) if joins(lines, last, &next, depth) => {
                last.depth = last.depth.max(next.depth);
                last.last = next.last;
            }
            _ => merged.push(next),
        }
    }
    merged
}

fn joins(lines: &Lines, last: &Piece, next: &Piece, depth: u32) -> bool {
    let open = last.depth == depth && next.depth == depth;
    let crumb = last.is_crumb() || next.is_crumb();
    let percent = if open { 100 } else { 100 + SLACK_PERCENT };
    (open || crumb) && lines.fits(last.first, next.last, percent)
}

/// For each range of lines the innermost named definition around it: the shortest, of equal ones the last. Ranges and
/// definitions are taken in order of their lines, with the definitions that still hold on a stack.
fn holders(facts: &FileFacts, ranges: &[(u32, u32)]) -> Vec<DefId> {
    let mut starting: Vec<usize> =
        (0..facts.definitions.len()).filter(|at| facts.definitions[*at].kind != DefinitionKind::Lambda).collect();
    starting.sort_by_key(|at| facts.definitions[*at].span.start_line);
    let mut starting = starting.into_iter().peekable();
    let mut open: Vec<usize> = Vec::new();
    let length = |at: usize| facts.definitions[at].span.end - facts.definitions[at].span.start;
    let mut found = Vec::with_capacity(ranges.len());
    for (first, last) in ranges {
        while let Some(at) = starting.next_if(|at| facts.definitions[*at].span.start_line <= *first) {
            // Names of one statement share its span, and the last is kept for them.
            match open.last_mut() {
                Some(top) if facts.definitions[*top].span == facts.definitions[at].span => *top = at,
                _ => open.push(at),
            }
        }
        // What ends before this range ends before all later ones.
        open.retain(|at| facts.definitions[*at].span.end_line >= *first);
        let holding = open.iter().filter(|at| facts.definitions[**at].span.end_line >= *last);
        let innermost = holding.min_by_key(|at| (length(**at), usize::MAX - **at));
        found.push(innermost.map_or(DefId::MODULE, |at| DefId(*at as u32)));
    }
    found
}

#[cfg(test)]
#[cfg(feature = "python")]
mod tests {
    use crate::languages::render::facts;
    use facts::{DefinitionKind, FileFacts};
    use source::Language::Python;

    /// Each chunk as `first..last definition`.
    fn listed(facts: &FileFacts) -> Vec<String> {
        let chunk = |c: &facts::Chunk| {
            let path = &facts.definition(c.definition).path;
            format!("{}..{} {path}", c.span.start_line, c.span.end_line)
        };
        facts.chunks.iter().map(chunk).collect()
    }

    fn assert_covers(facts: &FileFacts, text: &str) {
        let mut at = 0;
        for chunk in &facts.chunks {
            assert_eq!(chunk.span.start, at);
            assert!(chunk.span.line_count() <= 80, "{:?}", chunk.span);
            at = chunk.span.end;
        }
        assert_eq!(at as usize, text.len());
    }

    fn function(name: &str, lines: usize) -> String {
        format!("def {name}():\n{}\n", "    work()\n".repeat(lines - 1))
    }

    #[test]
    fn small_functions_are_merged_and_large_ones_split() {
        let text = [function("a", 8), function("b", 8), function("large", 90), function("c", 8)].concat();
        let facts = facts(Python, &text);
        assert_covers(&facts, &text);
        assert_eq!(listed(&facts), ["1..18 ", "19..59 large", "60..99 large", "100..109 large", "110..118 c"]);
    }

    #[test]
    fn a_class_keeps_its_header_with_its_first_method() {
        let methods: String = (0..6).map(|i| function(&format!("m{i}"), 15)).collect();
        let indented: String = methods.lines().map(|line| format!("    {line}\n")).collect();
        let text = format!("import os\n\n# About the class.\n@dec\nclass C(Base):\n{indented}");
        let facts = facts(Python, &text);
        assert_covers(&facts, &text);
        assert_eq!(listed(&facts), ["1..37 ", "38..69 C", "70..101 C"]);
    }

    #[test]
    fn text_without_structure_is_cut_by_lines() {
        let text = format!("x = '''\n{}'''\n", "some text of no structure whatever\n".repeat(500));
        let facts = facts(Python, &text);
        assert_covers(&facts, &text);
        assert!(facts.chunks.iter().all(|c| facts.definition(c.definition).kind == DefinitionKind::Variable));
    }

    #[test]
    fn nothing_for_nothing_and_one_long_line() {
        assert!(facts(Python, " \n\n").chunks.is_empty());
        let text = format!("x = [{}]", "1, ".repeat(5000));
        assert_covers(&facts(Python, &text), &text);
        let nested = format!("{}y{}", "(\n".repeat(5000), "\n)".repeat(5000));
        assert_covers(&facts(Python, &nested), &nested);
    }
}
