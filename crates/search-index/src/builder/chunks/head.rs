//! The comment at the head of a file of code, which says what the file or the whole package is for.

use source::Language;

/// A head with fewer words says less than the path does.
const WORDS: usize = 12;

/// The lines before which a file is cut so that its head is a chunk of its own: none where it has no head. A licence is no head.
pub fn cuts(language: Language, text: &str) -> Vec<u32> {
    let Some((first, end)) = head(language, text) else { return Vec::new() };
    [first, end].into_iter().filter(|line| *line > 1).collect()
}

/// A comment, by its lines from 1, its end behind the last.
struct Comment<'t> {
    first: u32,
    end: u32,
    text: Vec<&'t str>,
    /// Speaks of the file by its form, and not of what is below it.
    of_file: bool,
}

fn head(language: Language, text: &str) -> Option<(u32, u32)> {
    let mut comments: Vec<Comment<'_>> = Vec::new();
    let mut lines = (1..).zip(text.lines()).peekable();
    // The first line of code.
    let mut code: Option<(u32, &str)> = None;
    while let Some((number, line)) = lines.next() {
        let line = line.trim();
        let begins = Begins::of(language, line);
        let end_of_block = match begins {
            Begins::Nothing if line.is_empty() || is_pragma(line) => continue,
            Begins::Nothing if comments.is_empty() && is_name_of_package(line) => continue,
            Begins::Nothing => {
                code = Some((number, line));
                break;
            }
            Begins::Line(_) => None,
            Begins::Block(_, end) => Some(end),
        };
        let mut comment = Comment { first: number, end: number + 1, text: vec![line], of_file: begins.is_of_file() };
        match end_of_block {
            Some(end) => {
                let opened = line.get(begins.length()..).unwrap_or("");
                let mut is_open = !opened.contains(end);
                while is_open && let Some((number, line)) = lines.next() {
                    is_open = !line.contains(end);
                    comment.end = number + 1;
                    comment.text.push(line);
                }
            }
            None => {
                while let Some((number, line)) = lines.next_if(|(_, line)| Begins::of(language, line.trim()) == begins)
                {
                    comment.end = number + 1;
                    comment.text.push(line);
                }
            }
        }
        comments.push(comment);
    }
    // What is right above a definition is of that definition.
    let is_of_code = |comment: &Comment<'_>| {
        !comment.of_file && code.is_some_and(|(line, text)| comment.end == line && !is_package(text))
    };
    comments.retain(|comment| !is_licence(&comment.text) && !is_of_code(comment));
    let words = comments.iter().flat_map(|comment| &comment.text).flat_map(|line| line.split_whitespace());
    let words = words.filter(|word| word.contains(char::is_alphabetic)).count();
    let (first, last) = (comments.first()?, comments.last()?);
    (words >= WORDS).then_some((first.first, last.end))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Nothing,
    Line(&'static str),
    /// With what ends it.
    Block(&'static str, &'static str),
}

impl Begins {
    fn of(language: Language, line: &str) -> Self {
        let (blocks, marks): (&[(&str, &str)], &[&str]) = match language {
            Language::Python => (&[("\"\"\"", "\"\"\""), ("'''", "'''"), ("r\"\"\"", "\"\"\"")], &["#"]),
            Language::Ruby => (&[("=begin", "=end")], &["#"]),
            Language::Elixir => (&[("@moduledoc \"\"\"", "\"\"\"")], &["#"]),
            Language::Shell | Language::GraphQl | Language::Hcl => (&[], &["#"]),
            Language::Lua => (&[("--[[", "]]")], &["--"]),
            Language::Sql => (&[("/*", "*/")], &["--"]),
            _ => (&[("/*", "*/")], &["//!", "//"]),
        };
        let block = blocks.iter().find(|(begin, _)| line.starts_with(begin));
        let mark = marks.iter().find(|mark| line.starts_with(**mark) && !line.starts_with("#!"));
        match (block, mark) {
            (Some((begin, end)), _) => Self::Block(begin, end),
            (None, Some(mark)) => Self::Line(mark),
            (None, None) => Self::Nothing,
        }
    }

    fn length(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Line(mark) | Self::Block(mark, _) => mark.len(),
        }
    }

    fn is_of_file(self) -> bool {
        match self {
            Self::Line(mark) => mark == "//!",
            Self::Block(begin, _) => begin.ends_with("\"\"\"") || begin.ends_with("'''"),
            Self::Nothing => false,
        }
    }
}

/// What may be above the head: how the file is read, the interpreter.
fn is_pragma(line: &str) -> bool {
    const PRAGMAS: [&str; 6] = ["#!", "<?php", "'use ", "\"use ", "declare(", "#pragma once"];
    PRAGMAS.iter().any(|pragma| line.starts_with(pragma))
}

fn is_name_of_package(line: &str) -> bool {
    line.starts_with("package ") || line.starts_with("namespace ")
}

/// What a comment above it is no documentation of: the file's package, or what it imports.
fn is_package(line: &str) -> bool {
    const WORDS: [&str; 11] = [
        "package",
        "namespace",
        "import",
        "use",
        "using",
        "from",
        "#include",
        "extern",
        "require",
        "module",
        "#[macro_use]",
    ];
    let word = line.split([' ', ';', '(']).next().unwrap_or("");
    WORDS.contains(&word) || line.starts_with("#![") || line.contains("require(")
}

fn is_licence(lines: &[&str]) -> bool {
    let says = |line: &&str| {
        let line = line.to_ascii_lowercase();
        line.contains("copyright") || line.contains("spdx-") || line.contains("licensed under")
    };
    lines.iter().any(says)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAYS: &str = "what this is for and how it is used by those who call it";

    fn lines(language: Language, text: &str) -> Option<(u32, u32)> {
        head(language, &text.replace("SAYS", SAYS))
    }

    #[test]
    fn the_comment_at_the_head_of_a_file_is_found_in_every_language() {
        assert_eq!(lines(Language::Rust, "//! SAYS\n//!\n//! ```\n\nmod a;\n"), Some((1, 4)));
        assert_eq!(lines(Language::Python, "#!/usr/bin/python\n\"\"\"One.\n\nSAYS\n\"\"\"\nimport a\n"), Some((2, 6)));
        assert_eq!(lines(Language::Go, "// Copyright us\n\n// Package a SAYS\npackage a\n"), Some((3, 4)));
        assert_eq!(lines(Language::Go, "/*\nPackage a SAYS\n*/\npackage a\n"), Some((1, 4)));
        assert_eq!(lines(Language::JavaScript, "'use strict';\n/**\n * SAYS\n */\n\nvar a;\n"), Some((2, 5)));
        assert_eq!(lines(Language::Java, "/* Licensed under x */\n/** SAYS */\npackage a;\n"), Some((2, 3)));
    }

    #[test]
    fn a_licence_a_few_words_and_the_comment_of_a_definition_are_no_head() {
        assert_eq!(lines(Language::Go, "// Copyright SAYS\n\npackage a\n"), None);
        assert_eq!(lines(Language::Rust, "//! Two words.\n\nmod a;\n"), None);
        assert_eq!(lines(Language::JavaScript, "/** SAYS */\nfunction a() {}\n"), None);
        assert_eq!(lines(Language::Java, "package a;\nimport b;\n\n/** SAYS */\nclass A {}\n"), None);
        assert_eq!(lines(Language::Rust, ""), None);
    }

    #[test]
    fn a_file_is_cut_around_its_head() {
        let text = format!("// Copyright us\n\n// Package a {SAYS}\npackage a\n");
        assert_eq!(cuts(Language::Go, &text), [3, 4]);
        assert_eq!(cuts(Language::Rust, &format!("//! {SAYS}\n\nmod a;\n")), [2]);
    }
}
