//! "What happens when ...?": what is raised or returned then, who catches it, what the caller sees.

use super::{Kind, Rules};
use crate::answer::{claims, when};
use crate::asked::Question;
use crate::known::Known;
use crate::outcome;
use crate::plan;
use crate::query::search_words;
use crate::relevance;
use model::{Finding, Step};
use protocol::EvidenceKind;

/// Most times that definitions are described.
const ROUNDS: usize = 3;
/// Most definitions whose errors are looked at.
const MOST: usize = 4;

pub const RULES: Rules = Rules {
    kind: Kind::When,
    patterns: &[
        "what happens|happen|occurs|occur if|when|on|once|after|with|for",
        "what happens|happen to|with * if|when|on|once|after",
        "what happens|happen to|with * * if|when|on|once|after",
        "what happens|happen to|with * * * if|when|on|once|after",
        "what would|will|does|do|can|could|might happen|occur if|when|on|once|after|with|for",
        "what if",
        "how * handled when|if",
        "what does|do {1} do|return if|when|on",
        "how are|is errors|exceptions|failures handled",
        "how are|is * errors|exceptions|failures handled",
    ],
    missing: |question, known, findings| missing(question, known, findings),
    write: |out, question, known, findings| when::write(out, question, known, findings),
};

/// What is raised and what the search finds is looked up first; then what else may happen, before what was found is described: that
/// changes nothing of it.
fn missing(question: &Question, known: &Known<'_>, findings: &[Finding]) -> Vec<Step> {
    let others = outcome::without(question, findings);
    let others = Known::of(&others);
    let steps = steps(question, &others);
    let has_searched = others.steps().contains(&Step::Search(search_words(question)));
    if !steps.is_empty() && !has_searched {
        return steps;
    }
    let outcomes = outcome::steps(question, known).into_iter().map(|(_, step)| step);
    let open = outcomes.filter(|step| !known.steps().contains(step)).take(1);
    open.chain(steps).collect()
}

fn steps(question: &Question, known: &Known<'_>) -> Vec<Step> {
    // What is raised anywhere on a condition of these words.
    let errors = when::errors_step(question);
    if !known.steps().contains(&errors) && !question.terms.is_empty() {
        let find = Step::Find(question.names.clone());
        let named = (!question.names.is_empty() && !known.steps().contains(&find)).then_some(find);
        return named.into_iter().chain([errors]).collect();
    }
    if !question.names.is_empty() {
        let steps = plan::described(question, known, 1);
        if !steps.is_empty() {
            return steps;
        }
    }
    let search = Step::Search(search_words(question));
    if !known.steps().contains(&search) {
        return vec![search];
    }
    let is_code = |kind: EvidenceKind| {
        use EvidenceKind::{Constructor, Function, Method};
        matches!(kind, Function | Method | Constructor)
    };
    let best = relevance::best(known, question).into_iter().filter(|e| is_code(e.kind));
    let mut picked: Vec<String> =
        best.filter_map(|e| e.symbol.as_deref()).map(|symbol| known.shown(symbol)).take(MOST).collect();
    // An error's own name has the words: who makes it is who raises it.
    let best = relevance::best(known, question).into_iter().take(MOST);
    let errors: Vec<&str> =
        best.filter(|e| e.kind == EvidenceKind::Class).filter_map(|e| e.symbol.as_deref()).collect();
    if let Some(error) = errors.first().filter(|error| !known.has_described(error)) {
        return vec![Step::Describe(vec![known.shown(error)])];
    }
    for raiser in errors.iter().flat_map(|error| claims::raisers(known, error)).take(MOST) {
        if !picked.contains(&raiser) {
            picked.insert(0, raiser);
        }
    }
    picked.truncate(MOST + 2);
    picked.retain(|name| !known.has_described(&known.resolve(name)));
    let described = known.steps().iter().filter(|step| matches!(step, Step::Describe(_))).count();
    if !picked.is_empty() && described < ROUNDS {
        return vec![Step::Describe(picked)];
    }
    // What happens may be no error, and be done by what the best find calls.
    let best = relevance::best(known, question).into_iter().find(|e| is_code(e.kind)).and_then(|e| e.symbol.as_deref());
    let open = best.filter(|symbol| question.names.is_empty() && !known.has_asked_callees(symbol));
    open.map(|symbol| Step::Callees(vec![known.shown(symbol)])).into_iter().collect()
}
