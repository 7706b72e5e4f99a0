//! How two symbols differ: what each is, what they have in common, what only one of them has, calls, catches or raises.

use super::claims;
use super::markdown::{self, MarkdownBuilder, cite, count, kind, name, place};
use crate::asked::Question;
use crate::excerpt::head;
use crate::known::Known;
use crate::relevance;
use crate::symbol::last;
use code_words::identifier::lower_parts;
use code_words::path::is_test;
use compact_sort::CompactSort;
use protocol::{ClaimKind, Direction, Evidence, EvidenceKind};

/// Longest entry, in characters.
const WIDTH: usize = 48;
/// Most names listed on one side.
const MOST: usize = 8;
/// Most lines of what is compared line by line.
const SHORT: usize = 32;
/// Of this many lines of the shorter one is common at least.
const ALIKE: usize = 4;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let [a, b, ..] = question.names.as_slice() else { return false };
    let (Some(left), Some(right)) = (best(known, question, a), best(known, question, b)) else {
        let missing: Vec<String> =
            [a, b].into_iter().filter(|name| best(known, question, name).is_none()).cloned().collect();
        let found = [a, b].into_iter().find_map(|name| best(known, question, name));
        return found.is_some_and(|e| {
            out.line(&format!("They cannot be compared: only {} was found.", name(known, e)));
            describe(out, known, e, &question.names);
            out.missing_names(&[a.clone(), b.clone()], &missing)
        });
    };
    let same_kind = left.kind == right.kind;
    let kinds = if same_kind {
        format!("are both {}", plural(left))
    } else {
        format!("are {} and {}", kind(left), kind(right))
    };
    let differences = differences(known, left, right);
    let sides: Vec<&str> = differences.iter().map(|difference| difference.what).collect();
    let differ = match sides.as_slice() {
        [] => "; nothing that the code states of them was found to differ but what is below".to_owned(),
        sides => format!("; they differ in {}", listed(sides)),
    };
    out.line(&format!(
        "{} and {} {kinds}{differ} {} {}.",
        name(known, left),
        name(known, right),
        cite(left),
        cite(right)
    ));
    describe(out, known, left, &question.names);
    describe(out, known, right, &question.names);
    for Difference { what, common, left: only_left, right: only_right } in &differences {
        let mut parts = Vec::new();
        for (names, whose) in [
            (common, "both".to_owned()),
            (only_left, format!("only {}", name(known, left))),
            (only_right, format!("only {}", name(known, right))),
        ] {
            if !names.is_empty() {
                parts.push(format!("{whose}: {}", some(names)));
            }
        }
        out.item(&format!("**{}**: {}", capitalised(what), parts.join("; ")));
    }
    lines_that_differ(out, known, left, right);
    let calls = [left, right].map(|e| known.call_count(e.symbol.as_deref().unwrap_or(""), Direction::Callers));
    if let [Some(one), Some(other)] = calls {
        out.item(&format!(
            "**Called**: {} at {} {}; {} at {} {}",
            name(known, left),
            count(one.places as usize, "place"),
            cite(left),
            name(known, right),
            count(other.places as usize, "place"),
            cite(right)
        ));
    }
    true
}

fn best<'a>(known: &Known<'a>, question: &Question, name: &str) -> Option<&'a Evidence> {
    relevance::meant(known, question, name).first().copied()
}

fn describe(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence, asked: &[String]) {
    let documented = markdown::prefixed(" ", markdown::doc(e));
    let signature = markdown::prefixed(" ", markdown::signature(e));
    out.line(&format!("**{}** is {} at {}.{documented}{signature} {}", name(known, e), kind(e), place(e), cite(e)));
    // Which of several is meant is a choice that the reader should see.
    let namesakes = asked
        .iter()
        .map(|name| known.definitions(name))
        .find(|found| found.first().is_some_and(|first| first.id == e.id));
    let others: Vec<String> = namesakes
        .into_iter()
        .flatten()
        .skip(1)
        .filter(|other| !is_test(&other.path))
        .take(3)
        .map(|other| markdown::name_and_place(known, other))
        .collect();
    if !others.is_empty() {
        out.line(&format!("Another of that name: {}.", others.join(", ")));
    }
}

/// Where both are short: the lines of code that only one of them has.
fn lines_that_differ(out: &mut MarkdownBuilder, known: &Known<'_>, left: &Evidence, right: &Evidence) {
    let code = |e: &Evidence| head(e, SHORT);
    let (own, other) = (code(left), code(right));
    let is_cut = |text: &str| text.ends_with("\n...");
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    let common = own.lines().filter(|line| !line.trim().is_empty() && other.lines().any(|o| o.trim() == line.trim()));
    let is_alike = ALIKE * common.count() >= lines(&own).min(lines(&other));
    if is_cut(&own) || is_cut(&other) || !is_alike {
        return;
    }
    for (e, text, against) in [(left, &own, &other), (right, &other, &own)] {
        let has = |line: &str| against.lines().any(|other| other.trim() == line.trim());
        let only: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty() && !has(line)).collect();
        if !only.is_empty() {
            out.line(&format!("Lines of {} alone:", name(known, e)));
            out.code(e, &only.join("\n"));
        }
    }
}

struct Difference {
    what: &'static str,
    common: Vec<String>,
    left: Vec<String>,
    right: Vec<String>,
}

/// Where both sides are not the same, with the evidence of each entry.
fn differences(known: &Known<'_>, left: &Evidence, right: &Evidence) -> Vec<Difference> {
    const ASPECTS: [(&str, ClaimKind); 7] = [
        ("bases", ClaimKind::Extends),
        ("the declared type", ClaimKind::Type),
        ("values", ClaimKind::Value),
        ("defaults", ClaimKind::Default),
        ("members", ClaimKind::Member),
        ("errors raised", ClaimKind::Raises),
        ("errors caught", ClaimKind::Catches),
    ];
    let mut found = Vec::new();
    for (what, kind) in ASPECTS {
        let side = |e: &Evidence| {
            let stated = claims::of(known, e.symbol.as_deref().unwrap_or(""), kind);
            let mut entries: Vec<(String, String)> = Vec::new();
            for stated in stated {
                if !entries.iter().any(|(object, _)| *object == stated.claim.object) {
                    entries.push((stated.claim.object.clone(), cite(stated.evidence)));
                }
            }
            // What is called first, plain names before compound ones: the others are their variants.
            if kind == ClaimKind::Member {
                entries.compact_sort_by_key(|(object, _)| {
                    let is_field = is_field(known, e, object);
                    (is_field, object.starts_with('_'), lower_parts(object).len())
                });
            }
            entries
        };
        found.extend(difference(what, &side(left), &side(right)));
    }
    let called = |e: &Evidence| {
        let called = known.callees_of(e.symbol.as_deref().unwrap_or("")).into_iter();
        let entry = |e: &Evidence| e.symbol.as_deref().map(|symbol| (last(symbol).to_owned(), cite(e)));
        called.filter_map(entry).collect::<Vec<_>>()
    };
    found.extend(difference("what they call", &called(left), &called(right)));
    found
}

fn is_field(known: &Known<'_>, e: &Evidence, member: &str) -> bool {
    let of = claims::of(known, e.symbol.as_deref().unwrap_or(""), ClaimKind::Member);
    let stated = of.iter().find(|stated| stated.claim.object == member);
    stated.is_some_and(|stated| matches!(stated.evidence.kind, EvidenceKind::Field | EvidenceKind::Variable))
}

fn difference(what: &'static str, left: &[(String, String)], right: &[(String, String)]) -> Option<Difference> {
    let has = |side: &[(String, String)], object: &str| side.iter().any(|(other, _)| other == object);
    let shown = |(object, cited): &(String, String)| format!("{} {cited}", claims::ticked(&cut(object)));
    let common = left.iter().filter(|(object, _)| has(right, object)).map(shown).collect::<Vec<_>>();
    let only = |one: &[(String, String)], other: &[(String, String)]| {
        one.iter().filter(|(object, _)| !has(other, object)).map(shown).collect::<Vec<_>>()
    };
    let (left, right) = (only(left, right), only(right, left));
    (!left.is_empty() || !right.is_empty()).then_some(Difference { what, common, left, right })
}

/// A value that is too long to compare is cut.
fn cut(object: &str) -> String {
    match object.char_indices().nth(WIDTH) {
        None => object.to_owned(),
        Some((at, _)) => format!("{}...", object[..at].trim_end()),
    }
}

fn some(names: &[String]) -> String {
    let more = names.len().saturating_sub(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", "))
}

fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn plural(e: &Evidence) -> String {
    let word = e.kind.word();
    match word {
        "class" => "classes".to_owned(),
        "type alias" => "type aliases".to_owned(),
        word => format!("{word}s"),
    }
}
