//! Statements from typed claims: the only place where a claim becomes a sentence.

use super::Sentence;
use super::lookup::{Lookup, are_not_read};
use crate::answer::arithmetic;
use crate::answer::claims::{self, Stated, word_of};
use crate::answer::markdown::{self, cite, count, kind, name, place, what};
use crate::excerpt::{handed_to, line_with, raising_line};
use crate::known::Known;
use crate::symbol::last;
use protocol::{Claim, ClaimKind, Evidence, EvidenceKind};
use source::Reading;
use std::borrow::Cow;

/// Longest line of code that is quoted in a sentence, in characters.
const LINE: usize = 100;
/// Longest statement of several lines that is.
const MESSAGE: usize = 240;
/// Most errors that one sentence names.
const MOST_ERRORS: usize = 4;

/// `3 tests`, or `at least 3 tests`.
fn counted((total, is_all): (usize, bool), noun: &str) -> String {
    if is_all { count(total, noun) } else { format!("at least {}", count(total, noun)) }
}

/// What the claim states, without its place.
fn clause(known: &Known<'_>, stated: Stated<'_>) -> String {
    let Claim { of, kind, object } = stated.claim;
    let (of, object) = (ticked(&known.shown(of)), ticked(object));
    match kind {
        // What a block of Rust states.
        ClaimKind::Extends if stated.evidence.path.ends_with(".rs") => format!("{of} implements {object}"),
        ClaimKind::Extends => format!("{of} extends {object}"),
        ClaimKind::ExtendedBy => format!("{} extends {of}", ticked(&known.shown(&stated.claim.object))),
        ClaimKind::Member => format!("{of} has {object}"),
        ClaimKind::Default => format!("{of} has the default {object}"),
        ClaimKind::Value => match stated.claim.object.split_once(" = ") {
            Some((name, value)) if of.contains(name) || known.shown(&stated.claim.of).contains('/') => {
                format!("{} is {}", ticked(name), ticked(value))
            }
            _ => format!("{of} is {object}"),
        },
        ClaimKind::Type if is_callable(stated.evidence) => format!("{of} returns {object}"),
        ClaimKind::Type => format!("{of} is of type {object}"),
        ClaimKind::Raises => raises(&of, stated),
        ClaimKind::Catches => format!("{of} catches {object}"),
        ClaimKind::Reads => format!("{of} reads {object}"),
        ClaimKind::TestedBy => format!("{} reaches {of}", ticked(&known.shown(&stated.claim.object))),
        ClaimKind::Sibling => format!("{object} is of the same family as {of}"),
        ClaimKind::WrittenBy => format!("{} writes to {of}", ticked(&known.shown(&stated.claim.object))),
        ClaimKind::UsedBy => {
            let by = ticked(&known.shown(&stated.claim.object));
            match handed_to(&stated.evidence.excerpt, last(&stated.claim.of)) {
                Some(callee) => format!("{by} hands {of} to {}", ticked(callee)),
                None => format!("{by} names {of}"),
            }
        }
        ClaimKind::Listed => object,
    }
}

/// Errors are raised, returned, passed on or end the program: by how they are written.
fn raises(of: &str, stated: Stated<'_>) -> String {
    let object = stated.claim.object.as_str();
    let ticked = ticked(object);
    let first = stated.evidence.excerpt.trim_start();
    let is_comment = ["//", "*", "/**", "#", ":", "@"].iter().any(|mark| first.starts_with(mark));
    if is_comment || object == "an error" {
        let what = if object == "panic" { "a panic".to_owned() } else { ticked.clone() };
        return format!("The documentation of {of} states {what}");
    }
    if matches!(stated.evidence.kind, EvidenceKind::Variable | EvidenceKind::Field) {
        return format!("{of} has the message {ticked}");
    }
    // A call that says why: `check(.., "...")`, `abort(400)`.
    let is_returned = stated.evidence.path.ends_with(".go") && stated.evidence.excerpt.contains("return ");
    if object.ends_with(')') && !object.ends_with("(..)") && !object.starts_with("panic(") && !is_returned {
        let last = object.trim_end_matches(')').rsplit(['(', ' ']).next().unwrap_or("");
        let is_status = last.contains("Status") || last.parse().is_ok_and(|status: u16| (400..600).contains(&status));
        return if is_status { format!("{of} answers by {ticked}") } else { format!("{of} fails by {ticked}") };
    }
    let is_script =
        [".js", ".ts", ".mjs", ".cjs", ".tsx", ".jsx"].iter().any(|end| stated.evidence.path.ends_with(end));
    if is_script && !["throw", "reject"].iter().any(|word| stated.evidence.excerpt.contains(word)) {
        return format!("{of} makes the error {ticked}");
    }
    let returns = [".rs", ".go"].iter().any(|ending| stated.evidence.path.ends_with(ending));
    let verb = if returns { "returns" } else { "raises" };
    match object {
        _ if object.ends_with('?') => format!("{of} passes on the error of {ticked}"),
        "err" => format!("{of} passes on {ticked}"),
        "bail!" | "ensure!" => format!("{of} returns an error by {ticked}"),
        _ if object.starts_with("panic of") => {
            format!("{of} panics where {} fails", object.trim_start_matches("panic of "))
        }
        _ if object.ends_with('!') || object.starts_with("panic(") => format!("{of} panics by {ticked}"),
        _ if stated.is_made_by_call() => format!("{of} {verb} an error that `{}(..)` makes", safe(object)),
        _ if returns => format!("{of} returns the error {ticked}"),
        _ => format!("{of} raises {ticked}"),
    }
}

/// The line that raises an error, below its condition; `None` where the error has no name in it.
fn raised_at(stated: Stated<'_>) -> Option<(u32, &str)> {
    let Claim { kind, object, .. } = stated.claim;
    let has_name = !object.split('(').next().unwrap_or("").contains(' ');
    (*kind == ClaimKind::Raises && has_name).then(|| raising_line(stated.evidence, word_of(object))).flatten()
}

/// The place of the line that states it.
fn place_stated(stated: Stated<'_>) -> String {
    let e = stated.evidence;
    raised_at(stated).map_or_else(|| place(e), |(line, _)| format!("`{}:{line}`", e.path))
}

/// What it states, where.
pub fn at(known: &Known<'_>, stated: Stated<'_>) -> Sentence {
    let (place, cite) = (place_stated(stated), cite(stated.evidence));
    Sentence::cited(format!("{} at {place} {cite}.", clause(known, stated)))
}

/// What it states, above the lines that do.
pub fn above_lines(known: &Known<'_>, stated: Stated<'_>) -> Sentence {
    Sentence::below(format!("{}:", clause(known, stated)))
}

/// One entry of a list, with the line of code that states it.
pub fn item(known: &Known<'_>, stated: Stated<'_>) -> Sentence {
    let word = word_of(&stated.claim.object);
    let line = match raised_at(stated) {
        Some((number, line)) => Some(statement(stated.evidence, number, line)).filter(|line| !line.contains('`')),
        None => line_with(stated.evidence, word).map(Cow::Borrowed),
    };
    let most = |line: &Cow<'_, str>| if matches!(line, Cow::Owned(_)) { MESSAGE } else { LINE };
    let line = line.filter(|line| line.chars().count() <= most(line));
    let line = line.map_or_else(String::new, |line| format!(": `{line}`"));
    let (place, cite) = (place_stated(stated), cite(stated.evidence));
    Sentence::cited(format!("{} at {place}{line} {cite}", clause(known, stated)))
}

/// A line that raises an error; where its brackets go on, with the lines of the message, on one line.
fn statement<'e>(e: &'e Evidence, number: u32, line: &'e str) -> Cow<'e, str> {
    if !line.ends_with(['(', '[', '{']) {
        return Cow::Borrowed(line);
    }
    let after = e.excerpt.lines().skip((number - e.start_line) as usize + 1).map(str::trim);
    Cow::Owned(after.fold(line.to_owned(), |text, next| {
        match text.ends_with(['(', '[']) || next.starts_with([')', ']']) {
            true => text + next,
            false => text + " " + next,
        }
    }))
}

/// The place of a statement of SQL, with its line.
pub fn place_of(known: &Known<'_>, stated: Stated<'_>) -> Sentence {
    let line = stated.evidence.excerpt.trim().lines().next().unwrap_or("").trim();
    let line = if line.chars().count() <= LINE { format!(": {}", ticked(line)) } else { String::new() };
    let within = ticked(&known.shown(&stated.claim.object));
    Sentence::cited(format!("{within} at {}{line} {}", place(stated.evidence), cite(stated.evidence)))
}

/// How many members a type has, above them.
pub fn members(known: &Known<'_>, e: &Evidence) -> Sentence {
    let total = counted(claims::total(known, e, ClaimKind::Member), "member");
    Sentence::cited(format!("{}, {} at {} {}, has {total}:", name(known, e), kind(e), place(e), cite(e)))
}

/// A member by its name alone.
pub fn member(stated: Stated<'_>) -> Sentence {
    let (place, cite) = (place(stated.evidence), cite(stated.evidence));
    Sentence::cited(format!("`{}` at {place} {cite}", safe(&stated.claim.object)))
}

/// How many tests reach a symbol, above them.
pub fn tests(known: &Known<'_>, e: &Evidence) -> Sentence {
    let total = claims::total(known, e, ClaimKind::TestedBy);
    let verb = if total.0 == 1 { "reaches" } else { "reach" };
    let tests = counted(total, "test");
    Sentence::cited(format!(
        "{tests} {verb} {} by calls, those named after it first, then the nearest:",
        what(known, e)
    ))
}

/// A test that reaches it.
pub fn test(known: &Known<'_>, stated: Stated<'_>) -> Sentence {
    let (test, e) = (ticked(&known.shown(&stated.claim.object)), stated.evidence);
    Sentence::cited(format!("{test} at {} {}", place(e), cite(e)))
}

/// At how many places a symbol can fail, and by which errors.
pub fn failures(known: &Known<'_>, e: &Evidence, own: &[Stated<'_>]) -> Sentence {
    let mut objects: Vec<String> = Vec::new();
    for stated in own {
        let object = ticked(&stated.claim.object);
        if !objects.contains(&object) {
            objects.push(object);
        }
    }
    let shown = objects.iter().take(MOST_ERRORS).cloned().collect::<Vec<_>>().join(", ");
    let more = if objects.len() > MOST_ERRORS { ", ..." } else { "" };
    let places = count(own.len(), "place");
    Sentence::cited(format!("{} can fail at {places} of its own code: {shown}{more}.", what(known, e)))
}

/// What a symbol returns or of which type it is; that no type is declared, and its value, where there is none.
pub fn type_of(known: &Known<'_>, e: &Evidence) -> Sentence {
    use protocol::EvidenceKind::{Class, Enum, Interface};
    let of = |kind: ClaimKind| claims::of(known, e.symbol.as_deref().unwrap_or(""), kind);
    let what = format!("{} at {} {}", kind(e), place(e), cite(e));
    let documented = markdown::prefixed(" ", markdown::first_sentence(e));
    if let Some(stated) = of(ClaimKind::Type).first() {
        return Sentence::cited(format!("{}; it is {what}.{documented}", clause(known, *stated)));
    }
    let value = of(ClaimKind::Value).first().map(|stated| format!(" {}.", clause(known, *stated)));
    let declares = match e.kind {
        Class | Interface | Enum => format!("{} is a type itself: {what}.", name(known, e)),
        _ => match Lookup::of_head(e, Reading::Types) {
            Lookup::NotRead(languages) => {
                let unread = are_not_read(Reading::Types, &languages);
                format!("The type of {}, {what}, is not known: {unread}.", name(known, e))
            }
            _ => format!("No type is declared for {}, {what}.", name(known, e)),
        },
    };
    Sentence::cited(format!("{declares}{}{documented}", value.unwrap_or_default()))
}

/// "The default of `timeout` in `Client.get` is `5`, at ...": through the constants that the value names, if any.
pub fn value(known: &Known<'_>, stated: Stated<'_>, constants: &[Stated<'_>]) -> Sentence {
    let (object, e) = (stated.claim.object.as_str(), stated.evidence);
    let of = known.shown(&stated.claim.of);
    let (subject, value) = match (stated.claim.kind, object.split_once(" = ")) {
        (ClaimKind::Default, Some((name, value))) => {
            (format!("The default of {} in {}", ticked(name), ticked(&of)), value)
        }
        (_, Some((name, value))) => (ticked(name), value),
        (_, None) => (ticked(&of), object),
    };
    let (place_of, cited) = (place(e), cite(e));
    let Some(last) = constants.last() else {
        return Sentence::cited(format!("{subject} is {}, at {place_of} {cited}.", worked_out(value)));
    };
    let by: Vec<String> = constants
        .iter()
        .map(|stated| format!("`{}` at {} {}", stated.name(), place(stated.evidence), cite(stated.evidence)))
        .collect();
    let (value, by) = (worked_out(last.value()), by.join(" and "));
    Sentence::cited(format!("{subject} is {value}, by {by}; it is given at {place_of} {cited}."))
}

/// A value as written, and what it comes to.
fn worked_out(value: &str) -> String {
    match arithmetic::value(value) {
        Some(number) => format!("{} ({number})", ticked(value)),
        None => ticked(value),
    }
}

fn is_callable(e: &Evidence) -> bool {
    use protocol::EvidenceKind::{Constructor, Function, Lambda, Macro, Method};
    matches!(e.kind, Function | Method | Constructor | Lambda | Macro)
}

/// In backticks; text with backticks of its own, which Markdown cannot quote so, loses them.
pub(super) fn ticked(text: &str) -> String {
    format!("`{}`", safe(text).replace('`', "'"))
}

/// Citations that the text of a repository spells out are no citations of ours.
pub(super) fn safe(text: &str) -> String {
    text.replace("[[", "[ [")
}
