//! What happens on a condition: what is raised or returned then, who catches it, what the caller sees.

use super::claims::{self, Stated};
use super::markdown::MarkdownBuilder;
use super::sentence::{absent, defined, fact, fixed};
use super::topic;
use crate::asked::Question;
use crate::excerpt::{Excerpt, head};
use crate::known::Known;
use crate::relevance;
use code_words::condition::alike;
use code_words::identifier::lower_parts;
use code_words::path::is_test;
use code_words::stem::same_word;
use compact_sort::CompactSort;
use model::{Finding, Step};
use protocol::{ClaimKind, Evidence};
use std::cmp::Reverse;

/// Most statements shown with their lines, and listed.
const MOST: [usize; 2] = [2, 5];
/// Most lines shown of what an error is.
const SHORT: usize = 8;

/// The step that looks for what is raised on the condition.
pub fn errors_step(question: &Question) -> Step {
    Step::Describe(vec![format!("errors when {}", condition(question).join(" "))])
}

/// The words of the condition.
fn condition(question: &Question) -> Vec<&str> {
    const ASKING: &[&str] = &["happens", "happen", "occurs", "occur", "handled", "would", "called"];
    let is_asking = |term: &&String| ASKING.contains(&term.to_lowercase().as_str());
    question.terms.iter().filter(|term| !is_asking(term)).map(String::as_str).collect()
}

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    let words = relevance::wanted(question);
    // What the tool ranked for the condition's words, the likeliest first.
    let step = errors_step(question);
    let ranked: Vec<&str> = findings
        .iter()
        .filter(|finding| finding.step() == step)
        .flat_map(|finding| &finding.evidence)
        .map(|e| e.id.as_str())
        .collect();
    let rank =
        |stated: Stated<'_>| ranked.iter().position(|id| *id == stated.evidence.id).map_or(0, |at| 8 - at.min(7));
    let mut fitting: Vec<(usize, Stated<'_>)> = claims::all(known)
        .into_iter()
        .filter(|stated| matches!(stated.claim.kind, ClaimKind::Raises | ClaimKind::Catches))
        .map(|stated| (score(&words, question, known, stated) + rank(stated), stated))
        .filter(|(score, _)| *score > 0)
        .collect();
    fitting.compact_sort_by_key(|(score, stated)| (Reverse(*score), is_test(&stated.evidence.path)));
    let Some((best, first)) = fitting.first().copied() else {
        if question.names.is_empty() {
            return topic::explain(out, question, known) && {
                out.say(absent::errors_on_condition());
                true
            };
        }
        return super::fails::write(out, question, known);
    };
    out.say(fact::at(known, first));
    out.code(&Excerpt::whole(first.evidence));
    out.say(defined::described_here(known, first.evidence));
    if let Some(error) = error_of(known, first) {
        out.say(defined::described(known, error));
        out.code(&head(error, SHORT));
    }
    // Only what fits nearly as well is about the same.
    let others: Vec<Stated<'_>> =
        fitting.iter().skip(1).filter(|(score, _)| score * 2 > best).map(|(_, stated)| *stated).collect();
    if let Some(second) = others.first().filter(|_| MOST[0] > 1) {
        out.say(fact::above_lines(known, *second));
        out.code(&Excerpt::whole(second.evidence));
    }
    if let [_, rest @ ..] = others.as_slice()
        && !rest.is_empty()
    {
        let shown = out.list(Some(fixed::ALSO), rest.iter().map(|stated| fact::item(known, *stated)), MOST[1]);
        out.left_out(rest.len(), shown);
    }
    claims::partial(out, known, ClaimKind::Raises);
    let callers = known.callers_of(first.claim.of.as_str());
    if !callers.is_empty() {
        let entries = callers.iter().map(|e| defined::placed(known, e));
        let shown = out.list(Some(fixed::CALLERS_SEE_IT), entries, MOST[1]);
        out.left_out(callers.len(), shown);
    }
    true
}

/// The definition of the error that a claim names.
fn error_of<'a>(known: &Known<'a>, stated: Stated<'_>) -> Option<&'a Evidence> {
    let object = stated.claim.object.as_str();
    let name: String = object.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.')).collect();
    let name = name.trim_matches(['.', ':']);
    let last = name.rsplit(['.', ':']).next().unwrap_or(name);
    let found = [name, last].into_iter().find_map(|name| known.definitions(name).first().copied());
    found.filter(|e| e.symbol.as_deref() != Some(stated.claim.of.as_str()) && !name.is_empty())
}

/// How many words of the condition the statement has, in its object and lines; those of its symbol count less.
fn score(words: &[String], question: &Question, known: &Known<'_>, stated: Stated<'_>) -> usize {
    let text = format!("{} {}", stated.claim.object, stated.evidence.excerpt);
    let parts = lower_parts(&text);
    let joined = stated.claim.object.to_lowercase();
    let own = lower_parts(&stated.claim.of);
    let has = |word: &String| {
        let is_alike = alike(word).any(|alike| parts.iter().any(|part| part == alike) || joined.contains(alike));
        if parts.iter().any(|part| same_word(part, word)) {
            3
        } else if is_alike {
            2
        } else {
            usize::from(own.iter().any(|part| same_word(part, word)))
        }
    };
    let named = question.names.iter().any(|name| {
        known.definitions(name).first().is_some_and(|e| e.symbol.as_deref() == Some(stated.claim.of.as_str()))
    });
    let raised = usize::from(stated.claim.kind == ClaimKind::Raises);
    let held: usize = words.iter().map(has).sum();
    let in_lines = words.iter().filter(|word| has(word) >= 2).count();
    if in_lines == 0 && !named { 0 } else { 2 * held + raised + 4 * usize::from(named) }
}
