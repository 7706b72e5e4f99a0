//! The events that a type or a file sends: the texts that come first in its calls of `emit` and the like.

use super::Collected;
use super::members::entry;
use crate::List;
use crate::entry::MemberKind;
use crate::scan::{File, last_segment, literal};
use facts::{Call, CallKind};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer names are no group.
const LEAST: usize = 2;
/// Longest name of an event, in characters.
const LONGEST: usize = 60;
/// Functions that send an event, whose name is their first argument.
const SENDERS: &[&str] = &["emit", "dispatch", "trigger", "fire", "publish"];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.facts.is_none() || file.is_test() {
        return;
    }
    let mut groups: BTreeMap<String, Vec<(u32, String, String)>> = BTreeMap::new();
    for (call, callee) in file.calls().filter(|(call, _)| call.kind == CallKind::Call) {
        let sender = last_segment(callee);
        // What others send, `stream.emit`, is no event of its own.
        let is_own = callee.split('.').next().is_some_and(|first| matches!(first, "this" | "self" | "cls"));
        if !SENDERS.contains(&sender) || !is_own || callee.matches('.').count() != 1 {
            continue;
        }
        let Some(name) = event_of(file, call, callee) else { continue };
        let detail = file.code_of(call).split_whitespace().collect::<Vec<_>>().join(" ");
        let label = format!("{}.{sender}", owner(file, call));
        groups.entry(label).or_default().push((call.span.start_line, name, detail));
    }
    for (label, members) in groups {
        let names: BTreeSet<&str> = members.iter().map(|(_, name, _)| name.as_str()).collect();
        if !(LEAST..=limits::index::LISTED_GROUP).contains(&names.len()) {
            continue;
        }
        let mut seen = BTreeSet::new();
        for (line, name, detail) in members.iter().filter(|(_, name, _)| seen.insert(name.as_str())) {
            out.push(List::Members, entry(file, (*line, *line), name, detail, &label, MemberKind::Call));
        }
    }
}

/// The name of the event that a call sends.
pub fn event_of(file: &File<'_>, call: &Call, callee: &str) -> Option<String> {
    let first = || file.arguments_of(call).into_iter().next();
    let sender = last_segment(callee);
    let name = if SENDERS.contains(&sender.trim_start_matches('$')) {
        first()?.literal()?
    } else if sender == "dispatchEvent" {
        // `dispatchEvent(new CustomEvent("saved", ..))`
        let first = first()?;
        let made = first.text.trim().strip_prefix("new ")?;
        let (event, inside) = made.split_once('(')?;
        let end = inside.find([',', ')'])?;
        event.ends_with("Event").then(|| literal(inside[..end].trim()))??
    } else {
        return None;
    };
    let is_name = !name.is_empty() && name.chars().count() <= LONGEST && !name.contains(char::is_whitespace);
    is_name.then_some(name)
}

/// The innermost type around a call, or what has the method that it is in; else the file.
pub fn owner(file: &File<'_>, call: &Call) -> String {
    let line = call.span.start_line;
    let around = file.definitions().iter().filter(|d| (d.span.start_line..=d.span.end_line).contains(&line));
    let (mut inner, mut of_method) = (None, None);
    for definition in around {
        if definition.kind.is_type() {
            inner = Some(definition.name.clone());
        }
        if let Some(owner) = definition.owner {
            of_method = Some(last_segment(&file.dotted(owner)).to_owned());
        }
    }
    let stem = file.file_name().split('.').next().unwrap_or_default();
    inner.or(of_method).unwrap_or_else(|| stem.to_owned())
}
