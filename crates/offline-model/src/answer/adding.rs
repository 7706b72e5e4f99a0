//! How a new one of something is added: what is called for it, what the others of its kind are like.

use super::claims::Stated;
use super::markdown::MarkdownBuilder;
use super::sentence::{absent, added, fixed, listed};
use super::survey::Found;
use crate::asked::Question;
use crate::excerpt::Excerpt;
use crate::known::{Known, Output};
use crate::survey::FAMILY;
use crate::vocabulary::carries_meaning;
use ::survey::METHODS_OF;
use code_words::identifier::lower_parts;
use code_words::path::is_test;
use code_words::stem::same_word;
use compact_sort::CompactSort;
use model::Finding;
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most members of a family.
const MOST_MEMBERS: usize = 8;
/// Most options of which a new one may be.
const MOST_OPTIONS: usize = 4;
/// Lines shown of a pattern, and of its base.
const PATTERN_LINES: usize = 24;
const BASE_LINES: usize = 16;

/// True where the tool found what a new one is like.
pub fn has_family(findings: &[Finding]) -> bool {
    of_family(findings).is_some()
}

fn of_family(findings: &[Finding]) -> Option<Found<'_>> {
    Found::of(findings, |list| list == FAMILY).filter(|found| !found.facts.is_empty())
}

fn noun(question: &Question) -> &str {
    question.survey.as_ref().and_then(|asked| asked.of.as_deref()).unwrap_or("one")
}

/// Answers how a new one of something is added: by calling what, the others of its kind, one as the pattern, where they are
/// registered.
pub fn family(out: &mut MarkdownBuilder, question: &Question, findings: &[Finding]) -> bool {
    let Some(found) = of_family(findings) else { return false };
    let is_called = called(out, noun(question), &found);
    for (at, row) in found.rows("family").enumerate() {
        one_family(out, noun(question), &found, row, at == 0 && !is_called, at == 0);
    }
    if let Some(beside) = found.rows("beside").next() {
        out.say(added::beside(beside));
    }
    true
}

/// Functions that are called to add one, each with a call of it.
fn called(out: &mut MarkdownBuilder, of: &str, found: &Found<'_>) -> bool {
    let mut is_first = true;
    for (at, row) in found.facts.iter().enumerate().filter(|(_, row)| row.claim.kind == ClaimKind::Member) {
        let Some(sentence) = added::by_calling(of, *row, is_first) else { continue };
        out.say(sentence);
        let is_call = |other: &&Stated<'_>| other.claim.of == row.claim.of && other.claim.kind == ClaimKind::UsedBy;
        if let Some(call) = found.facts[at..].iter().find(is_call) {
            out.say(added::call(*call));
            out.bare_code(&Excerpt::as_is(call.evidence));
        }
        is_first = false;
    }
    !is_first
}

fn one_family(out: &mut MarkdownBuilder, of: &str, found: &Found<'_>, row: Output<'_>, leads: bool, is_first: bool) {
    let (what, count) = row.split_last("; ").map_or((row, None), |(what, count)| (what, Some(count)));
    let own: Vec<Stated<'_>> = found.facts.iter().filter(|row| row.claim.of == *what).copied().collect();
    let of_kind = |kind: ClaimKind| own.iter().copied().filter(move |row| row.claim.kind == kind);
    let n: usize = count.and_then(|count| count.split(' ').next()?.parse().ok()).unwrap_or(0);
    let most = if is_first { MOST_MEMBERS } else { MOST_MEMBERS / 2 };
    let members = of_kind(ClaimKind::Sibling).map(listed::entry);
    let shown = out.list(Some(added::family(of, what, n, leads)), members, most);
    out.left_out(n, shown);
    for base in of_kind(ClaimKind::Extends) {
        match is_first {
            true => {
                out.say(added::base(base));
                out.code(&Excerpt::first_lines(base.evidence, BASE_LINES));
            }
            false => out.say(added::base_at(base)),
        }
    }
    if let Some(pattern) = of_kind(ClaimKind::Member).next().filter(|_| is_first) {
        out.say(added::pattern(pattern, n));
        out.code(&Excerpt::first_lines(pattern.evidence, PATTERN_LINES));
    }
    for registry in of_kind(ClaimKind::UsedBy) {
        out.say(added::registry(registry));
        match added::is_choice(registry) {
            true => out.code(&Excerpt::first_lines(registry.evidence, BASE_LINES)),
            false => out.bare_code(&Excerpt::as_is(registry.evidence)),
        }
    }
    // Methods that are found by how they are called are listed nowhere.
    let are_methods = what.starts_with(METHODS_OF);
    if leads && !are_methods && of_kind(ClaimKind::UsedBy).next().is_none() {
        out.say(absent::registry());
    }
    let tests: Vec<Stated<'_>> = of_kind(ClaimKind::TestedBy).collect();
    match added::tests(&tests) {
        Some(sentence) => out.say(sentence),
        None if leads => out.say(absent::test_of_pattern()),
        None => {}
    }
}

/// Parameters and options whose documentation has words of the question: what is to be added may be given there. False, and
/// nothing written, where there are none.
pub fn options(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let heads: Vec<String> =
        question.terms.iter().filter(|term| carries_meaning(term)).map(|term| term.to_lowercase()).collect();
    let mut found: Vec<(usize, Documented<'_>)> = Vec::new();
    for e in known.all_definitions().into_iter().filter(|e| !is_test(&e.path)) {
        for option in Documented::all(e) {
            let held = heads.iter().filter(|head| option.has(head)).count();
            let is_known = found.iter().any(|(_, other)| other.name == option.name);
            // What is passed on from function to function is no option of anybody.
            if held > 0 && !is_known && option.is_option() {
                found.push((held, option));
            }
        }
    }
    found.compact_sort_by_key(|(held, _)| std::cmp::Reverse(*held));
    let entries = found.iter().map(|(_, option)| added::option(known, option.of, option.name, option.said));
    if !found.is_empty() {
        out.list(Some(fixed::OPTIONS), entries, MOST_OPTIONS);
    }
    !found.is_empty()
}

/// A parameter or option that a definition documents.
struct Documented<'a> {
    of: &'a Evidence,
    name: &'a str,
    said: &'a str,
}

impl<'a> Documented<'a> {
    /// Those of one definition: `@param {Function} [options.format=json] How it is written.`, `:param format: How ...`
    fn all(of: &'a Evidence) -> Vec<Self> {
        let doc = of.doc.as_deref().unwrap_or("");
        let texts = [doc, of.excerpt.as_str()].into_iter().flat_map(str::lines);
        let lines = texts.map(|line| line.trim().trim_start_matches(['*', '/', '#']).trim());
        lines.filter_map(|line| Self::read(of, line)).collect()
    }

    fn read(of: &'a Evidence, line: &'a str) -> Option<Self> {
        let rest = ["@param ", ":param ", ":arg "].iter().find_map(|start| line.strip_prefix(start))?.trim_start();
        let rest = if rest.starts_with('{') { rest.split_once('}')?.1.trim_start() } else { rest };
        let (name, said) = match rest.strip_prefix('[') {
            Some(optional) => optional.split_once(']')?,
            None => rest.split_once(|c: char| c.is_whitespace() || c == ':')?,
        };
        let name = name.split('=').next().unwrap_or(name);
        Some(Self { of, name, said: said.trim_start_matches([':', ' ', '-']) }).filter(|option| !option.said.is_empty())
    }

    /// A member of an object of options, or a parameter of what makes an object.
    fn is_option(&self) -> bool {
        self.name.contains('.') || self.of.kind == EvidenceKind::Constructor
    }

    /// Whether its name has the word, or the word ends with a word of its name: `subprotocol`, `protocols`.
    fn has(&self, word: &str) -> bool {
        let ends = |part: &String| part.len() >= 5 && word.ends_with(part.trim_end_matches('s'));
        lower_parts(self.name).iter().any(|part| same_word(part, word) || ends(part))
    }
}

/// Said where nothing is of the kind that is to be added.
pub fn no_family(out: &mut MarkdownBuilder, question: &Question) {
    out.say(absent::family(noun(question)));
}
