//! The section of the documents that speaks of what is asked: see [`usage`](crate::usage).

use crate::asked::Question;
use crate::known::Known;
use crate::likeness;
use crate::relevance;
use crate::usage;
use crate::vocabulary::carries_meaning;
use crate::weights::usage::{CODE, GENERATED, LEAST_COVERAGE, LIKENESS, TITLE};
use crate::word_places::{Words, word_weights};
use code_words::identifier::lower_parts;
use code_words::path::{is_generated, is_history, is_test, is_vendored};
use code_words::stem::same_word;
use protocol::Evidence;
use source::{Language, RepoPath};
use std::ops::Range;

/// A piece of a document with one title.
#[derive(Debug, Clone)]
pub struct Section<'a> {
    pub evidence: &'a Evidence,
    /// Its heading; none where that is not among the lines that were found.
    pub title: Option<String>,
    /// Its lines, by their places among those of the evidence.
    pub lines: Range<usize>,
    has_code: bool,
    text: Evidence,
}

/// The section that speaks most of what is asked; none where none has half of its words.
pub fn section<'a>(known: &Known<'a>, question: &Question) -> Option<Section<'a>> {
    // Other searches among documents are for a part of the question.
    let own = usage::step(question)?;
    let found = known.found_by(|step| *step == own).iter().copied();
    let is_manual = |e: &&Evidence| !(is_history(&e.path) || is_test(&e.path) || is_vendored(&e.path));
    let sections: Vec<Section<'a>> = found.filter(is_manual).flat_map(sections).collect();
    let texts: Vec<Words> = sections.iter().map(|section| Words::of(&section.text)).collect();
    let wanted = relevance::wanted(question);
    let weights = word_weights(&wanted, &texts);
    // What no section has is covered by none of them.
    let heads: Vec<&String> = wanted.iter().filter(|word| carries_meaning(word)).collect();
    let known_heads = heads.iter().filter(|word| weights.iter().any(|wanted| wanted.is(word))).count();
    let share = known_heads as f64 / heads.len().max(1) as f64;
    let likeness = likeness::to(&question.asked, &sections.iter().map(|section| &section.text).collect::<Vec<_>>());
    let mut best: Option<(f64, &Section<'a>)> = None;
    for ((section, words), likeness) in sections.iter().zip(&texts).zip(likeness) {
        let (local, held) = words.fit(&weights);
        let title = section.title.as_deref().unwrap_or("");
        let is_titled = wanted.iter().any(|word| relevance::mentions(title, word));
        let score = (local + held)
            * relevance::engine(known, section.evidence).sqrt()
            * (1.0 + LIKENESS * likeness)
            * if section.has_code { CODE } else { 1.0 }
            * if is_titled { TITLE } else { 1.0 }
            * if is_generated(&section.evidence.path) { GENERATED } else { 1.0 };
        if held * share >= LEAST_COVERAGE && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, section));
        }
    }
    best.map(|(_, section)| section.clone())
}

/// The section whose title is this thing, in any form and number, with no more than a word beside it.
pub fn titled<'a>(known: &Known<'a>, thing: &str) -> Option<Section<'a>> {
    let wanted = lower_parts(thing);
    let found = known.found_by(|step| *step == usage::in_documents(thing)).iter().copied();
    let is_document = |e: &Evidence| RepoPath::parse(&e.path).is_ok_and(|path| Language::detect(&path).is_prose());
    let is_manual =
        |e: &&Evidence| is_document(e) && !(is_history(&e.path) || is_test(&e.path) || is_vendored(&e.path));
    let beside = |section: &Section<'a>| {
        let title = lower_parts(section.title.as_deref()?);
        let has = |word: &String| title.iter().any(|part| same_word(part, word));
        let is_it = !wanted.is_empty() && wanted.iter().all(has) && section.lines.len() > 2;
        let beside = title.len().saturating_sub(wanted.len());
        (is_it && beside <= 1).then_some(beside)
    };
    let sections = found.filter(is_manual).flat_map(sections);
    let mut best: Option<(usize, Section<'a>)> = None;
    for section in sections {
        if let Some(beside) = beside(&section)
            && best.as_ref().is_none_or(|(least, _)| beside < *least)
        {
            best = Some((beside, section));
        }
    }
    best.map(|(_, section)| section)
}

/// Documents as their sections.
fn sections(e: &Evidence) -> Vec<Section<'_>> {
    let lines: Vec<&str> = e.excerpt.lines().collect();
    let titles = titles(&lines);
    let mut starts: Vec<(usize, Option<String>)> = titles.into_iter().map(|(at, title)| (at, Some(title))).collect();
    if starts.first().is_none_or(|(at, _)| *at > 0) {
        starts.insert(0, (0, None));
    }
    let ends: Vec<usize> = starts.iter().skip(1).map(|(at, _)| *at).chain([lines.len()]).collect();
    let section = |((start, title), end): ((usize, Option<String>), usize)| {
        let own = &lines[start..end];
        let text = Evidence { excerpt: own.join("\n"), ..e.clone() };
        Section { evidence: e, title, lines: start..end, has_code: first_code(own).is_some(), text }
    };
    starts.into_iter().zip(ends).map(section).collect()
}

/// The lines that titles start at, and the titles: of Markdown and AsciiDoc by marks before them, of reStructuredText by a rule below.
fn titles(lines: &[&str]) -> Vec<(usize, String)> {
    let (mut found, mut is_fenced) = (Vec::new(), false);
    for (at, line) in lines.iter().enumerate() {
        is_fenced ^= line.trim_start().starts_with("```");
        let marked = line.trim_start_matches(['#', '=']);
        let is_marked = marked.len() < line.len() && marked.starts_with(' ');
        let rule = lines.get(at + 1).map_or("", |next| next.trim_end());
        let is_ruled = || is_rule(rule) && rule.len() + 1 >= line.trim_end().chars().count() && !is_rule(line);
        if !is_fenced && !marked.trim().is_empty() && (is_marked || !line.starts_with(' ') && is_ruled()) {
            found.push((at, marked.trim().trim_matches('`').to_owned()));
        }
    }
    found
}

/// A line of one mark alone.
fn is_rule(line: &str) -> bool {
    let mark = line.chars().next().filter(|mark| "=-~^\"'*+".contains(*mark));
    line.len() > 2 && mark.is_some_and(|mark| line.chars().all(|c| c == mark))
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

    #[test]
    fn titles_are_those_of_markdown_and_restructured_text() {
        let markdown = ["# One", "text", "```sh", "# no title", "```", "## Two `x`"];
        assert_eq!(titles(&markdown), [(0, "One".to_owned()), (5, "Two `x".to_owned())]);
        let rest = ["text", "", "Periodic tasks", "--------------", "", "    code", "a | b", "====", "a b"];
        assert_eq!(titles(&rest).first(), Some(&(2, "Periodic tasks".to_owned())));
    }
}
