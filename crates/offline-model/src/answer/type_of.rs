//! What a function takes and returns, what type a value has.

use super::claims;
use super::each_symbol;
use super::markdown::{self, MarkdownBuilder, cite, kind, name, place};
use crate::asked::Question;
use crate::excerpt::{MOST_LINES, head};
use crate::known::Known;
use protocol::{ClaimKind, Evidence};

/// Most defaults listed.
const MOST: usize = 8;
/// Most symbols of one name.
const SYMBOLS: usize = 2;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    each_symbol(out, question, known, SYMBOLS, of_symbol)
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
