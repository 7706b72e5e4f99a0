//! Which pieces of a file become documents.

mod functions;
mod head;
mod sections;

use crate::document::ChunkRecord;
use facts::{DefId, FileFacts};
use source::{Language, Outline, Span};
use std::ops::Range;

/// Lines of a chunk in a file without facts: after so many it ends at a blank line.
const SHORTEST: usize = 30;
/// After so many it ends anyway.
const LONGEST: usize = 50;
/// The same where that would be in a block of code.
const LONGEST_OF_CODE: usize = 60;

/// Bytes after which such a chunk ends in any case.
const BYTES: usize = 4096;

/// The parser's chunks, functions of some length and the comment at the head of the file apart from what is beside them; without
/// them the sections of a document, and stretches of lines that end at a blank line where one is near.
pub fn chunks(language: Language, text: &str, facts: Option<&FileFacts>, outline: &Outline<'_>) -> Vec<ChunkRecord> {
    if let Some(facts) = facts
        && !facts.chunks.is_empty()
    {
        let mut cuts = functions::cuts(facts);
        cuts.extend(head::cuts(language, text));
        cuts.sort_unstable();
        cuts.dedup();
        return facts.chunks.iter().flat_map(|chunk| functions::apart(text, facts, &cuts, chunk)).collect();
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let pieces = sections::groups(&lines, outline).into_iter().flat_map(|group| windows(&lines, group, outline));
    let spans = spans(&lines, pieces).into_iter().filter(|span| !blank(text, span));
    let record = |span| ChunkRecord { span, definition: facts.map_or(DefId::MODULE, |facts| innermost(facts, &span)) };
    spans.map(record).collect()
}

fn blank(text: &str, span: &Span) -> bool {
    text.get(span.start as usize..span.end as usize).is_none_or(|piece| piece.trim().is_empty())
}

/// Lines cut into pieces of a bounded size, outside blocks of code where that is possible.
fn windows(lines: &[&str], group: Range<usize>, outline: &Outline<'_>) -> Vec<Range<usize>> {
    let mut windows = Vec::new();
    let mut first = group.start;
    while first < group.end {
        let mut bytes = 0;
        let fitting = lines[first..group.end].iter().take_while(|line| {
            bytes += line.len();
            bytes <= BYTES
        });
        // A longer line is a piece by itself.
        let last = first + fitting.count().max(1);
        let is_pause = |end: &usize| lines[end - 1].trim().is_empty() && !outline.is_in_code(*end);
        let end = match last {
            _ if last == group.end && last - first <= LONGEST => last,
            _ => (first + SHORTEST..=last.min(first + LONGEST))
                .find(is_pause)
                .or_else(|| (first + LONGEST..=last.min(first + LONGEST_OF_CODE)).find(|end| !outline.is_in_code(*end)))
                .unwrap_or(last.min(first + LONGEST)),
        };
        windows.push(first..end);
        first = end;
    }
    windows
}

/// The spans of stretches of lines, which are in order and leave no line out.
fn spans(lines: &[&str], pieces: impl Iterator<Item = Range<usize>>) -> Vec<Span> {
    let mut start = 0;
    let span = |piece: Range<usize>| {
        let end = start + lines[piece.clone()].iter().map(|line| line.len() as u32).sum::<u32>();
        let span = Span { start, end, start_line: piece.start as u32 + 1, end_line: piece.end as u32 };
        start = end;
        span
    };
    pieces.map(span).collect()
}

/// The smallest definition that holds the span.
fn innermost(facts: &FileFacts, span: &Span) -> DefId {
    let holding = facts.definitions.iter().zip(0..).skip(1).filter(|(definition, _)| definition.span.contains(span));
    holding.min_by_key(|(d, at)| (d.span.end - d.span.start, *at)).map_or(DefId::MODULE, |(_, at)| DefId(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::RepoPath;

    const SAYS: &str = "what is done here, and how it is done by those who do it";

    fn lines(path: &str, text: &str) -> Vec<(u32, u32)> {
        let language = Language::detect(&RepoPath::parse(path).unwrap());
        let lines: Vec<&str> = text.lines().collect();
        let outline = if language.is_prose() { Outline::of(path, &lines) } else { Outline::default() };
        let chunks = chunks(language, text, None, &outline);
        chunks.iter().map(|chunk| (chunk.span.start_line, chunk.span.end_line)).collect()
    }

    #[test]
    fn windows_end_at_blank_lines() {
        let text: String = (1..=90).map(|n| if n == 35 { "\n".into() } else { format!("line {n}\n") }).collect();
        assert_eq!(lines("a.sh", &text), [(1, 35), (36, 85), (86, 90)]);
        assert_eq!(lines("a.sh", "\n\n"), []);
        assert_eq!(lines("a.sh", "no newline"), [(1, 1)]);
    }

    #[test]
    fn a_section_is_a_chunk_in_every_markup() {
        let markdown =
            "# One\n\nSAYS\n\n## Two\n\nSAYS\n\n```sh\n# not a heading\n```\n\n## Three\nSAYS\n".replace("SAYS", SAYS);
        assert_eq!(lines("a.md", &markdown), [(1, 4), (5, 12), (13, 14)]);
        let rest = "One\n===\nSAYS\n\n.. _two:\n\nTwo\n---\n\nSAYS::\n\n  # Three\n  -------\n".replace("SAYS", SAYS);
        assert_eq!(lines("a.rst", &rest), [(1, 4), (5, 13)]);
    }

    #[test]
    fn a_short_section_is_part_of_the_next_one_or_of_the_one_before() {
        let text = "# One\n\n## Two\nSAYS\n### Three\nlittle\n## Four\nSAYS\n".replace("SAYS", SAYS);
        assert_eq!(lines("a.md", &text), [(1, 6), (7, 8)]);
    }

    #[test]
    fn a_long_section_is_not_cut_in_a_block_of_code() {
        let code: String = (0..25).map(|n| format!("line {n}\n\n")).collect();
        let text = format!("# One\n{}```\n{code}```\n\nend\n", "text\n".repeat(4));
        assert_eq!(lines("a.md", &text), [(1, 57), (58, 59)]);
    }
}
