//! Documents as their sections.

use crate::answer::prose;
use crate::relevance::mentions;
use protocol::Evidence;
use source::{Heading, Outline};
use std::ops::Range;

/// A piece of a document with one title.
#[derive(Debug, Clone)]
pub struct Section<'a> {
    pub evidence: &'a Evidence,
    /// Its heading; none where that is not among the lines that were found.
    pub title: Option<String>,
    /// Its lines, by their places among those of the evidence.
    pub lines: Range<usize>,
    pub has_code: bool,
    /// The evidence with these lines alone.
    pub text: Evidence,
}

/// The sections of a document, as far as it was found.
pub fn sections(e: &Evidence) -> Vec<Section<'_>> {
    let lines: Vec<&str> = e.excerpt.lines().collect();
    let outline = Outline::of(&e.path, &lines);
    // Anchors above a heading say nothing to a reader.
    let shown = |(heading, piece): (Option<&Heading<'_>>, Range<usize>)| match heading {
        Some(heading) => (heading.line..piece.end, Some(title(heading.title))),
        None => (piece, None),
    };
    let all = outline.sections(lines.len()).map(shown);
    let written = all.filter(|(piece, _)| lines[piece.clone()].iter().any(|line| !line.trim().is_empty()));
    let section = |(piece, title): (Range<usize>, Option<String>)| {
        let own = &lines[piece.clone()];
        let text = Evidence { excerpt: own.join("\n"), ..e.clone() };
        Section { evidence: e, title, lines: piece, has_code: first_code(own).is_some(), text }
    };
    written.map(section).collect()
}

/// The section of a document that has most of the words, by its first line and its title: of equal ones the first.
pub fn with_most(e: &Evidence, words: &[String]) -> Option<(u32, String)> {
    let held = |section: &Section<'_>| words.iter().filter(|word| mentions(&section.text.excerpt, word)).count();
    let sections = sections(e);
    let best = sections.iter().rev().max_by_key(|section| held(section))?;
    Some((e.start_line + best.lines.start as u32, best.title.clone()?))
}

/// Without marks of its markup.
fn title(written: &str) -> String {
    prose::plain(written).replace('`', "")
}

/// Where code begins: a fence, a directive that shows code, or indented lines behind a blank one.
pub fn first_code(lines: &[&str]) -> Option<usize> {
    let is_marked = |line: &str| line.trim_start().starts_with("```") || line.contains(".. code");
    let is_indented = |line: &str| line.starts_with("    ") && !line.trim().is_empty();
    (0..lines.len())
        .find(|&at| is_marked(lines[at]) || at > 0 && lines[at - 1].trim().is_empty() && is_indented(lines[at]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;

    #[test]
    fn a_document_is_its_sections_in_every_markup() {
        let titles = |path: &str, text: &str| {
            let e = found("", path, 1, text);
            let section = |section: Section<'_>| (section.lines, section.title.unwrap_or_default());
            sections(&e).into_iter().map(section).collect::<Vec<_>>()
        };
        let rest = "text\n\n.. _two:\n\nThe `x`\n-------\n\n    code\n";
        assert_eq!(titles("a.rst", rest), [(0..2, String::new()), (4..8, "The x".to_owned())]);
        assert_eq!(titles("a.adoc", "== One\nsome text\n----\n== no\n----\n"), [(0..5, "One".to_owned())]);
    }

    #[test]
    fn of_the_sections_of_a_document_that_with_most_of_the_words_is_named() {
        let e = found(
            "",
            "a.rst",
            20,
            "text of it\n\nNew spiders\n===========\nmake them\n\nWaiting\n=======\nfor delays\n",
        );
        let words = ["wait".to_owned(), "delay".to_owned()];
        assert_eq!(with_most(&e, &words), Some((26, "Waiting".to_owned())));
        assert_eq!(with_most(&e, &["text".to_owned()]), None);
    }
}
