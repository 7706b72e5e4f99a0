//! Which places of a name are the symbol, and which only may be.

use super::modules::is_module;
use super::scopes::Scopes;
use super::tokens::Family;
use super::view::{File, FilePlan, View, Wanted};
use facts::{Import, ScopeId};
use std::collections::BTreeSet;

/// Decides about every place of the name in every file.
pub(super) fn plan(files: &[File], wanted: &Wanted<'_>) -> Vec<FilePlan> {
    let exporting = exporting(files, wanted);
    let plan = |(number, file): (usize, &File)| {
        let scopes = Scopes { facts: &file.facts };
        View { number, file, files, wanted, exporting: &exporting, scopes }.plan()
    };
    files.iter().enumerate().map(plan).collect()
}

/// The files from which others import the symbol under its name: its own, and those that import it themselves.
fn exporting(files: &[File], wanted: &Wanted<'_>) -> BTreeSet<usize> {
    let mut exporting = BTreeSet::from([wanted.home]);
    loop {
        let from = |import: &Import, file: &File| {
            exporting.iter().any(|it| is_module(import, &[], &file.path, &files[*it].path, wanted.family))
        };
        let passes_on = |file: &File| {
            file.facts.imports.iter().any(|import| {
                let is_passed = import.reexport || (wanted.family == Family::Python && import.scope == ScopeId::FILE);
                let is_named = import.item.as_deref() == Some(wanted.name) && import.alias.is_none();
                is_named && is_passed && from(import, file)
            })
        };
        let more = files.iter().enumerate().filter(|(number, file)| !exporting.contains(number) && passes_on(file));
        let more: Vec<usize> = more.map(|(number, _)| number).collect();
        if more.is_empty() {
            return exporting;
        }
        exporting.extend(more);
    }
}
