//! Error types: what is raised, thrown or returned as an error.

use super::{Collected, TypeRow};
use crate::scan::File;
use crate::{Entry, List};
use facts::{DefId, DefinitionKind, FileFacts};
use source::Language;
use std::collections::{BTreeMap, BTreeSet};

/// Bases that make a type an error, besides all whose name ends as theirs do.
const ROOTS: &[&str] = &["Throwable", "BaseException", "Exception", "Error", "Warning", "StandardError"];
const ENDINGS: &[&str] = &["Error", "Exception", "Warning", "Exit"];

/// What no declaration of bases shows.
pub fn collect(file: &File<'_>, out: &mut Collected) {
    let Some(facts) = file.facts else { return };
    match file.language {
        Language::Go => go(file, facts, out),
        _ if file.is_script() => script(file, facts, out),
        _ => {}
    }
}

/// `export const XError = createErrorClass(...)`, `function XError() {}`: what is constructed as an error without `class`.
fn script(file: &File<'_>, facts: &FileFacts, out: &mut Collected) {
    for definition in &facts.definitions {
        let of_module = definition.parent == Some(DefId::MODULE);
        let is_named =
            ENDINGS[..2].iter().any(|end| definition.name.len() > end.len() && definition.name.ends_with(end))
                && definition.name.starts_with(char::is_uppercase);
        let is_made = || {
            let text = file.code.get(definition.span.start as usize..definition.span.end as usize).unwrap_or("");
            match definition.kind {
                DefinitionKind::Function => true,
                DefinitionKind::Variable => text.split_once('=').is_some_and(|(_, value)| {
                    // Made by a call of a function: `createErrorClass(...)`.
                    let callee = value.trim_start().split_once('(').map_or("", |(callee, _)| callee);
                    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
                    !callee.is_empty() && callee.trim_start_matches("new ").chars().all(is_name)
                }),
                _ => false,
            }
        };
        if of_module && is_named && is_made() {
            let lines = file.head_lines(definition);
            let shown = file.shown(lines.1);
            out.push(List::Errors, file.entry(lines, &definition.name, shown));
        }
    }
}

/// `var SkipAll = errors.New("...")`, `var ErrX = ...`, and types with `Error() string`.
fn go(file: &File<'_>, facts: &FileFacts, out: &mut Collected) {
    for definition in &facts.definitions {
        let of_module = definition.parent == Some(DefId::MODULE);
        if definition.kind == DefinitionKind::Variable && of_module {
            let lines = file.head_lines(definition);
            let shown = file.shown(lines.1);
            let is_made = ["errors.New(", "fmt.Errorf("].iter().any(|call| shown.contains(call));
            if !(is_made || definition.name.starts_with("Err")) {
                continue;
            }
            out.push(List::Errors, file.entry(lines, &definition.name, shown));
        }
        let is_error_method = definition.kind == DefinitionKind::Method && definition.name == "Error";
        let returns_text = || definition.signature.trim_end().ends_with("string");
        if let Some(owner) = definition.owner.filter(|_| is_error_method && returns_text()) {
            let name = file.dotted(owner);
            out.push(List::Errors, file.entry(file.head_lines(definition), &name, &definition.signature));
        }
    }
}

/// Types that reach an error by their bases.
pub fn finish(out: &mut Collected) {
    let mut errors: BTreeSet<&str> = BTreeSet::new();
    loop {
        let before = errors.len();
        for row in &out.types {
            if is_error_kind(row)
                || row.is_error
                || row.bases.iter().any(|base| is_root(base) || errors.contains(base.as_str()))
            {
                errors.insert(last(&row.name));
            }
        }
        if errors.len() == before {
            break;
        }
    }
    // One entry for a type that is declared, and derives or implements the interface elsewhere.
    let mut declared: BTreeMap<(source::FileId, &str), &TypeRow> = BTreeMap::new();
    for row in out.types.iter().filter(|row| row.word != "impl") {
        declared.insert((row.file, last(&row.name)), row);
    }
    let mut found: Vec<Entry> = Vec::new();
    for row in &out.types {
        let is_error = is_error_kind(row)
            || row.is_error
            || row.bases.iter().any(|base| is_root(base) || errors.contains(base.as_str()));
        let shown =
            if row.word == "impl" { declared.get(&(row.file, last(&row.name))).copied().unwrap_or(row) } else { row };
        // A trait named `Error` in a bound, a test's case: no types of errors.
        let is_wanted = is_error && !matches!(shown.word, "interface" | "type alias");
        let entry = Entry::new(shown.file, shown.lines, &shown.name, &shown.head).about(row.bases.iter().cloned());
        if is_wanted && !found.iter().any(|other| other.file == entry.file && other.name == entry.name) {
            found.push(entry);
        }
    }
    found.into_iter().for_each(|entry| out.push(List::Errors, entry));
}

/// An enum of what can go wrong, beside the type that carries it: `ErrorKind` of Rust.
fn is_error_kind(row: &TypeRow) -> bool {
    row.word == "enum" && last(&row.name).ends_with("ErrorKind")
}

fn is_root(base: &str) -> bool {
    // `std::runtime_error`, `std::exception`
    ROOTS.contains(&base)
        || base == "exception"
        || base.ends_with("_error")
        || base.ends_with("_exception")
        || ENDINGS.iter().any(|end| base.ends_with(end) && base.starts_with(char::is_uppercase))
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
