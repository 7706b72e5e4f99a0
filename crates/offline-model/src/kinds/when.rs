//! "What happens when ...?": what is raised or returned then, who catches it, what the caller sees.

use super::{Kind, Rules};
use crate::answer::when;
use crate::known::Known;
use crate::plan;
use crate::question::Question;
use crate::relevance;
use code_words::path::is_test;
use model::Step;
use protocol::EvidenceKind;

/// Most definitions whose errors are looked at.
const MOST: usize = 4;

pub const RULES: Rules = Rules {
    kind: Kind::When,
    patterns: &[
        "what happens|happen|occurs|occur if|when|on|once|after|with|for",
        "what would|will|does|do|can|could|might happen|occur if|when|on|once|after|with|for",
        "what if",
        "how * handled when|if",
        "what does|do {1} do|return if|when|on",
        "how are|is errors|exceptions|failures handled",
        "how are|is * errors|exceptions|failures handled",
    ],
    missing: |question, known, _| steps(question, known),
    write: |out, question, known, _| when::write(out, question, known),
};

fn steps(question: &Question, known: &Known<'_>) -> Vec<Step> {
    if !question.names.is_empty() {
        let steps = plan::described(question, known, 1);
        if !steps.is_empty() {
            return steps;
        }
    }
    let search = Step::Search(plan::search_words(question));
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
    let asked = known.steps().iter().any(|step| matches!(step, Step::Callers(_)));
    if let Some(error) = errors.first().filter(|_| !asked) {
        return vec![Step::Callers(vec![known.shown(error)])];
    }
    for error in errors {
        let raisers = known.callers_of(error).into_iter().filter(|e| !is_test(&e.path) && is_code(e.kind));
        for raiser in raisers.filter_map(|e| e.symbol.as_deref()).take(MOST).map(|symbol| known.shown(symbol)) {
            if !picked.contains(&raiser) {
                picked.insert(0, raiser);
            }
        }
    }
    picked.truncate(MOST + 2);
    let is_done = known
        .steps()
        .iter()
        .any(|step| matches!(step, Step::Describe(names) if !question.names.iter().any(|name| names.contains(name))));
    if picked.is_empty() || is_done { Vec::new() } else { vec![Step::Describe(picked)] }
}
