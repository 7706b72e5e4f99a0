//! A file's lines, and the highlighted pieces of one line.

use crate::strings;
use protocol::HighlightRun;
use std::ops::Range;

/// Most bytes drawn of one line: a minified file must not block the page.
const LONGEST_LINE: usize = 4_000;
/// Most characters shown of a line of an excerpt.
const LONGEST_EXCERPT_LINE: usize = 400;

/// Where each line of a text starts, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
    end: usize,
}

impl LineIndex {
    /// Finds the lines of `text`. A newline at the very end starts no line of its own.
    pub fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(at, byte)| byte == b'\n' && at + 1 < text.len());
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { starts, end: text.len() }
    }

    /// How many lines; at least one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of the line with this index (from 0), without its line break; empty where there is no such line.
    pub fn range(&self, text: &str, index: usize) -> Range<usize> {
        let Some(&start) = self.starts.get(index) else { return self.end..self.end };
        let end = self.starts.get(index + 1).copied().unwrap_or(self.end);
        let line = &text[start..end];
        start..start + line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line)).len()
    }
}

/// A part of a line with one highlight class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece<'a> {
    /// Index into the class names of [`HighlightRun`]; `None` for plain text.
    pub class: Option<u8>,
    pub text: &'a str,
}

/// Cuts one line into pieces. Runs hold byte offsets into `text`, in order; one may span many lines. An offset inside
/// a character is moved back to its start. The second value is how many bytes of a very long line are left out.
pub fn pieces<'a>(text: &'a str, runs: &[HighlightRun], line: Range<usize>) -> (Vec<Piece<'a>>, usize) {
    let end = text.floor_char_boundary(line.end.min(line.start + LONGEST_LINE));
    let mut out = Vec::new();
    let mut at = line.start;
    let mut push = |from: usize, to: usize, class| {
        if from < to {
            out.push(Piece { class, text: &text[from..to] });
        }
    };
    let first = runs.partition_point(|run| (run.end as usize) <= line.start);
    for run in &runs[first..] {
        let start = text.floor_char_boundary(run.start as usize).max(at);
        let stop = text.floor_char_boundary(run.end as usize).min(end);
        if start >= end {
            break;
        }
        push(at, start, None);
        push(start, stop, Some(run.class));
        at = stop.max(start);
    }
    push(at, end, None);
    (out, line.end - end)
}

/// Lines `start` to `end` of a text: at most `most`, with a count of the others; long lines are cut.
pub fn excerpt(text: &str, start: u32, end: u32, most: usize) -> String {
    let first = (start.max(1) - 1) as usize;
    let wanted = (end.max(1) as usize).saturating_sub(first);
    let (shown, more) = beginning(text.lines().skip(first).take(wanted), most);
    if more == 0 { shown } else { format!("{shown}\n{}", strings::text_more_lines(more)) }
}

/// The first lines, each cut where it is long, and how many more there are.
pub fn beginning<'t>(mut lines: impl Iterator<Item = &'t str>, most: usize) -> (String, usize) {
    let shown = lines.by_ref().take(most).map(short).collect::<Vec<_>>().join("\n");
    (shown, lines.count())
}

/// The beginning of a definition, from the line of its signature where a comment above fills all that is shown.
pub fn with_signature<'t>(text: &'t str, signature: Option<&str>, most: usize) -> &'t str {
    let Some(head) = signature.and_then(|it| it.lines().next()).map(str::trim).filter(|it| !it.is_empty()) else {
        return text;
    };
    // Of a signature over several lines, the first holds what comes before its parameters.
    let head = head.split(['(', '{', '<']).next().unwrap_or(head).trim();
    let mut from = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if line.contains(head) && !is_comment(line) {
            return if index < most.saturating_sub(2) { text } else { &text[from..] };
        }
        from += line.len();
    }
    text
}

/// Whether a line looks like one of a comment, in any language.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["//", "/*", "*", "#"].iter().any(|mark| line.starts_with(mark)) && !line.starts_with("#define")
}

fn short(line: &str) -> String {
    match line.char_indices().nth(LONGEST_EXCERPT_LINE) {
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, runs: &[(u32, u32, u8)], line: usize) -> String {
        let runs: Vec<_> = runs.iter().map(|&(start, end, class)| HighlightRun { start, end, class }).collect();
        let (pieces, _) = pieces(text, &runs, LineIndex::new(text).range(text, line));
        let show = |piece: &Piece| match piece.class {
            Some(class) => format!("<{class}:{}>", piece.text),
            None => piece.text.to_owned(),
        };
        pieces.iter().map(show).collect()
    }

    #[test]
    fn lines_end_at_any_line_break() {
        let text = "one\r\ntwo\n\nfour";
        let index = LineIndex::new(text);
        let lines: Vec<_> = (0..index.len()).map(|line| &text[index.range(text, line)]).collect();
        assert_eq!(lines, ["one", "two", "", "four"]);
        assert_eq!(LineIndex::new("a\n").len(), 1);
        assert_eq!(LineIndex::new("").len(), 1);
        assert_eq!(index.range(text, 99), 14..14);
    }

    #[test]
    fn runs_colour_their_bytes() {
        assert_eq!(shown("def run():\n", &[(0, 3, 3), (4, 7, 4)], 0), "<3:def> <4:run>():");
    }

    #[test]
    fn a_run_over_many_lines_colours_each() {
        let text = "/* one\n two */ x";
        assert_eq!([shown(text, &[(0, 14, 0)], 0), shown(text, &[(0, 14, 0)], 1)], ["<0:/* one>", "<0: two */> x"]);
    }

    #[test]
    fn offsets_inside_a_character_do_not_break() {
        assert_eq!(shown("é = '🦀'", &[(0, 1, 4), (5, 8, 1)], 0), "é = <1:'>🦀'");
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let text = "é".repeat(9_000);
        let (pieces, rest) = pieces(&text, &[], 0..text.len());
        assert_eq!((pieces[0].text.len(), rest), (4_000, 14_000));
    }

    #[test]
    fn an_excerpt_shows_the_signature_below_a_long_comment() {
        let comment = "/// Runs. See `fn run` there.\n".repeat(20);
        let text = format!("{comment}pub fn run(&self) {{\n    go()\n}}\n");
        let shown = |most| with_signature(&text, Some("pub fn run(&self)"), most);
        assert!(shown(14).starts_with("pub fn run"), "{}", shown(14));
        assert_eq!(shown(100), text);
        assert_eq!(with_signature(&text, None, 14), text);
        assert_eq!(with_signature(&text, Some("fn other()"), 14), text);
    }

    #[test]
    fn lines_are_cut_out_and_what_is_left_out_is_counted() {
        assert_eq!(excerpt("a\nb\nc", 2, 3, 60), "b\nc");
        assert_eq!(excerpt("a\nb\nc", 4, 9, 60), "");
        assert_eq!(excerpt("a\nb\nc", 3, 1, 60), "");
        assert_eq!(excerpt("a", 0, u32::MAX, 60), "a");
        let long = "x\n".repeat(60 + 2);
        assert!(excerpt(&long, 1, u32::MAX, 60).ends_with("\u{2026} 2 more lines"));
        assert_eq!(beginning("a\nb\nc".lines(), 2), ("a\nb".to_owned(), 1), "that there is more is no code");
        assert_eq!(excerpt(&"é".repeat(500), 1, 1, 60).chars().count(), LONGEST_EXCERPT_LINE + 1);
    }
}
