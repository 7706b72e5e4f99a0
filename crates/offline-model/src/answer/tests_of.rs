//! Which tests reach a symbol.

use super::claims;
use super::each_symbol;
use super::markdown::MarkdownBuilder;
use super::sentence::{absent, fact, fixed};
use super::survey;
use crate::asked::Question;
use crate::known::Known;
use crate::relevance;
use crate::symbol::last;
use ::survey::List;
use code_words::path::is_test;
use model::{Finding, Step};
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most tests listed.
const MOST: usize = 12;
/// Most symbols of one name.
const SYMBOLS: usize = 2;

/// Files whose names say nothing of what is in them.
const PLAIN: &[&str] = &[
    "mod", "lib", "index", "main", "error", "errors", "types", "utils", "util", "common", "base", "core", "service",
    "layer", "future", "helpers", "src", "init", "__init__",
];

/// Whether a test reaches what is asked about by calls.
pub fn is_reached(question: &Question, known: &Known<'_>) -> bool {
    let symbols = question.names.iter().flat_map(|name| relevance::meant(known, question, name)).take(SYMBOLS);
    let mut symbols = symbols.filter_map(|e| e.symbol.as_deref()).peekable();
    symbols.peek().is_none() || symbols.any(|symbol| !claims::of(known, symbol, ClaimKind::TestedBy).is_empty())
}

/// What tests may be named after: the name itself, and the file or folder that it is in.
pub fn names(question: &Question, known: &Known<'_>) -> Vec<String> {
    let Some(e) = question.names.first().and_then(|name| relevance::meant(known, question, name).first().copied())
    else {
        return Vec::new();
    };
    let own = e.symbol.as_deref().map(|symbol| last(symbol).to_owned());
    let parts = e.path.rsplit('/').map(|part| part.split('.').next().unwrap_or(part));
    let place = parts.into_iter().find(|part| part.len() > 2 && !PLAIN.contains(part)).map(str::to_owned);
    own.into_iter().chain(place).collect()
}

/// The step that looks for tests of a name.
pub fn step(of: String) -> Step {
    Step::Survey { list: List::Tests.row().name.to_owned(), of: Some(of) }
}

/// Whether tests of a name were found.
pub fn is_listed(findings: &[Finding]) -> bool {
    let of_tests =
        |finding: &&Finding| matches!(finding.step(), Step::Survey { list, .. } if list == List::Tests.row().name);
    findings.iter().filter(of_tests).any(|finding| !finding.evidence.is_empty())
}

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    if !is_reached(question, known) && is_listed(findings) {
        let listed = survey::list(out, findings);
        out.say(fixed::NOT_BY_CALLS);
        return listed;
    }
    each_symbol(out, question, known, SYMBOLS, |out, known, e| {
        // What tests a type is said of the type.
        let is_own = |of: &str, symbol: &str| symbol.strip_prefix(of).is_some_and(|rest| rest.starts_with(['.', ':']));
        let of_type = |other: &&Evidence| {
            matches!(other.kind, EvidenceKind::Class | EvidenceKind::Interface | EvidenceKind::Enum)
                && is_own(other.symbol.as_deref().unwrap_or("-"), e.symbol.as_deref().unwrap_or(""))
        };
        match (e.kind == EvidenceKind::Constructor).then(|| known.all_definitions().into_iter().find(of_type)).flatten()
        {
            Some(of) if known.has_described(of.symbol.as_deref().unwrap_or("")) => {}
            _ => of_symbol(out, known, e),
        }
    })
}

fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let tests = claims::of(known, symbol, ClaimKind::TestedBy);
    if tests.is_empty() {
        out.say(absent::tests(known, e));
        let mentions = claims::of(known, symbol, ClaimKind::UsedBy);
        let in_tests: Vec<_> = mentions.into_iter().filter(|stated| is_test(&stated.evidence.path)).collect();
        if !in_tests.is_empty() {
            let entries = in_tests.iter().map(|stated| fact::item(known, *stated));
            let shown = out.list(Some(fixed::TESTS_NAME_IT), entries, MOST);
            out.left_out(in_tests.len(), shown);
        }
        out.say(fixed::TESTS_UNSEEN);
        return;
    }
    let shown = out.list(Some(fact::tests(known, e)), tests.iter().map(|stated| fact::test(known, *stated)), MOST);
    let (total, is_all) = claims::total(known, e, ClaimKind::TestedBy);
    out.left_out(total, shown);
    if !is_all {
        out.say(fixed::CALLS_NOT_FOLLOWED);
    }
}
