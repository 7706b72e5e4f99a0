//! What a function takes and returns, what type a value has.

use super::claims;
use super::each_symbol;
use super::markdown::{self, MarkdownBuilder, cite, kind, name, place};
use crate::asked::Question;
use crate::excerpt::{MOST_LINES, head};
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
        out.line(&format!("{}.", claims::cited(known, *stated)));
        if at == 0 {
            claims::lines(out, *stated);
        }
    }
    !stated.is_empty()
}

fn of_symbol(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let of = |kind: ClaimKind| claims::of(known, symbol, kind);
    let what = format!("{} at {} {}", kind(e), place(e), cite(e));
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    match of(ClaimKind::Type).first() {
        Some(stated) => out.line(&format!("{}; it is {what}.{documented}", claims::sentence(known, *stated))),
        None => {
            let values = of(ClaimKind::Value);
            let value = values.first().map(|stated| format!(" {}.", claims::sentence(known, *stated)));
            let declares = match e.kind {
                protocol::EvidenceKind::Class | protocol::EvidenceKind::Interface | protocol::EvidenceKind::Enum => {
                    format!("{} is a type itself: {what}.", name(known, e))
                }
                _ => format!("No type is declared for {}, {what}.", name(known, e)),
            };
            out.line(&format!("{declares}{}{documented}", value.unwrap_or_default()));
        }
    }
    if let Some(signature) = markdown::signature(e) {
        out.line(&format!("Signature: {signature} {}", cite(e)));
    }
    let bases = of(ClaimKind::Extends);
    bases.iter().for_each(|stated| claims::item(out, known, *stated));
    let defaults = of(ClaimKind::Default);
    if !defaults.is_empty() {
        out.line("Defaults:");
        defaults.iter().take(MOST).for_each(|stated| claims::item(out, known, *stated));
        out.left_out(defaults.len(), MOST);
    }
    out.code(e, &head(e, MOST_LINES));
}
