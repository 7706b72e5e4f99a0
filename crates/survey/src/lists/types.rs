//! Types, and the bases that they name.

use super::{Collected, TypeRow};
use crate::List;
use crate::scan::{File, last_segment};
use facts::DefId;
use source::{FileId, Language};
use std::collections::{BTreeMap, BTreeSet};

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for (at, definition) in file.definitions().iter().enumerate().filter(|(_, definition)| definition.kind.is_type()) {
        if file.is_namespace(DefId(at as u32)) {
            continue;
        }
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
    match file.language {
        Language::Rust => implementations(file, out),
        Language::Go => methods_of_go(file, out),
        _ => {}
    }
}

/// The methods of each type of Go, by the folder that is its package: what an interface asks for, what a type has.
fn methods_of_go(file: &File<'_>, out: &mut Collected) {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for definition in file.definitions() {
        let parent =
            definition.parent.and_then(|parent| file.definition(parent)).filter(|parent| parent.kind.is_type());
        let owner = match definition.owner {
            Some(owner) => last_segment(&file.dotted(owner)).to_owned(),
            None => parent.map_or(String::new(), |parent| parent.name.clone()),
        };
        if definition.kind.is_callable() && !owner.is_empty() {
            let methods = out.methods_of_go.entry((folder.to_owned(), owner)).or_default();
            methods.insert(definition.name.clone());
        }
    }
}

/// Types of Go that have methods of all names that an interface of the repository asks for, where they say it nowhere.
fn implementers_of_go(out: &mut Collected, paths: &BTreeMap<FileId, String>) -> Vec<TypeRow> {
    let folder =
        |row: &TypeRow| paths.get(&row.file).map(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder));
    let methods = |row: &TypeRow| {
        let key = (folder(row)?.to_owned(), row.name.clone());
        out.methods_of_go.get(&key).filter(|methods| !methods.is_empty())
    };
    let mut found = Vec::new();
    let of_go = |row: &&TypeRow| paths.get(&row.file).is_some_and(|path| path.ends_with(".go"));
    // What an interface embeds is not followed: such interfaces are left out.
    let interfaces = out.types.iter().filter(of_go).filter(|row| row.word == "interface" && row.bases.is_empty());
    for interface in interfaces {
        let Some(wanted) = methods(interface) else { continue };
        // A function, a map or a list has methods as a struct does.
        let is_concrete = |row: &&TypeRow| !matches!(row.word, "interface" | "impl");
        for row in out.types.iter().filter(of_go).filter(is_concrete).filter(|row| !row.bases.contains(&interface.name))
        {
            if methods(row).is_some_and(|own| wanted.is_subset(own)) {
                let (bases, word) = (vec![interface.name.clone()], "impl");
                found.push(TypeRow { bases, word, is_error: false, ..row.clone() });
            }
        }
    }
    found
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

pub fn finish(out: &mut Collected, paths: &BTreeMap<FileId, String>) {
    let satisfying = implementers_of_go(out, paths);
    let mut types = std::mem::take(&mut out.types);
    types.extend(satisfying);
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
