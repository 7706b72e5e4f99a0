//! The lines of a hit that show why it is one.

use code_words::identifier::{self, normalise};
use serde::{Deserialize, Serialize};
use source::Span;

/// Longest line shown, in characters.
const WIDTH: usize = 200;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnippetLine {
    /// From 1.
    pub number: u32,
    /// Without its line end; cut where it is very long.
    pub text: String,
}

/// Some neighbouring lines.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Snippet {
    /// In file order.
    pub lines: Vec<SnippetLine>,
}

impl Snippet {
    /// The lines alone, joined by newlines.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// Of the lines of `span`, the stretch of at most `limit` that holds most of `terms` (as in
/// [`Hit::terms`](crate::Hit::terms)); of equal ones the first. Empty for a span that is not of this text.
pub fn snippet(text: &str, span: Span, terms: &[String], limit: usize) -> Snippet {
    let Some(piece) = text.get(span.start as usize..span.end as usize) else { return Snippet::default() };
    let lines: Vec<&str> = piece.lines().collect();
    let found: Vec<u64> = lines.iter().map(|line| terms_of(line, terms)).collect();
    let width = limit.min(lines.len());
    let value = |start: usize| {
        let window = &found[start..start + width];
        let distinct = window.iter().fold(0, |all, line| all | line).count_ones();
        (distinct, window.iter().map(|line| line.count_ones()).sum::<u32>())
    };
    let starts = (0..=lines.len() - width).rev();
    let start = starts.max_by_key(|&start| value(start)).unwrap_or(0);
    let shown = lines[start..start + width].iter().zip(span.start_line + start as u32..);
    Snippet { lines: shown.map(|(line, number)| SnippetLine { number, text: cut(line) }).collect() }
}

fn terms_of(line: &str, terms: &[String]) -> u64 {
    let mut bits = 0;
    for word in identifier::words(line) {
        let lower = normalise(word);
        for (term, bit) in terms.iter().zip(0..64) {
            // A stem or a part of the word will do.
            if lower.contains(term.as_str()) || (lower.len() > 3 && term.starts_with(lower.as_str())) {
                bits |= 1 << bit;
            }
        }
    }
    bits
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_lines_with_most_terms() {
        let text = "fn a() {}\n\n// nothing\nfn retry_policy() {\n    wait();\n}\n";
        let span = Span { start: 0, end: text.len() as u32, start_line: 10, end_line: 15 };
        let shown = snippet(text, span, &["retry".into(), "wait".into()], 2);
        assert_eq!(shown.text(), "fn retry_policy() {\n    wait();");
        assert_eq!(shown.lines[0].number, 13);
        assert_eq!(snippet(text, span, &[], 1).text(), "fn a() {}");
        assert!(snippet("", span, &[], 3).lines.is_empty());
        assert!(snippet(text, Span::default(), &[], 3).lines.is_empty());
    }
}
