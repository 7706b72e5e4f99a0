//! Where a symbol is, what it is, and how it works.

use super::calls;
use super::markdown::{self, MarkdownBuilder, cite, count, kind, name, place};
use crate::asked::Question;
use crate::excerpt::{MOST_LINES, head, window};
use crate::kind::Kind;
use crate::known::Known;
use crate::relevance;
use crate::symbol::likeness;
use protocol::{Evidence, Relation};

/// Most definitions of one name that are listed.
const MOST_PLACES: usize = 8;

/// "`x` is defined at ..." for each name; the names that are not found.
fn write_locations(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> Vec<String> {
    let mut missing = Vec::new();
    for asked in &question.names {
        let found = known.definitions(asked);
        match found.as_slice() {
            [] => missing.push(asked.clone()),
            [e] => out.line(&format!("{} is {} defined at {} {}.", name(known, e), kind(e), place(e), cite(e))),
            several => {
                out.line(&format!("`{asked}` is defined in {}:", count(several.len(), "place")));
                for e in several.iter().take(MOST_PLACES) {
                    out.item(&format!("{}, {}, at {} {}", name(known, e), kind(e), place(e), cite(e)));
                }
                out.left_out(several.len(), MOST_PLACES);
            }
        }
    }
    missing
}

pub fn location(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let missing = write_locations(out, question, known);
    for asked in question.names.iter().take(3) {
        if let Some(e) = known.definitions(asked).first() {
            if let Some(doc) = markdown::doc(e) {
                out.line(&format!("> {doc} {}", cite(e)));
            }
            out.code(e, &head(e, MOST_LINES));
        }
    }
    out.missing_names(&question.names, &missing)
}

/// Answers "what is", "what does it do", "how does it work".
pub fn explain(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let has_topic = question.terms.iter().any(|term| !question.names.contains(term));
    let mut missing = Vec::new();
    for asked in &question.names {
        match known.definitions(asked).as_slice() {
            [] => missing.push(asked.clone()),
            [e, namesakes @ ..] => {
                write_summary(out, known, e, asked);
                write_code(out, question, longest(known, e), has_topic);
                calls::both_ways(out, known, e);
                if !namesakes.is_empty() {
                    out.line(&format!("Others of that name: {}", others(known, namesakes)));
                }
            }
        }
    }
    if question.kind == Kind::How && has_topic && missing.len() < question.names.len() {
        write_related(out, question, known);
    }
    out.missing_names(&question.names, &missing)
}

/// Kind, place, signature and documentation of the definition that fits a name best.
fn write_summary(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence, asked: &str) {
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    let what = format!("{} at {}.{documented} {}", kind(e), place(e), cite(e));
    let is_other = likeness(e.symbol.as_deref().unwrap_or(""), asked).is_some_and(|likeness| likeness < 3);
    out.line(&match is_other {
        true => format!("Nothing here is called exactly `{asked}`; the nearest is {}, {what}", name(known, e)),
        false => format!("{} is {what}", name(known, e)),
    });
    if let Some(signature) = markdown::signature(e) {
        out.line(&format!("Signature: {signature} {}", cite(e)));
    }
    if let Some(rest) = markdown::after_first_sentence(e) {
        out.line(&format!("> {rest} {}", cite(e)));
    }
}

/// The lines about the rest of the question if there is any, else the first ones.
fn write_code(out: &mut MarkdownBuilder, question: &Question, e: &Evidence, has_topic: bool) {
    let most = if question.kind == Kind::How { MOST_LINES + 6 } else { MOST_LINES };
    if has_topic {
        let (first, code) = window(e, &relevance::wanted(question), most);
        out.lines(e, first, &code);
    } else {
        out.code(e, &head(e, most));
    }
}

/// What else fits the question's words.
fn write_related(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) {
    let is_described =
        |e: &Evidence| question.names.iter().any(|n| known.definitions(n).iter().any(|d| d.symbol == e.symbol));
    let near: Vec<_> = relevance::best(known, question).into_iter().filter(|e| !is_described(e)).take(3).collect();
    if !near.is_empty() {
        out.line("Related by its words:");
        near.into_iter().for_each(|e| out.item(&markdown::named(known, e)));
    }
}

/// The definition as it was read, where that is longer than what the search showed.
pub fn longest<'a>(known: &Known<'a>, e: &'a Evidence) -> &'a Evidence {
    known
        .evidence()
        .filter(|read| read.relation == Relation::Read && read.path == e.path && read.start_line == e.start_line)
        .find(|read| read.excerpt.len() > e.excerpt.len())
        .unwrap_or(e)
}

fn others(known: &Known<'_>, found: &[&Evidence]) -> String {
    let shown: Vec<String> = found.iter().take(4).map(|e| markdown::name_and_place(known, e)).collect();
    let more = if found.len() > 4 { format!(", and {} more", found.len() - 4) } else { String::new() };
    format!("{}{more}.", shown.join(", "))
}
