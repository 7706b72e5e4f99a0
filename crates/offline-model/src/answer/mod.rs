//! Writes the answer: the result first, every statement with the span that proves it.

pub mod adding;
mod arithmetic;
mod asked_value;
pub mod calls;
pub mod claims;
pub mod compare;
pub mod condition;
pub mod default;
pub mod definition;
mod documentation;
mod documented_condition;
mod documented_default;
pub mod exports;
pub mod fails;
pub mod fails_of_topic;
pub mod history;
pub mod judgement;
pub mod markdown;
pub mod members;
mod named_by_value;
mod noted;
mod numbers;
mod other_branches;
mod outcome;
pub mod overview;
mod passage;
pub mod place;
pub mod prose;
mod quoted;
pub mod reach;
pub mod sentence;
mod shown;
pub mod survey;
mod syntax;
pub mod tests_of;
mod text_default;
pub mod topic;
pub mod type_of;
pub mod usage;
pub mod used;
pub mod when;

use super::asked::Question;
use super::kind::Kind;
use super::known::Known;
use super::literal;
use super::nowhere;
use super::passage as passages;
use super::relevance;
use super::symbol::{last, segments};
use super::vocabulary::carries_meaning;
use code_words::identifier::normalise;
use code_words::path::is_test;
use code_words::stop_words::is_filling;
use compact_sort::CompactSort;
pub use markdown::MarkdownBuilder;
use model::Finding;
use protocol::Evidence;
use sentence::{absent, defined, fixed};

/// Most definitions that are listed as having a name in theirs.
const MOST_HOLDING: usize = 6;
/// A shorter name is in others by chance.
const SHORTEST_IN_NAME: usize = 4;

/// Markdown that cites spans as `[[id]]`, made of nothing but the findings. `is_limited`: only a folder was looked at.
pub fn write(asked: &str, question: &Question, findings: &[Finding], is_limited: bool) -> String {
    build(asked, question, findings, is_limited).finish()
}

/// The answer before it is text.
pub(crate) fn build(asked: &str, question: &Question, findings: &[Finding], is_limited: bool) -> MarkdownBuilder {
    let of_passage = findings.iter().filter(|finding| passages::is_of_passage(question, &finding.step()));
    let of_passage = of_passage.flat_map(|finding| &finding.evidence);
    let own = passages::own(question, findings);
    let findings = &*own;
    let known = Known::of(findings).following(of_passage);
    let meant = nowhere::as_meant(question, &known, findings);
    let question = meant.as_ref();
    let mut out = MarkdownBuilder::of_page(question.page).limited(is_limited);
    let text = literal::text(asked, question, &known);
    let has_topic = text.as_ref().is_some_and(|text| literal::has_topic(question, text));
    let searched = text.as_ref().is_some_and(|text| {
        let (found, made) = (literal::found(text, findings), literal::made(text, findings));
        literal::may_answer(question) && quoted::places(&mut out, text, &found, made, has_topic)
    });
    let checked = crate::syntax::paths(asked).is_some() && syntax::checked(&mut out, findings);
    if !searched && !checked {
        corrected(&mut out, question, &known);
    }
    if let Some(text) = text.filter(|text| literal::is_nowhere(text, question, &known, findings)) {
        out.say(absent::text(&text));
    }
    let is_whole = searched && !has_topic;
    let is_documented = !searched && !checked && usage::documented(&mut out, question, &known);
    let answered = is_whole || checked || (question.kind.rules().write)(&mut out, question, &known, findings);
    if !answered && !falls_back(&mut out, question, &known) && !searched && !is_documented {
        not_found(&mut out, asked, question, &known);
    }
    if let Some(also) = question.also.as_deref() {
        corrected(&mut out, also, &known);
    }
    if let Some(also) = &question.also
        && !(also.kind.rules().write)(&mut out, also, &known, findings)
        && !falls_back(&mut out, also, &known)
    {
        not_found(&mut out, asked, also, &known);
    }
    numbers::write(&mut out, question, findings);
    out
}

/// What a misspelt name is taken for.
fn corrected(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) {
    if question.survey.is_some() || question.history.is_some() {
        return;
    }
    for asked in &question.names {
        defined::taken_for(known, asked).into_iter().for_each(|sentence| out.say(sentence));
    }
}

/// Writes of each name that is asked about: its definitions outside of tests, at most `most` of them; where there are none, one
/// of a test.
fn each_symbol(
    out: &mut MarkdownBuilder,
    question: &Question,
    known: &Known<'_>,
    most: usize,
    write: fn(&mut MarkdownBuilder, &Known<'_>, &Evidence),
) -> bool {
    let mut missing = Vec::new();
    for asked in &question.names {
        let found = relevance::meant(known, question, asked);
        if found.is_empty() {
            missing.push(asked.clone());
        }
        let code = found.iter().filter(|e| !is_test(&e.path)).count().clamp(1, most);
        found.into_iter().take(code).for_each(|e| write(out, known, e));
    }
    out.missing_names(&question.names, &missing)
}

/// A plain word that names no symbol ("how are handlers called") is a topic, and so is what only looks like a name.
fn falls_back(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let is_plain =
        |name: &String| name.chars().all(char::is_alphabetic) && *name == name.to_lowercase() && !is_filling(name);
    let by_name = question.kind.is_exact() && question.kind != Kind::Reach;
    if !by_name || !question.names.iter().all(is_plain) {
        return is_about_word(question, known) && topic::explain(out, &as_topic(question), known);
    }
    let about = Question { terms: question.names.clone(), ..question.clone() };
    !relevance::best(known, &about).is_empty() && topic::explain(out, question, known)
}

/// Whether what a question names only looks like a name: "how is a component turned into JavaScript". It has other words, and what
/// fits them best says this one too.
fn is_about_word(question: &Question, known: &Known<'_>) -> bool {
    let is_word = |name: &String| {
        let is_quoted = question.asked.contains(&format!("`{name}"));
        name.chars().all(char::is_alphabetic) && !is_quoted
    };
    let others = question.terms.iter().filter(|term| !question.names.contains(term) && carries_meaning(term));
    if question.kind != Kind::How || !question.names.iter().all(is_word) || others.count() < 2 {
        return false;
    }
    let says = |e: &Evidence, name: &String| {
        let texts = [e.doc.as_deref(), Some(e.excerpt.as_str())].into_iter().flatten();
        texts.map(str::to_lowercase).any(|text| text.contains(&name.to_lowercase()))
    };
    let best = relevance::best(known, &as_topic(question)).into_iter().next();
    best.is_some_and(|best| question.names.iter().all(|name| says(best, name)))
}

/// The question about its words alone.
fn as_topic(question: &Question) -> Question {
    Question { names: Vec::new(), kind: Kind::Explain, ..question.clone() }
}

fn not_found(out: &mut MarkdownBuilder, asked: &str, question: &Question, known: &Known<'_>) {
    if question.names.is_empty() && question.terms.is_empty() && question.paths.is_empty() {
        out.say(fixed::NAMES_NOTHING);
        out.say(fixed::ASK_FOR_EXAMPLE);
        return;
    }
    let subject = match (question.names.as_slice(), question.terms.as_slice()) {
        ([], []) => format!("\"{}\"", asked.trim()),
        ([], terms) => format!("\"{}\"", terms.join(" ")),
        (names, _) => model::plan::quoted(names),
    };
    let holding = with_name_in_theirs(known, question);
    out.say(match holding.is_empty() && !is_mentioned(known, question) {
        true => absent::anything(&subject, out.here()),
        false => absent::called_exactly(&question.names, out.here()),
    });
    out.say_limit();
    if !holding.is_empty() {
        let entries = holding.iter().map(|e| defined::named(known, e));
        let shown = out.list(Some(fixed::NAMES_WITH_IT_IN), entries, MOST_HOLDING);
        out.left_out(holding.len(), shown);
    }
    let is_listed = |e: &&Evidence| holding.iter().take(MOST_HOLDING).any(|other| other.id == e.id);
    let near: Vec<_> = relevance::best(known, question).into_iter().take(4).filter(|e| !is_listed(e)).collect();
    if !near.is_empty() {
        out.say(fixed::CLOSEST);
        near.into_iter().for_each(|e| out.item(defined::named(known, e)));
    }
    out.say(fixed::TRY_OTHER_WORDS);
}

/// Definitions whose names have one that is asked about in them: `FastCGI` in `FastCGIProcess`.
fn with_name_in_theirs<'a>(known: &Known<'a>, question: &Question) -> Vec<&'a Evidence> {
    let names = question.names.iter().filter(|name| segments(name).len() == 1).map(|name| normalise(name));
    let names: Vec<String> = names.filter(|name| name.chars().count() >= SHORTEST_IN_NAME).collect();
    let has_one = |own: &str| names.iter().any(|name| own.contains(name));
    let mut found = known.all_definitions();
    found.retain(|e| e.symbol.as_deref().is_some_and(|symbol| has_one(&normalise(last(symbol)))));
    found.compact_sort_by_key(|e| is_test(&e.path));
    found
}

/// Whether a text that was found has a name that is asked about.
fn is_mentioned(known: &Known<'_>, question: &Question) -> bool {
    let names: Vec<String> = question.names.iter().map(|name| name.to_lowercase()).collect();
    let has_one = |text: &str| names.iter().any(|name| text.to_lowercase().contains(name));
    known.evidence().any(|e| has_one(&e.excerpt) || e.doc.as_deref().is_some_and(has_one))
}
