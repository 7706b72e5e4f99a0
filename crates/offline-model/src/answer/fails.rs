//! What can fail in a symbol: what it raises, what it calls raises, what it catches.

use super::claims::{self, Stated};
use super::each_symbol;
use super::markdown::MarkdownBuilder;
use super::sentence::{Sentence, absent, fact, fixed};
use crate::asked::Question;
use crate::excerpt::Excerpt;
use crate::kind::Kind;
use crate::known::Known;
use crate::plan;
use crate::relevance;
use model::{Finding, Step};
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most errors listed of its own, and of what it calls.
const MOST: [usize; 2] = [8, 6];
/// Most places whose lines are shown.
const SHOWN: usize = 3;
/// Most symbols of one name, or of one topic.
const SYMBOLS: usize = 2;
/// Most functions of a topic whose errors are looked up.
const FUNCTIONS: usize = 3;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    each_symbol(out, question, known, SYMBOLS, of_symbol)
}

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
pub fn steps_of_topic(question: &Question, known: &Known<'_>) -> Vec<Step> {
    let topic = topic_of(question);
    let search = Step::Search(plan::search_words(&topic));
    if !known.steps().contains(&search) {
        return vec![search];
    }
    let shown =
        functions(known, &topic).into_iter().filter_map(|e| e.symbol.as_deref()).map(|symbol| known.shown(symbol));
    let open: Vec<String> = shown.filter(|name| !known.has_described(&known.resolve(name))).collect();
    let errors = super::when::errors_step(&topic);
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
pub fn of_topic(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    let topic = topic_of(question);
    let failing = failing(known, &topic);
    if failing.is_empty() {
        return super::when::write(out, &topic, known, findings);
    }
    failing.into_iter().take(SYMBOLS).for_each(|e| of_symbol(out, known, e));
    true
}

/// Whether a claim is about the symbol or a member of it.
fn is_inside(of: &str, symbol: &str) -> bool {
    of.strip_prefix(symbol).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
}

pub fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let all = claims::all(known);
    let of_kind = |wanted: ClaimKind| all.iter().copied().filter(move |stated| stated.claim.kind == wanted);
    let own: Vec<Stated<'_>> = of_kind(ClaimKind::Raises).filter(|s| is_inside(&s.claim.of, symbol)).collect();
    let called = known.callees_of(symbol);
    let is_called = |of: &str| called.is_empty() || called.iter().any(|e| e.symbol.as_deref() == Some(of));
    let others: Vec<Stated<'_>> =
        of_kind(ClaimKind::Raises).filter(|s| !is_inside(&s.claim.of, symbol) && is_called(&s.claim.of)).collect();
    match own.as_slice() {
        [] => out.say(absent::errors(known, e)),
        own => {
            out.say(fact::failures(known, e, own));
            for stated in own.iter().take(SHOWN) {
                out.say(fact::above_lines(known, *stated));
                out.code(&Excerpt::whole(stated.evidence));
            }
            list(out, known, None, own.get(SHOWN..).unwrap_or_default(), MOST[0] - SHOWN);
        }
    }
    list(out, known, Some(fixed::CALLED_CAN_FAIL), &others, MOST[1]);
    let caught: Vec<Stated<'_>> = of_kind(ClaimKind::Catches).filter(|s| is_inside(&s.claim.of, symbol)).collect();
    list(out, known, Some(fixed::CATCHES), &caught, MOST[1]);
    out.say(fixed::ERRORS_NOT_FOLLOWED);
}

fn list(out: &mut MarkdownBuilder, known: &Known<'_>, above: Option<Sentence>, stated: &[Stated<'_>], most: usize) {
    if !stated.is_empty() {
        let shown = out.list(above, stated.iter().map(|stated| fact::item(known, *stated)), most);
        out.left_out(stated.len(), shown);
    }
}
