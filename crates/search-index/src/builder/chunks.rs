//! Which pieces of a file become documents.

mod functions;

use crate::document::ChunkRecord;
use facts::{DefId, FileFacts};
use source::{Language, Span};

/// Lines of a chunk in a file without facts.
const LINES: u32 = 40;

/// Bytes after which such a chunk ends in any case.
const BYTES: u32 = 4096;

/// The parser's chunks, functions of some length apart from what is beside them; without them, stretches of lines that end at a blank line or before a heading where one is
/// near.
pub fn chunks(language: Language, text: &str, facts: Option<&FileFacts>) -> Vec<ChunkRecord> {
    if let Some(facts) = facts
        && !facts.chunks.is_empty()
    {
        let cuts = functions::cuts(facts);
        return facts.chunks.iter().flat_map(|chunk| functions::apart(text, facts, &cuts, chunk)).collect();
    }
    let windows = windows(text, language == Language::Markdown);
    let record = |span| ChunkRecord { span, definition: facts.map_or(DefId::MODULE, |facts| innermost(facts, &span)) };
    windows.into_iter().filter(|span| !blank(text, span)).map(record).collect()
}

fn blank(text: &str, span: &Span) -> bool {
    text.get(span.start as usize..span.end as usize).is_none_or(|piece| piece.trim().is_empty())
}

fn windows(text: &str, headings: bool) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut open: Option<Span> = None;
    let (mut at, mut line) = (0, 0);
    let mut fenced = false;
    for content in text.split_inclusive('\n') {
        line += 1;
        fenced ^= headings && content.trim_start().starts_with("```");
        let heading = headings && !fenced && content.starts_with('#');
        if heading && let Some(span) = open.take_if(|span| span.line_count() > 3) {
            spans.push(span);
        }
        let end = at + content.len() as u32;
        let span = open.get_or_insert(Span { start: at, end, start_line: line, end_line: line });
        (span.end, span.end_line) = (end, line);
        let (lines, bytes) = (span.line_count(), span.end - span.start);
        let pause = content.trim().is_empty() && lines >= LINES * 3 / 4;
        if pause || lines >= LINES * 5 / 4 || bytes >= BYTES {
            spans.extend(open.take());
        }
        at = end;
    }
    spans.extend(open);
    spans
}

/// The smallest definition that holds the span.
fn innermost(facts: &FileFacts, span: &Span) -> DefId {
    let holding = facts.definitions.iter().zip(0..).skip(1).filter(|(definition, _)| definition.span.contains(span));
    holding.min_by_key(|(d, at)| (d.span.end - d.span.start, *at)).map_or(DefId::MODULE, |(_, at)| DefId(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(language: Language, text: &str) -> Vec<(u32, u32)> {
        chunks(language, text, None).iter().map(|chunk| (chunk.span.start_line, chunk.span.end_line)).collect()
    }

    #[test]
    fn windows_end_at_blank_lines() {
        let text: String = (1..=90).map(|n| if n == 35 { "\n".into() } else { format!("line {n}\n") }).collect();
        assert_eq!(lines(Language::Shell, &text), [(1, 35), (36, 85), (86, 90)]);
        assert_eq!(lines(Language::Shell, "\n\n"), []);
        assert_eq!(lines(Language::Shell, "no newline"), [(1, 1)]);
    }

    #[test]
    fn a_section_of_markdown_is_a_chunk() {
        let text = "# One\n\ntext\n\n## Two\n\n```sh\n# not a heading\n```\n\n## Three\n";
        assert_eq!(lines(Language::Markdown, text), [(1, 4), (5, 10), (11, 11)]);
    }
}
