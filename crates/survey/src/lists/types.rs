//! Types, and the bases that they name.

use super::{Collected, TypeRow};
use crate::List;
use crate::scan::{File, last_segment};
use source::Language;
use std::collections::BTreeSet;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for definition in file.definitions().iter().filter(|definition| definition.kind.is_type()) {
        let mut bases = file.bases_of(definition);
        let mut is_error = false;
        if file.language == Language::Rust {
            for decorator in file.decorators_of(definition).iter().filter(|d| d.name == "derive") {
                let derived = decorator.inside.split(',').map(|name| last_segment(name.trim()).to_owned());
                bases.extend(derived.filter(|name| !name.is_empty()));
            }
            is_error = bases.iter().any(|base| base == "Error");
        }
        out.types.push(TypeRow {
            file: file.id,
            lines: file.head_lines(definition),
            name: if definition.path.is_empty() { definition.name.clone() } else { definition.path.clone() },
            head: definition.signature.clone(),
            bases,
            word: definition.kind.word(),
            is_error,
        });
    }
    if file.language == Language::Rust {
        implementations(file, out);
    }
}

/// `impl Trait for Type`, which may have no definition of its own.
fn implementations(file: &File<'_>, out: &mut Collected) {
    for (line, text) in file.lines() {
        let text = text.trim().trim_start_matches("unsafe ");
        let Some(rest) = text.strip_prefix("impl").filter(|rest| rest.starts_with([' ', '<'])) else { continue };
        let rest = without_generics(rest.trim_start());
        let Some((base, own)) = rest.split_once(" for ") else { continue };
        let own = own.split(" where").next().unwrap_or(own).trim_end_matches(['{', '}', ' ']);
        let base_name = last_segment(base.split('<').next().unwrap_or(base).trim()).to_owned();
        let own_name = last_segment(own.trim_start_matches(['&', ' ']).split('<').next().unwrap_or(own).trim());
        if base_name.is_empty() || own_name.is_empty() {
            continue;
        }
        out.types.push(TypeRow {
            file: file.id,
            lines: (line, line),
            name: own_name.to_owned(),
            head: text.trim_end_matches(['{', ' ']).to_owned(),
            bases: vec![base_name.clone()],
            word: "impl",
            is_error: base_name == "Error",
        });
    }
}

/// The text behind `<...>` at its start.
fn without_generics(text: &str) -> &str {
    if !text.starts_with('<') {
        return text;
    }
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if !text[..at].ends_with('-') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return text[at + 1..].trim_start();
        }
    }
    text
}

pub fn finish(out: &mut Collected) {
    let types = std::mem::take(&mut out.types);
    // What an implementation of its own states is stated there, and not by the type.
    let apart: BTreeSet<(&str, &str)> = types
        .iter()
        .filter(|row| row.word == "impl")
        .flat_map(|row| row.bases.iter().map(|base| (row.name.as_str(), base.as_str())))
        .collect();
    for row in &types {
        let entry = || crate::Entry::new(row.file, row.lines, &row.name, &row.head);
        let is_own = |base: &&String| row.word == "impl" || !apart.contains(&(last_segment(&row.name), base.as_str()));
        let bases: Vec<String> = row.bases.iter().filter(is_own).cloned().collect();
        if !bases.is_empty() {
            out.push(List::Subtypes, entry().about(bases));
        }
        if row.word != "impl" {
            out.push(List::Types, entry().about([row.word.to_owned()]));
        }
    }
    out.types = types;
}
