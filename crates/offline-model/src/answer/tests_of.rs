//! Which tests reach a symbol.

use super::claims;
use super::each_symbol;
use super::markdown::MarkdownBuilder;
use super::sentence::{absent, fact, fixed};
use crate::asked::Question;
use crate::known::Known;
use code_words::path::is_test;
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most tests listed.
const MOST: usize = 12;
/// Most symbols of one name.
const SYMBOLS: usize = 2;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
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
