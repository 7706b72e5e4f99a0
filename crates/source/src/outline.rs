//! The sections of a document: where each begins, by how its markup writes headings, and which lines are code.
//!
//! Everybody who cuts or shows documents asks here, so a section is the same in the index and in an answer.

mod asciidoc;
mod markdown;
mod marked;
mod ruled;

use crate::{Language, RepoPath};
use std::ops::Range;

/// A heading, by the places of its lines from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading<'a> {
    /// The first line of its section: that of its anchors, where there are any right above it.
    pub first: usize,
    /// The line of the title.
    pub line: usize,
    /// The first line behind the title and its rule.
    pub below: usize,
    /// 1 for the outermost.
    pub level: usize,
    /// As it is written, without the marks of a heading.
    pub title: &'a str,
}

/// What there is of headings and code in the lines of a document, or in some neighbouring lines of one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline<'a> {
    /// In the order of the lines.
    pub headings: Vec<Heading<'a>>,
    /// Of each line whether it goes on with code that the line before belongs to.
    in_code: Vec<bool>,
}

impl<'a> Outline<'a> {
    /// The outline of lines of a document with this path; empty where the name is none of a document.
    pub fn of(path: &str, lines: &[&'a str]) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_prose = || RepoPath::parse(path).is_ok_and(|path| Language::detect(&path).is_prose());
        if !Language::is_manual_page(name) && !is_prose() {
            return Self::default();
        }
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        let mut outline = match extension.as_str() {
            "adoc" => asciidoc::outline(lines),
            "org" => marked::org(lines),
            _ if Language::is_manual_page(name) => marked::manual(lines),
            "md" | "mdx" | "markdown" => markdown::outline(lines),
            _ => ruled::outline(lines),
        };
        outline.headings.iter_mut().for_each(|heading| heading.first = first_line(lines, heading.line));
        outline
    }

    /// Whether a line is part of a block of code that begins before it.
    pub fn is_in_code(&self, line: usize) -> bool {
        self.in_code.get(line).copied().unwrap_or(false)
    }

    /// All of so many lines by the section that they are in: those before the first heading, if there are any, then each heading with
    /// its lines.
    pub fn sections(&self, lines: usize) -> impl Iterator<Item = (Option<&Heading<'a>>, Range<usize>)> {
        let first = move |at: usize| self.headings.get(at).map_or(lines, |heading| heading.first);
        let before = (first(0) > 0).then_some((None, 0..first(0)));
        let all = self.headings.iter().enumerate();
        before.into_iter().chain(all.map(move |(at, heading)| (Some(heading), heading.first..first(at + 1))))
    }

    /// The headings that the section of a heading is below, the outermost first.
    pub fn above(&self, at: usize) -> Vec<&Heading<'a>> {
        let mut level = self.headings.get(at).map_or(0, |heading| heading.level);
        let mut above = Vec::new();
        for heading in self.headings.iter().take(at).rev() {
            if heading.level < level {
                level = heading.level;
                above.push(heading);
            }
        }
        above.reverse();
        above
    }

    /// The place among the headings of the last whose section has begun at a line.
    pub fn at(&self, line: usize) -> Option<usize> {
        self.headings.partition_point(|heading| heading.first <= line).checked_sub(1)
    }
}

/// Anchors and labels right above a heading, with the rule above it, belong to its section.
fn first_line(lines: &[&str], title: usize) -> usize {
    let is_label = |line: &str| {
        // `.. _label:`, `.. setting:: NAME`; of a directive with lines of its own those come between. With an address behind it a
        // label is the target of a link.
        let line = line.trim_end();
        let is_of_rest =
            line.starts_with(".. ") && if line.starts_with(".. _") { line.ends_with(':') } else { line.contains("::") };
        is_of_rest || line.starts_with("[[") || line.starts_with("[#") || line.starts_with("<a ")
    };
    let mut first = title;
    let is_like = |above: &str| lines.get(title + 1).is_some_and(|below| above.trim_end() == below.trim_end());
    if title > 0 && is_rule(lines[title - 1]).is_some() && is_like(lines[title - 1]) {
        first -= 1;
    }
    let mut above = first;
    while above > 0 && (lines[above - 1].trim().is_empty() || is_label(lines[above - 1])) {
        above -= 1;
        if is_label(lines[above]) {
            first = above;
        }
    }
    first
}

/// The mark of a line that consists of it alone, three times at least.
fn is_rule(line: &str) -> Option<char> {
    let line = line.trim_end();
    let mark = line.chars().next().filter(|mark| "=-~^\"'*+#`:_.".contains(*mark))?;
    (line.len() > 2 && line.chars().all(|c| c == mark)).then_some(mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(path: &str, text: &str) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        let one = |heading: &Heading<'_>| format!("{} {} {}", heading.first, heading.level, heading.title);
        Outline::of(path, &lines).headings.iter().map(one).collect()
    }

    #[test]
    fn headings_of_markdown_are_marked_or_underlined_and_never_in_a_fence() {
        let text = "---\ntitle: Page\n---\nOne\n===\ntext\n\n~~~sh\n# no\n```\n# no\n~~~\n\n<a name=two></a>\n## Two ##\n#!no\n\nThree\n---\na | b\n--- | ---\n- item\n---\n";
        assert_eq!(titles("a.md", text), ["0 1 Page", "3 1 One", "13 2 Two", "17 2 Three"]);
        // A piece of a document that begins in a fence.
        assert_eq!(titles("a.md", "# no\n```\n\n# Yes\n```sh\n# no\n```\n"), ["3 1 Yes"]);
        assert_eq!(titles("a.md", "# no\n```\n\n# Yes\n"), ["3 1 Yes"]);
    }

    #[test]
    fn headings_of_restructured_text_are_over_a_rule() {
        let text = "=======\n Title\n=======\n\ntext::\n\n    code\n    ====\n\n.. _two:\n\nTwo `x`\n-------\n\na paragraph of\ntwo lines\n---------\n\n======  ====\na       b\n======  ====\n\nThree\n~~~~~\n----------\n\n.. setting:: FOUR\n\nFOUR\n----\n";
        assert_eq!(titles("a.rst", text), ["0 1 Title", "9 2 Two `x`", "22 3 Three", "26 2 FOUR"]);
        assert_eq!(titles("README", "Name\n====\n"), ["0 1 Name"]);
        assert!(titles("a.sh", "# Name\necho\n====\n").is_empty());
    }

    #[test]
    fn headings_of_asciidoc_org_and_manual_pages() {
        let text = "= Title\n\n[[two]]\n== Two\n\n----\n== no\n----\n\nThree\n~~~~~\n\n....\n# no\n....\n";
        assert_eq!(titles("a.adoc", text), ["0 1 Title", "2 2 Two", "9 3 Three"]);
        assert_eq!(titles("a.org", "* One\n** Two\n#+BEGIN_SRC c\n* no\n#+END_SRC\n*bold*\n"), ["0 1 One", "1 2 Two"]);
        let page = ".TH x 1\n.SH NAME\nx\n.SS \"Exit status\"\n.nf\n.SH no\n.fi\n.Sh Bugs\n";
        assert_eq!(titles("x.1", page), ["1 1 NAME", "3 2 Exit status", "7 1 Bugs"]);
    }

    #[test]
    fn code_goes_on_from_its_first_line_to_its_last() {
        let code = |path: &str, text: &str| {
            let lines: Vec<&str> = text.lines().collect();
            let outline = Outline::of(path, &lines);
            (0..lines.len()).filter(|line| outline.is_in_code(*line)).collect::<Vec<_>>()
        };
        assert_eq!(code("a.md", "a\n```\n\nx\n```\nb\n"), [2, 3, 4]);
        assert_eq!(code("a.rst", "So::\n\n  x\n\n  y\n\nb\n"), [1, 2, 3, 4]);
        assert_eq!(code("a.rst", ".. code-block:: sh\n   :name: x\n\n   y\n\nb\n"), [1, 2, 3]);
    }

    #[test]
    fn a_section_knows_what_it_is_below() {
        let lines = ["# One", "## Two", "## Three", "### Four", "text"];
        let outline = Outline::of("a.md", &lines);
        let above: Vec<&str> = outline.above(3).iter().map(|heading| heading.title).collect();
        assert_eq!(above, ["One", "Three"]);
        assert_eq!((outline.at(0), outline.at(4)), (Some(0), Some(3)));
    }
}
