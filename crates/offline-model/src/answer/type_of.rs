//! What a function takes and returns, what type a value has.

use super::claims;
use super::each_symbol;
use super::markdown::MarkdownBuilder;
use super::sentence::{defined, fact, fixed};
use crate::asked::Question;
use crate::excerpt::{Excerpt, MOST_LINES, head};
use crate::known::Known;
use crate::symbol::likeness;
use protocol::{ClaimKind, Evidence};

/// Most defaults listed.
const MOST: usize = 8;
/// Most symbols of one name.
const SYMBOLS: usize = 2;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let attributes: Vec<&String> = question.names.iter().filter(|name| known.definitions(name).is_empty()).collect();
    let attributes: Vec<bool> = attributes.into_iter().map(|name| of_attribute(out, known, name)).collect();
    if !attributes.is_empty() && attributes.iter().all(|is_found| *is_found) {
        let named = Question {
            names: question.names.iter().filter(|name| !known.definitions(name).is_empty()).cloned().collect(),
            ..question.clone()
        };
        return named.names.is_empty() || each_symbol(out, &named, known, SYMBOLS, of_symbol);
    }
    each_symbol(out, question, known, SYMBOLS, of_symbol)
}

/// An attribute that a method sets has no definition of its own.
fn of_attribute(out: &mut MarkdownBuilder, known: &Known<'_>, name: &str) -> bool {
    let stated = claims::all(known).into_iter().filter(|stated| {
        matches!(stated.claim.kind, ClaimKind::Type | ClaimKind::Value)
            && likeness(&stated.claim.of, name).is_some_and(|likeness| likeness >= 2)
    });
    let stated: Vec<claims::Stated<'_>> = stated.take(MOST).collect();
    for (at, stated) in stated.iter().enumerate() {
        out.say(fact::at(known, *stated));
        if at == 0 {
            out.code(&Excerpt::whole(stated.evidence));
        }
    }
    !stated.is_empty()
}

fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let of = |kind: ClaimKind| claims::of(known, symbol, kind);
    out.say(fact::type_of(known, e));
    defined::signature(e).into_iter().for_each(|sentence| out.say(sentence));
    of(ClaimKind::Extends).iter().for_each(|stated| out.item(fact::item(known, *stated)));
    let defaults = of(ClaimKind::Default);
    if !defaults.is_empty() {
        let shown = out.list(Some(fixed::DEFAULTS), defaults.iter().map(|stated| fact::item(known, *stated)), MOST);
        out.left_out(defaults.len(), shown);
    }
    out.code(&head(e, MOST_LINES));
}
