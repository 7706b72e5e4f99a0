//! How two symbols differ: what each is, what they have in common, what only one of them has, calls, catches or raises.

use super::claims;
use super::markdown::MarkdownBuilder;
use super::sentence::compared::{self, Aspect, Difference, Entry};
use super::sentence::{absent, defined};
use crate::asked::Question;
use crate::excerpt::head;
use crate::known::Known;
use crate::relevance;
use code_words::identifier::lower_parts;
use compact_sort::CompactSort;
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most lines of what is compared line by line.
const SHORT: usize = 32;
/// Of this many lines of the shorter one is common at least.
const ALIKE: usize = 4;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let [a, b, ..] = question.names.as_slice() else { return false };
    let (left, right) = both(known, question, a, b);
    let (Some(left), Some(right)) = (left, right) else {
        let missing: Vec<String> =
            [a, b].into_iter().filter(|name| best(known, question, name).is_none()).cloned().collect();
        let found = [a, b].into_iter().find_map(|name| best(known, question, name));
        return found.is_some_and(|e| {
            out.say(absent::other_of_two(known, e));
            describe(out, known, e, &question.names);
            out.missing_names(&[a.clone(), b.clone()], &missing)
        });
    };
    let differences: Vec<Difference<'_>> = Aspect::ALL
        .into_iter()
        .filter_map(|aspect| Difference::between(aspect, &side(known, left, aspect), &side(known, right, aspect)))
        .collect();
    out.say(compared::first(known, left, right, &differences));
    describe(out, known, left, &question.names);
    describe(out, known, right, &question.names);
    for difference in &differences {
        out.item(compared::difference(known, left, right, difference));
    }
    lines_that_differ(out, known, left, right);
    compared::called(known, left, right).into_iter().for_each(|sentence| out.item(sentence));
    true
}

fn best<'a>(known: &Known<'a>, question: &Question, name: &str) -> Option<&'a Evidence> {
    relevance::meant(known, question, name).first().copied()
}

/// What each of two names means. Where both mean one (`Client` and `blocking::Client`), the name that says less means another.
fn both<'a>(known: &Known<'a>, question: &Question, a: &str, b: &str) -> (Option<&'a Evidence>, Option<&'a Evidence>) {
    let (left, right) = (best(known, question, a), best(known, question, b));
    let (Some(one), Some(other)) = (left, right) else { return (left, right) };
    if one.symbol != other.symbol {
        return (left, right);
    }
    let another = |name: &str| relevance::meant(known, question, name).into_iter().find(|e| e.symbol != one.symbol);
    match a.len() <= b.len() {
        true => (another(a).or(left), right),
        false => (left, another(b).or(right)),
    }
}

fn describe(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence, asked: &[String]) {
    out.say(defined::marked_with_signature(known, e));
    // Which of several is meant is a choice that the reader should see.
    let namesakes = asked
        .iter()
        .map(|name| known.definitions(name))
        .find(|found| found.first().is_some_and(|first| first.id == e.id));
    let others: Vec<&Evidence> = namesakes.into_iter().flatten().skip(1).collect();
    defined::another_of_name(known, &others).into_iter().for_each(|sentence| out.say(sentence));
}

/// Where both are short: the lines of code that only one of them has.
fn lines_that_differ(out: &mut MarkdownBuilder, known: &Known<'_>, left: &Evidence, right: &Evidence) {
    let (own, other) = (head(left, SHORT), head(right, SHORT));
    let is_cut = |text: &str| text.ends_with("\n...");
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    let common = own
        .text()
        .lines()
        .filter(|line| !line.trim().is_empty() && other.text().lines().any(|o| o.trim() == line.trim()));
    let is_alike = ALIKE * common.count() >= lines(own.text()).min(lines(other.text()));
    if is_cut(own.text()) || is_cut(other.text()) || !is_alike {
        return;
    }
    for (e, text, against) in [(left, &own, &other), (right, &other, &own)] {
        let only = text.without(against);
        if !only.text().is_empty() {
            out.say(compared::lines_alone(known, e));
            out.code(&only);
        }
    }
}

/// What one of the two has in an aspect, each once.
fn side<'a>(known: &Known<'a>, e: &Evidence, aspect: Aspect) -> Vec<Entry<'a>> {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let kind = match aspect {
        Aspect::Calls => return known.callees_of(symbol).into_iter().filter_map(Entry::called).collect(),
        Aspect::Stated(kind) => kind,
    };
    let mut entries: Vec<Entry<'a>> = Vec::new();
    for entry in claims::of(known, symbol, kind).into_iter().map(Entry::stated) {
        if !entries.iter().any(|other| other.object() == entry.object()) {
            entries.push(entry);
        }
    }
    // What is called first, plain names before compound ones: the others are their variants.
    if kind == ClaimKind::Member {
        entries.compact_sort_by_key(|entry| {
            let object = entry.object();
            (is_field(known, e, object), object.starts_with('_'), lower_parts(object).len())
        });
    }
    entries
}

fn is_field(known: &Known<'_>, e: &Evidence, member: &str) -> bool {
    let of = claims::of(known, e.symbol.as_deref().unwrap_or(""), ClaimKind::Member);
    let stated = of.iter().find(|stated| stated.claim.object == member);
    stated.is_some_and(|stated| matches!(stated.evidence.kind, EvidenceKind::Field | EvidenceKind::Variable))
}
