//! Where a symbol is, what it is, and how it works.

use super::calls;
use super::markdown::MarkdownBuilder;
use super::sentence::{defined, fixed};
use super::shown::{self, longest};
use crate::asked::Question;
use crate::declared_type;
use crate::excerpt::{MOST_LINES, head};
use crate::kind::Kind;
use crate::known::Known;
use crate::relevance;
use protocol::Evidence;

/// Most definitions of one name that are listed.
const MOST_PLACES: usize = 8;

/// "`x` is defined at ..." for each name; the names that are not found.
fn write_locations(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> Vec<String> {
    let mut missing = Vec::new();
    for asked in &question.names {
        let found = known.definitions(asked);
        match found.as_slice() {
            [] => missing.push(asked.clone()),
            [e] => out.say(defined::at(known, e)),
            several => {
                let entries = several.iter().map(|e| defined::one_of(known, e));
                let shown = out.list(Some(defined::places(asked, several)), entries, MOST_PLACES);
                out.left_out(several.len(), shown);
            }
        }
    }
    missing
}

pub fn location(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let missing = write_locations(out, question, known);
    for asked in question.names.iter().take(3) {
        if let Some(e) = known.definitions(asked).first() {
            defined::documentation(e).into_iter().for_each(|sentence| out.say(sentence));
            out.code(&head(e, MOST_LINES));
        }
    }
    out.missing_names(&question.names, &missing)
}

/// Answers "what is", "what does it do", "how does it work".
pub fn explain(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let has_topic = question.terms.iter().any(|term| !question.names.contains(term));
    let mut missing = Vec::new();
    for asked in &question.names {
        match relevance::meant(known, question, asked).as_slice() {
            [] => missing.push(asked.clone()),
            [e, namesakes @ ..] => {
                write_summary(out, known, e, asked);
                if let Some(declared) = declared_type::of(known, e).filter(|_| question.kind == Kind::What) {
                    write_type(out, known, declared);
                }
                write_code(out, question, known, e, has_topic);
                calls::both_ways(out, known, e);
                defined::others_of_name(known, namesakes).into_iter().for_each(|sentence| out.say(sentence));
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
    out.say(defined::summary(known, e, asked));
    defined::signature(e).into_iter().for_each(|sentence| out.say(sentence));
    defined::more_documentation(e).into_iter().for_each(|sentence| out.say(sentence));
}

/// The type of a field: what it says of itself, and its first lines.
fn write_type(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence) {
    out.say(defined::its_type(known, e));
    defined::more_documentation(e).into_iter().for_each(|sentence| out.say(sentence));
    out.code(&head(e, MOST_LINES));
}

/// The lines about the rest of the question if there is any, else the first ones.
fn write_code(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, e: &Evidence, has_topic: bool) {
    let most = if question.kind == Kind::How { MOST_LINES + 6 } else { MOST_LINES };
    if has_topic {
        out.code(&shown::lines(known, e, &relevance::wanted(question), most));
    } else {
        out.code(&head(longest(known, e), most));
    }
}

/// What else fits the question's words.
fn write_related(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) {
    let is_described =
        |e: &Evidence| question.names.iter().any(|n| known.definitions(n).iter().any(|d| d.symbol == e.symbol));
    let near: Vec<_> = relevance::best(known, question).into_iter().filter(|e| !is_described(e)).take(3).collect();
    if !near.is_empty() {
        out.say(fixed::RELATED);
        near.into_iter().for_each(|e| out.item(defined::named(known, e)));
    }
}
