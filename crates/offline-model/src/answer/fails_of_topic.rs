//! What can fail in a topic that is named by words alone: the errors of the functions that its words find, or what is raised
//! anywhere on words like these.

use super::claims;
use super::fails::{SYMBOLS, is_inside, of_symbol};
use super::markdown::MarkdownBuilder;
use super::when;
use crate::asked::Question;
use crate::kind::Kind;
use crate::known::Known;
use crate::query::search_words;
use crate::relevance;
use model::{Finding, Step};
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most functions of a topic whose errors are looked up.
const FUNCTIONS: usize = 3;

/// Words that say that something fails, which is not what the topic is.
#[rustfmt::skip]
const FAILING: &[&str] = &[
    "error", "errors", "exception", "exceptions", "fail", "fails", "panic", "panics", "raise", "raised", "raises", "return", "returned",
    "throw", "throws", "thrown",
];

/// The question without the words that say that something fails.
fn topic_of(question: &Question) -> Question {
    let is_topic = |term: &&String| !FAILING.contains(&term.to_lowercase().as_str());
    let terms = question.terms.iter().filter(is_topic).cloned().collect();
    Question { kind: Kind::Explain, terms, ..question.clone() }
}

/// Functions that are what the topic speaks of, the best first.
fn functions<'a>(known: &Known<'a>, topic: &Question) -> Vec<&'a Evidence> {
    use EvidenceKind::{Constructor, Function, Method};
    let found = relevance::best(known, topic).into_iter();
    let is_function = |e: &&Evidence| matches!(e.kind, Function | Method | Constructor);
    found.filter(is_function).take(FUNCTIONS).collect()
}

/// What is looked up for the errors of what is named by words alone: the functions that the words find, then what they raise.
pub fn steps(question: &Question, known: &Known<'_>) -> Vec<Step> {
    let topic = topic_of(question);
    let search = Step::Search(search_words(&topic));
    if !known.steps().contains(&search) {
        return vec![search];
    }
    let shown =
        functions(known, &topic).into_iter().filter_map(|e| e.symbol.as_deref()).map(|symbol| known.shown(symbol));
    let open: Vec<String> = shown.filter(|name| !known.has_described(&known.resolve(name))).collect();
    let errors = when::errors_step(&topic);
    let described = known.steps().iter().any(|step| matches!(step, Step::Describe(_)));
    match described {
        false if !open.is_empty() => vec![Step::Describe(open)],
        // Where none of them fails by its code, what is raised anywhere on words like these.
        _ if failing(known, &topic).is_empty() && !known.steps().contains(&errors) => vec![errors],
        _ => Vec::new(),
    }
}

/// Those of the functions that fail by their own code.
fn failing<'a>(known: &Known<'a>, topic: &Question) -> Vec<&'a Evidence> {
    let all = claims::all(known);
    let fails = |e: &&Evidence| {
        let symbol = e.symbol.as_deref().unwrap_or("");
        all.iter().any(|stated| stated.claim.kind == ClaimKind::Raises && is_inside(&stated.claim.of, symbol))
    };
    functions(known, topic).into_iter().filter(fails).collect()
}

/// The errors of the functions that the words find; where none of them fails by its code, what is raised on words like these.
pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    let topic = topic_of(question);
    let failing = failing(known, &topic);
    if failing.is_empty() {
        return when::write(out, &topic, known, findings);
    }
    failing.into_iter().take(SYMBOLS).for_each(|e| of_symbol(out, known, e));
    true
}
