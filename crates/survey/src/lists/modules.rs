//! Files of code: what each says of itself, and what it defines.

use super::Collected;
use crate::scan::{File, last_segment};
use crate::{Entry, List};
use facts::{DefId, Definition};
use std::collections::BTreeMap;

/// Most names of one file.
const DEFINED: usize = 6;
/// Longest sentence of a file about itself, in characters.
const SENTENCE: usize = 160;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let Some(facts) = file.facts else { return };
    if file.is_aside() {
        return;
    }
    let mut sizes: BTreeMap<&str, u32> = BTreeMap::new();
    for definition in &facts.definitions {
        let lines = definition.span.end_line.saturating_sub(definition.span.start_line) + 1;
        let owner = definition.owner.map(|owner| file.dotted(owner));
        let own = owner.as_deref().map_or(definition.name.as_str(), last_segment);
        // Methods that are written outside of their type belong to its size.
        let Some(named) = facts.definitions.iter().find(|other| other.name == own && file.is_top(other)) else {
            continue;
        };
        if file.is_top(definition) || definition.owner.is_some() {
            *sizes.entry(named.name.as_str()).or_default() += lines;
        }
    }
    let is_defined =
        |(at, definition): &(usize, &Definition)| is_shown(file, definition) && !file.is_namespace(DefId(*at as u32));
    let mut defined: Vec<&Definition> =
        facts.definitions.iter().enumerate().filter(is_defined).map(|(_, definition)| definition).collect();
    let size = |definition: &Definition| sizes.get(definition.name.as_str()).copied().unwrap_or(1);
    defined.sort_by_key(|d| (!d.exported, !d.kind.is_type(), std::cmp::Reverse(size(d)), d.name_span.start_line));
    defined.dedup_by(|a, b| a.name == b.name);
    for definition in defined.iter().filter(|definition| definition.kind.is_type()) {
        out.sizes.insert((file.id, definition.name.clone()), (size(definition), definition.exported));
    }
    let of_file =
        facts.definitions.first().filter(|module| module.parent.is_none()).and_then(|module| module.doc.as_deref());
    let of_type = || defined.first().filter(|d| d.kind.is_type()).and_then(|d| d.doc.as_deref());
    let said = of_file.or_else(of_type).map_or_else(String::new, sentence);
    let names = defined.iter().take(DEFINED).map(|definition| definition.name.clone());
    let entry = Entry { detail: said, ..Entry::new(file.id, (1, 1), file.path, "") };
    out.push(List::Modules, entry.about(names));
}

fn is_shown(file: &File<'_>, definition: &Definition) -> bool {
    let is_code = definition.kind.is_type() || definition.kind.is_callable();
    file.is_top(definition)
        && is_code
        && !definition.is_test
        && definition.name.len() > 1
        && !definition.name.starts_with(['<', '_'])
}

/// The first sentence of prose of a comment: no heading, rule, picture, tag or markup.
fn sentence(doc: &str) -> String {
    let is_prose = |line: &&str| {
        line.chars().any(char::is_alphabetic)
            && !line.starts_with(['#', '@', '<', '=', '~', '!', '[', '|', '`', '-', '*'])
            && !line.to_lowercase().contains("copyright")
            && !line.to_lowercase().contains("license")
    };
    let mut lines = doc.lines().map(str::trim).peekable();
    // A line over a rule is a heading.
    let mut text = String::new();
    while let Some(line) = lines.next() {
        let is_heading =
            lines.peek().is_some_and(|next| next.len() > 2 && next.chars().all(|c| matches!(c, '~' | '=' | '-' | '*')));
        if is_prose(&line) && !is_heading {
            text = format!("{text} {line}");
        } else if !text.is_empty() {
            break;
        }
    }
    let text = text.trim().replace(['`', '\n'], "");
    let end = text.match_indices(". ").map(|(at, _)| at).find(|at| {
        let before = &text[..*at];
        !["e.g", "i.e", "etc", "vs"].iter().any(|short| before.ends_with(short))
    });
    let first = end.map_or(text.as_str(), |at| &text[..at]).trim_end_matches(['.', ':']);
    match first.char_indices().nth(SENTENCE) {
        Some((end, _)) => format!("{}...", &first[..end]),
        None => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_of_prose() {
        for (doc, expected) in [
            (
                "requests.auth\n~~~~~~~~~~~~~\n\nThis module contains the handlers. More.",
                "This module contains the handlers",
            ),
            ("# Title\n\nRuns tasks, e.g. timers. And more", "Runs tasks, e.g. timers"),
            ("@license MIT", ""),
        ] {
            assert_eq!(sentence(doc), expected);
        }
    }
}
