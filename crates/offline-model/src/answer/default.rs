//! What value something has by default, and where it is set: the value itself comes first.

use super::claims::{self, Stated};
use super::markdown::{self, MarkdownBuilder, cite, count, place};
use super::{definition, topic};
use crate::asked::Question;
use crate::known::Known;
use crate::symbol::likeness;
use code_words::identifier::lower_parts;
use code_words::stem::same_word;
use compact_sort::CompactSort;
use protocol::ClaimKind;
use std::cmp::Reverse;

/// Most other places listed.
const MOST: usize = 6;
/// Words of the question that are not of the setting's name.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "default", "defaults", "value", "values", "configured", "configure", "configurable", "set", "setting", "settings",
    "specified", "controlled", "option", "options", "parameter", "parameters", "flag", "change", "controls", "control",
    "sets", "configures", "variable", "environment", "long", "many", "much", "large", "big", "have", "get", "by",
];

/// The words of the setting, and the symbol that has it, where the question names one.
pub fn asked(question: &Question) -> (Option<String>, Option<String>) {
    let terms: Vec<&String> =
        question.terms.iter().filter(|term| !ASKING.contains(&term.to_lowercase().as_str())).collect();
    let is_code = |term: &&&String| {
        term.contains(['_', '.', ':'])
            || term.chars().skip(1).any(char::is_uppercase)
            || term.starts_with(char::is_uppercase)
    };
    let owner = terms.iter().find(is_code).filter(|_| terms.len() > 1).map(|term| (**term).clone());
    let words: Vec<&str> =
        terms.iter().filter(|term| Some(term.as_str()) != owner.as_deref()).map(|term| term.as_str()).collect();
    let setting = words.join(" ");
    ((!setting.is_empty()).then_some(setting), owner)
}

/// Whether a value is known of what is asked.
pub fn is_found(question: &Question, known: &Known<'_>) -> bool {
    !fitting(question, known).is_empty()
}

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let fitting = fitting(question, known);
    let Some((first, others)) = fitting.split_first() else {
        let known_names = question.names.iter().any(|name| !known.definitions(name).is_empty());
        if known_names {
            out.line("No default of that name was found in the code; what there is of the name:");
            return definition::explain(out, question, known);
        }
        return topic::explain(out, question, known);
    };
    out.line(&format!("{}.", value(known, *first)));
    claims::lines(out, *first);
    let e = first.evidence;
    if let Some(doc) = markdown::doc(e).filter(|_| first.claim.kind == ClaimKind::Value) {
        out.line(&format!("> {doc} {}", cite(e)));
    }
    if !others.is_empty() {
        let noun = if others.len() == 1 { "It is" } else { "They are" };
        out.line(&format!(
            "{} of that name {} a value. {noun}:",
            count(others.len(), "other place"),
            if others.len() == 1 { "has" } else { "have" }
        ));
        others.iter().take(MOST).for_each(|stated| claims::item(out, known, *stated));
        out.left_out(others.len(), MOST);
    }
    let reads = claims::all(known)
        .into_iter()
        .filter(|stated| stated.claim.kind == ClaimKind::Reads && fits(question, stated) > 0);
    let reads: Vec<_> = reads.take(MOST).collect();
    if !reads.is_empty() {
        out.line("It is read at:");
        reads.iter().for_each(|stated| claims::item(out, known, *stated));
    }
    true
}

/// "The default of `timeout` in `Client.get` is `5`, at ..."
fn value(known: &Known<'_>, stated: Stated<'_>) -> String {
    let (object, e) = (stated.claim.object.as_str(), stated.evidence);
    match (stated.claim.kind, object.split_once(" = ")) {
        (ClaimKind::Default, Some((name, value))) => format!(
            "The default of {} in {} is {}, at {} {}",
            claims::ticked(name),
            claims::ticked(&known.shown(&stated.claim.of)),
            claims::ticked(value),
            place(e),
            cite(e)
        ),
        _ => claims::cited(known, stated),
    }
}

/// Values whose names have the words, best first.
fn fitting<'a>(question: &Question, known: &Known<'a>) -> Vec<Stated<'a>> {
    let is_value = |stated: &Stated<'_>| matches!(stated.claim.kind, ClaimKind::Default | ClaimKind::Value);
    let all = claims::all(known).into_iter().filter(is_value);
    let mut fitting: Vec<(u32, Stated<'a>)> =
        all.map(|stated| (fits(question, &stated), stated)).filter(|(fit, _)| *fit > 0).collect();
    let best = fitting.iter().map(|(fit, _)| *fit).max().unwrap_or(0);
    // Of the owner that is asked for, or else of anything.
    fitting.retain(|(fit, _)| best < OWNED || *fit >= OWNED);
    fitting.compact_sort_by_key(|(fit, stated)| (Reverse(*fit), code_words::path::is_test(&stated.evidence.path)));
    fitting.into_iter().map(|(_, stated)| stated).collect()
}

/// What a fit is worth at least where the owner fits too.
const OWNED: u32 = 100;

fn fits(question: &Question, stated: &Stated<'_>) -> u32 {
    let (setting, owner) = asked(question);
    let object = stated.claim.object.split_once(" = ").map_or("", |(name, _)| name);
    let name = if object.is_empty() { stated.claim.of.rsplit(['.', ':']).next().unwrap_or("") } else { object };
    let parts = lower_parts(name);
    let owned = |owner: &String| {
        let of = stated.claim.of.as_str();
        likeness(of, owner).is_some_and(|likeness| likeness >= 2)
            || of
                .rsplit_once(['.', ':'])
                .is_some_and(|(outer, _)| likeness(outer.trim_end_matches(':'), owner).is_some())
    };
    let is_owned = owner.as_ref().is_some_and(owned);
    let Some(setting) = setting else {
        return if is_owned { OWNED } else { 0 };
    };
    let wanted = lower_parts(&setting);
    let held = wanted.iter().filter(|word| parts.iter().any(|part| same_word(part, word))).count();
    if held < wanted.len() {
        return 0;
    }
    let exact = if parts.len() == wanted.len() { 10 } else { 1 };
    exact + if is_owned { OWNED } else { 0 }
}
