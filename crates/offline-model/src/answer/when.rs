//! What happens on a condition: what is raised or returned then, who catches it, what the caller sees.

use super::claims::{self, Stated};
use super::condition::{self, Condition, is_table};
use super::fails::is_inside;
use super::markdown::MarkdownBuilder;
use super::sentence::{absent, defined, fact, fixed};
use super::{definition, documented_condition, noted, other_branches, outcome, topic};
use crate::asked::Question;
use crate::excerpt::{Excerpt, head};
use crate::known::Known;
use crate::relevance;
use crate::symbol::{last, likeness, segments};
use code_words::condition::{alike_of_error, of_situation};
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
/// An error elsewhere that shares fewer words with the condition is about something else.
const SHARED: usize = 2;
/// So many of the definitions found are what an answer describes.
const FOUND: usize = 4;

/// The step that looks for what is raised on the condition.
pub fn errors_step(question: &Question) -> Step {
    let condition = Condition::of(question);
    let mut words: Vec<&str> = condition.words().to_vec();
    for word in of_situation(&question.asked) {
        words.push(word);
    }
    Step::Describe(vec![format!("errors when {}", words.join(" "))])
}

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    let condition = Condition::of(question);
    let all = known;
    let others = crate::outcome::without(question, findings);
    let (findings, known) = (others.as_slice(), &Known::of(&others));
    let words = condition::without_error(question, relevance::wanted(question));
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
        .filter(|stated| !condition.is_of_another(*stated))
        .map(|stated| (score(&words, question, known, stated) + rank(stated), stated))
        .filter(|(score, _)| *score > 0)
        .collect();
    fitting.compact_sort_by_key(|(score, stated)| (Reverse(*score), is_test(&stated.evidence.path)));
    // A function within another one has its lines as well: they are said once.
    let mut seen: Vec<(&str, u32)> = Vec::new();
    fitting.retain(|(_, stated)| {
        let place = (stated.evidence.path.as_str(), stated.evidence.end_line);
        let is_new = !seen.contains(&place) || stated.claim.kind == ClaimKind::Catches;
        seen.push(place);
        is_new
    });
    let Some((best, _)) = fitting.first().copied() else {
        if question.names.is_empty() {
            outcome::said_so(out, question, all, None);
            documented(out, question, known);
            let is_said = outcome::write(out, question, all) || noted::write(out, question, known);
            let is_explained = topic::explain(out, question, known);
            if is_explained && condition.is_of_error() {
                out.say(absent::errors_on_condition(known));
            }
            return is_said || is_explained;
        }
        return super::fails::write(out, question, known);
    };
    let of_search = of_search(findings);
    let found_first = [known, &Known::of(&of_search)].map(|known| first_found(question, known));
    let Some(first) = first_sure(question, found_first, &condition, &fitting) else {
        let near: Vec<Stated<'_>> = fitting.iter().map(|(_, stated)| *stated).collect();
        return nearest(out, question, (known, findings), all, &near);
    };
    outcome::said_so(out, question, all, Some(first.evidence));
    out.say(fact::at(known, first));
    out.code(&Excerpt::whole(first.evidence));
    outcome::stored(out, question, all, Some(first.evidence));
    other_branches::write(out, known, &first.claim.of, first.evidence);
    if !is_table(first) {
        out.say(defined::described_here(known, first.evidence));
    }
    if let Some(error) = error_of(known, first) {
        out.say(defined::described(known, error));
        out.code(&head(error, SHORT));
    }
    // Only what fits nearly as well is about the same.
    let is_another = |stated: &Stated<'_>| stated.evidence.id != first.evidence.id;
    let others: Vec<Stated<'_>> =
        fitting.iter().filter(|(score, _)| score * 2 > best).map(|(_, stated)| *stated).filter(is_another).collect();
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

/// The first statement that is not known to be about another condition, among those that fit about as well as the best: what the
/// question names raises it, its lines have the words of the condition, or the word for its situation where a search finds the function first.
fn first_sure<'a>(
    question: &Question,
    found_first: [Option<&str>; 2],
    condition: &Condition<'_>,
    fitting: &[(usize, Stated<'a>)],
) -> Option<Stated<'a>> {
    let (best, first) = fitting.first().copied()?;
    // What is named neither raises it, nor has it.
    if !question.names.is_empty() && is_of_named(question, first) {
        return Some(first);
    }
    let is_sure = |stated: Stated<'_>| {
        let is_first = found_first.iter().flatten().any(|symbol| is_inside(&stated.claim.of, symbol))
            && !is_test(&stated.evidence.path);
        // Beyond what fits best all of its words count, those that carry little meaning too.
        let is_whole =
            stated.evidence.id == first.evidence.id || question.names.is_empty() && condition.is_mostly_in(stated);
        is_whole && !condition.is_doubtful(stated) || is_first && condition.is_situation_of(stated)
    };
    let mut near = fitting.iter().filter(|(score, _)| score * 2 > best).map(|(_, stated)| *stated);
    near.find(|stated| is_sure(*stated))
}

/// The symbol that the question's words find first.
fn first_found<'a>(question: &Question, known: &Known<'a>) -> Option<&'a str> {
    relevance::best(known, question).into_iter().next().and_then(|e| e.symbol.as_deref())
}

/// What the search found and the calls of that, without what was looked up for the errors.
fn of_search(findings: &[Finding]) -> Vec<Finding> {
    let is_of_topic = |step: Step| matches!(step, Step::Search(_) | Step::Callees(_));
    findings.iter().filter(|finding| is_of_topic(finding.step())).cloned().collect()
}

/// Whether it is what the question names that raises it.
fn is_of_named(question: &Question, stated: Stated<'_>) -> bool {
    let parts = segments(&stated.claim.of);
    let is_it = |name: &String| parts.iter().any(|part| same_word(&part.to_lowercase(), &last(name).to_lowercase()));
    question.names.iter().any(is_it)
}

/// Quotes what documentation says of the condition, where some does.
fn documented(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) {
    if let Some((e, sentence)) = documented_condition::of(&question.asked, Condition::of(question).words(), known) {
        out.say(defined::states_condition(known, e, &sentence));
    }
}

/// What the code does on the condition where no error is about it; then the errors that come nearest.
fn nearest(
    out: &mut MarkdownBuilder,
    question: &Question,
    (known, findings): (&Known<'_>, &[Finding]),
    all: &Known<'_>,
    fitting: &[Stated<'_>],
) -> bool {
    outcome::said_so(out, question, all, None);
    documented(out, question, known);
    let of_search = of_search(findings);
    let of_search = Known::of(&of_search).following(known.followed().iter().copied());
    let is_said = if question.names.iter().any(|name| !known.definitions(name).is_empty()) {
        definition::explain(out, question, known);
        true
    } else {
        let is_noted = outcome::write(out, question, all) || noted::write(out, question, &of_search);
        topic::explain(out, question, &of_search) || is_noted
    };
    let near = near(question, &of_search, fitting);
    if !near.is_empty() {
        let shown =
            out.list(Some(fixed::NEAREST_ERRORS), near.iter().map(|stated| fact::item(known, *stated)), MOST[1]);
        out.left_out(near.len(), shown);
    } else if !is_said || Condition::of(question).is_of_error() {
        out.say(absent::errors_on_just_this(known));
    }
    true
}

/// The errors that come near the condition, the nearest first: those of what is named, those that share several words with it, and of those
/// that share one what is in a file of what was found, or is named after the word.
fn near<'a>(question: &Question, known: &Known<'_>, fitting: &[Stated<'a>]) -> Vec<Stated<'a>> {
    let condition = Condition::of(question);
    let found: Vec<&Evidence> =
        relevance::best(known, question).into_iter().filter(|e| !relevance::is_prose(e)).take(FOUND).collect();
    let is_beside = |stated: Stated<'_>| found.iter().any(|e| e.path == stated.evidence.path);
    let is_near = |shared: usize, stated: Stated<'_>| {
        let is_about = is_beside(stated) || condition.is_name_of(stated);
        shared >= SHARED || shared > 0 && is_about || is_of_named(question, stated)
    };
    let is_own = |stated: &&Stated<'_>| !stated.claim.object.ends_with('?') && !is_test(&stated.evidence.path);
    let shared = fitting.iter().filter(is_own).map(|stated| (condition.shared(*stated), *stated));
    let mut near: Vec<(usize, Stated<'a>)> = shared.filter(|(shared, stated)| is_near(*shared, *stated)).collect();
    near.compact_sort_by_key(|(shared, _)| Reverse(*shared));
    near.into_iter().map(|(_, stated)| stated).collect()
}

/// The definition of the error that a claim names.
fn error_of<'a>(known: &Known<'a>, stated: Stated<'_>) -> Option<&'a Evidence> {
    if is_table(stated) {
        return None;
    }
    let object = stated.claim.object.as_str();
    let name: String = object.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.')).collect();
    let name = name.trim_matches(['.', ':']);
    // A method of a value whose type is not known may be any of that name.
    let is_own = ["self.", "this."].iter().any(|receiver| name.starts_with(receiver));
    let is_of_value = name.contains('.') && !is_own && stated.is_call_of(name);
    let last = if is_of_value { name } else { name.rsplit(['.', ':']).next().unwrap_or(name) };
    // `Error` of the language is no method `error`, and no file of that name.
    let is_it = |e: &&Evidence, name: &str| {
        !relevance::is_prose(e) && e.symbol.as_deref().and_then(|symbol| likeness(symbol, name)) == Some(4)
    };
    let found =
        [name, last].into_iter().find_map(|name| known.definitions(name).first().copied().filter(|e| is_it(e, name)));
    found.filter(|e| e.symbol.as_deref() != Some(stated.claim.of.as_str()) && !name.is_empty())
}

/// How many words of the condition the statement has, in its object and lines; those of its symbol count less.
fn score(words: &[String], question: &Question, known: &Known<'_>, stated: Stated<'_>) -> usize {
    let text = format!("{} {}", stated.claim.object, stated.evidence.excerpt);
    let parts = lower_parts(&text);
    let joined = stated.claim.object.to_lowercase();
    let own = lower_parts(&stated.claim.of);
    let has = |word: &String| {
        let is_alike =
            alike_of_error(word).any(|alike| parts.iter().any(|part| part == alike) || joined.contains(alike));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;
    use protocol::{Claim, EvidenceKind, Relation};

    #[test]
    fn a_doubtful_error_is_listed_below_what_was_found_on_the_condition() {
        let question = understand("What happens when the prefetch count is too high?", &[]);
        let claim = Claim { of: "net.Client.count".into(), kind: ClaimKind::Raises, object: "AssertionError".into() };
        let line = found("net.Client.count", "net/qos.py", 30, "raise AssertionError(count)");
        let error = Evidence { relation: Relation::Fact { claim }, ..line };
        let hit = found("net.Qos.set_prefetch_count", "net/qos.py", 9, "def set_prefetch_count(self, high): pass");
        let finding = |step: Step, evidence: Vec<Evidence>| Finding {
            key: format!("step_0: {step}"),
            text: String::new(),
            evidence,
            step: Some(step),
        };
        let searched = Step::Search(crate::query::search_words(&question));
        let findings = [finding(errors_step(&question), vec![error]), finding(searched, vec![hit])];
        let mut out = MarkdownBuilder::default();
        assert!(write(&mut out, &question, &Known::of(&findings), &findings));
        let answer = out.finish();
        assert!(!answer.contains("No error"), "{answer}");
        let (place, nearest) = (answer.find("set_prefetch_count"), answer.find("AssertionError"));
        assert!(place.is_some() && place < nearest, "{answer}");
    }

    fn answer_with(asked: &str, of: &str, object: &str, lines: &str, hit: Evidence) -> String {
        let question = understand(asked, &[]);
        let claim = Claim { of: of.into(), kind: ClaimKind::Raises, object: object.into() };
        let error = Evidence { relation: Relation::Fact { claim }, ..found(of, "net/body.js", 30, lines) };
        let finding = |step: Step, e: Evidence| Finding {
            key: format!("step_0: {step}"),
            text: String::new(),
            evidence: vec![e],
            step: Some(step),
        };
        let searched = Step::Search(crate::query::search_words(&question));
        let findings = [finding(errors_step(&question), error), finding(searched, hit)];
        let mut out = MarkdownBuilder::default();
        assert!(write(&mut out, &question, &Known::of(&findings), &findings));
        out.finish()
    }

    #[test]
    fn an_error_of_closing_is_no_answer_to_what_happens_without() {
        let hit = found("net.Body.read", "net/body.js", 9, "function read() { return this.close; }");
        let lines = "throw new Error('a response without a body must not be closed');";
        let answer =
            answer_with("What happens if I forget to close the response body?", "net.Body.close", "Error", lines, hit);
        assert!(!answer.contains("must not be closed"), "{answer}");
    }

    #[test]
    fn the_message_that_something_does_not_exist_is_the_answer() {
        let hit = found("site.Page.render", "site/page.js", 9, "function render(page, layout) { asks(layout); }");
        let lines =
            "if (!this.file) {\n  throw new Error(\n    `You use a layout that does not exist: ${this.path}`,\n  );\n}";
        let asked = "What happens if a page asks for a layout that doesn't exist?";
        let answer = answer_with(asked, "site.Layouts.getFile", "Error", lines, hit);
        assert!(answer.starts_with("`site.Layouts.getFile` raises `Error`"), "{answer}");
    }

    #[test]
    fn errors_that_share_one_word_and_those_of_tests_are_not_near() {
        let question = understand("What happens when the leader of a cluster loses its followers?", &[]);
        let error = |of: &str, path: &str, line: u32, object: &str| {
            let claim = Claim { of: of.into(), kind: ClaimKind::Raises, object: object.into() };
            Evidence { relation: Relation::Fact { claim }, ..found(of, path, line, &format!("return {object}")) }
        };
        let errors = [
            error("net.Check", "net/config.go", 3, "errors.New(\"leader lease is too low\")"),
            error("net.Vote", "net/vote.go", 5, "errors.New(\"a leader of no cluster\")"),
            error("net.MakeCluster", "net/testing.go", 7, "errors.New(\"cluster without leader\")"),
        ];
        let fitting: Vec<Stated<'_>> = errors.iter().filter_map(Stated::of).collect();
        let near: Vec<&str> =
            near(&question, &Known::of(&[]), &fitting).iter().map(|stated| stated.claim.of.as_str()).collect();
        assert_eq!(near, ["net.Vote"]);
    }

    #[test]
    fn a_file_of_errors_is_no_error() {
        let claim = Claim { of: "a.f".into(), kind: ClaimKind::Raises, object: "name.token.error".into() };
        let line = found("a.f", "a/f.rs", 3, "return Err(name.token.error(Duplicate))");
        let raised = Evidence { relation: Relation::Fact { claim }, ..line };
        let file = Evidence { kind: EvidenceKind::Module, ..found("a.error", "a/error.rs", 1, "use super::*;") };
        let file = Evidence { relation: Relation::Definition, ..file };
        let finding =
            Finding { key: "step_0: x".into(), text: String::new(), evidence: vec![raised, file], step: None };
        let findings = [finding];
        let known = Known::of(&findings);
        let stated = claims::all(&known)[0];
        assert_eq!(error_of(&known, stated), None);
        assert!(
            fact::at(&known, stated).text().starts_with("`f` returns an error that `name.token.error(..)` makes at")
        );
    }
}
