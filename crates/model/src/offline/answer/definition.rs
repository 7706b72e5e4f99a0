//! Where a symbol is, what it is, and how it works.

use super::calls;
use super::sheet::{self, Sheet, cite, count, kind, name, place};
use crate::offline::excerpt::{MOST_LINES, head, window};
use crate::offline::known::Known;
use crate::offline::question::{Kind, Question};
use crate::offline::relevance;
use crate::offline::step::quoted;
use crate::offline::symbol::likeness;
use protocol::{Evidence, Relation};

/// Most definitions of one name that are listed.
const MOST_PLACES: usize = 8;

/// "`x` is defined at ..." for each name; the names that are not found.
fn say_places(sheet: &mut Sheet, question: &Question, known: &Known<'_>) -> Vec<String> {
    let mut lost = Vec::new();
    for asked in &question.names {
        let found = known.definitions(asked);
        match found.as_slice() {
            [] => lost.push(asked.clone()),
            [e] => sheet.line(&format!("{} is {} defined at {} {}.", name(known, e), kind(e), place(e), cite(e))),
            several => {
                sheet.line(&format!("`{asked}` is defined in {}:", count(several.len(), "place")));
                for e in several.iter().take(MOST_PLACES) {
                    sheet.item(&format!("{}, {}, at {} {}", name(known, e), kind(e), place(e), cite(e)));
                }
                left_out(sheet, several.len(), MOST_PLACES);
            }
        }
    }
    lost
}

/// Answers "where is".
pub fn whereabouts(sheet: &mut Sheet, question: &Question, known: &Known<'_>) -> bool {
    let lost = say_places(sheet, question, known);
    for asked in question.names.iter().take(3) {
        if let Some(e) = known.definitions(asked).first() {
            say_doc(sheet, e);
            sheet.code(e, &head(e, MOST_LINES));
        }
    }
    say_lost(sheet, question, &lost)
}

/// Answers "what is", "what does it do", "how does it work".
pub fn explain(sheet: &mut Sheet, question: &Question, known: &Known<'_>) -> bool {
    let wanted = relevance::wanted(question);
    let extra = question.terms.iter().any(|term| !question.names.contains(term));
    let mut lost = Vec::new();
    for asked in &question.names {
        let found = known.definitions(asked);
        let Some(e) = found.first() else {
            lost.push(asked.clone());
            continue;
        };
        let said = sheet::first_sentence(e).map(|said| format!(" {said}")).unwrap_or_default();
        let what = format!("{} at {}.{said} {}", kind(e), place(e), cite(e));
        let is_other = likeness(e.symbol.as_deref().unwrap_or(""), asked) < Some(3);
        sheet.line(&match is_other {
            true => format!("Nothing here is called exactly `{asked}`; the nearest is {}, {what}", name(known, e)),
            false => format!("{} is {what}", name(known, e)),
        });
        say_signature(sheet, e);
        if let Some(rest) = sheet::after_first_sentence(e) {
            sheet.line(&format!("> {rest} {}", cite(e)));
        }
        let body = longest(known, e);
        let most = if question.kind == Kind::How { MOST_LINES + 6 } else { MOST_LINES };
        if extra {
            let (first, code) = window(body, &wanted, most);
            sheet.lines(body, first, &code);
        } else {
            sheet.code(body, &head(body, most));
        }
        calls::both_ways(sheet, known, e);
        if found.len() > 1 {
            sheet.line(&format!("Others of that name: {}", others(known, &found[1..])));
        }
    }
    if question.kind == Kind::How && extra && lost.len() < question.names.len() {
        let shown =
            |e: &&Evidence| !question.names.iter().any(|n| known.definitions(n).iter().any(|d| d.symbol == e.symbol));
        let near: Vec<_> = relevance::best(known, question).into_iter().filter(shown).take(3).collect();
        if !near.is_empty() {
            sheet.line("Related by its words:");
            near.into_iter().for_each(|e| sheet.item(&sheet::named(known, e)));
        }
    }
    say_lost(sheet, question, &lost)
}

/// The definition as it was read, where that is longer than what the search showed.
pub fn longest<'a>(known: &Known<'a>, e: &'a Evidence) -> &'a Evidence {
    known
        .evidence()
        .filter(|read| read.relation == Relation::Read && read.path == e.path && read.start_line == e.start_line)
        .find(|read| read.excerpt.len() > e.excerpt.len())
        .unwrap_or(e)
}

/// Says which names were not found; false where that is all of them.
pub fn say_lost(sheet: &mut Sheet, question: &Question, lost: &[String]) -> bool {
    if lost.len() == question.names.len() {
        return false;
    }
    if !lost.is_empty() {
        sheet.line(&format!("Not found in this repository: {}.", quoted(lost)));
    }
    true
}

/// "and 4 more" below a list that was cut.
pub fn left_out(sheet: &mut Sheet, all: usize, shown: usize) {
    if all > shown {
        sheet.line(&format!("... and {} more.", all - shown));
    }
}

fn say_signature(sheet: &mut Sheet, e: &Evidence) {
    if let Some(signature) = sheet::signature(e) {
        sheet.line(&format!("Signature: {signature} {}", cite(e)));
    }
}

fn say_doc(sheet: &mut Sheet, e: &Evidence) {
    if let Some(doc) = sheet::doc(e) {
        sheet.line(&format!("> {doc} {}", cite(e)));
    }
}

fn others(known: &Known<'_>, found: &[&Evidence]) -> String {
    let shown: Vec<String> =
        found.iter().take(4).map(|e| format!("{} at {} {}", name(known, e), place(e), cite(e))).collect();
    let more = if found.len() > 4 { format!(", and {} more", found.len() - 4) } else { String::new() };
    format!("{}{more}.", shown.join(", "))
}
