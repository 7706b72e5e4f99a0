//! Constants of one module or type whose names begin alike: `EVENT_ADDED`, `EVENT_REMOVED`; Go's are collected from its blocks. And
//! those of a module that has nothing else: `signals.py`.

use super::Collected;
use super::members::entry;
use crate::List;
use crate::entry::MemberKind;
use crate::scan::File;
use facts::{DefId, Definition, DefinitionKind};
use source::Language;
use std::collections::BTreeMap;

/// Fewer names are no group.
const LEAST: usize = 3;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.facts.is_none() || file.is_test() || file.language == Language::Go {
        return;
    }
    let mut groups: BTreeMap<(Option<DefId>, &str), Vec<&Definition>> = BTreeMap::new();
    for definition in file.definitions().iter().filter(|definition| is_constant(file, definition)) {
        if let Some((first, _)) = definition.name.trim_start_matches('_').split_once('_') {
            groups.entry((definition.parent, first)).or_default().push(definition);
        }
    }
    groups.retain(|(_, first), members| {
        (LEAST..=limits::index::LISTED_GROUP).contains(&members.len()) && first.len() >= LEAST
    });
    if groups.is_empty() {
        of_module(file, out);
    }
    for members in groups.into_values() {
        let label = shared(&members);
        for definition in members {
            let line = definition.name_span.start_line;
            let own = entry(file, (line, line), &definition.name, &definition.signature, &label, MemberKind::Element);
            out.push(List::Members, own);
        }
    }
}

/// The values of a module that is called by a plural and defines nothing but values.
fn of_module(file: &File<'_>, out: &mut Collected) {
    let stem = file.file_name().split('.').next().unwrap_or("");
    let is_plural = stem.len() > LEAST && stem.ends_with('s') && !stem.ends_with("ss");
    if !is_plural || !(file.is_script() || file.language == Language::Python) {
        return;
    }
    let top = || file.definitions().iter().skip(1).filter(|definition| definition.parent == Some(DefId::MODULE));
    let is_value = |definition: &&Definition| definition.kind == DefinitionKind::Variable;
    let is_public = |definition: &&Definition| definition.exported && !definition.name.starts_with('_');
    let members: Vec<&Definition> = top().filter(is_value).filter(is_public).collect();
    let is_all = top().filter(is_public).count() == members.len();
    if !is_all || !(LEAST..=limits::index::LISTED_GROUP).contains(&members.len()) {
        return;
    }
    for definition in members {
        let line = definition.name_span.start_line;
        let own = entry(file, (line, line), &definition.name, &definition.signature, stem, MemberKind::Element);
        out.push(List::Members, own);
    }
}

/// What all names begin with, up to the last `_` that they share: `EVENT_TYPE_`.
fn shared(members: &[&Definition]) -> String {
    let names = || members.iter().map(|definition| definition.name.trim_start_matches('_'));
    let first = names().next().unwrap_or_default();
    let is_shared = |start: &str| names().all(|name| name.len() > start.len() && name.starts_with(start));
    let ends = first.match_indices('_').map(|(at, _)| &first[..=at]);
    ends.take_while(|start| is_shared(start)).last().unwrap_or_default().to_owned()
}

/// A value of a module or a type that is written in capitals.
fn is_constant(file: &File<'_>, definition: &Definition) -> bool {
    let is_outer = definition.parent == Some(DefId::MODULE)
        || definition
            .parent
            .and_then(|parent| file.definition(parent))
            .is_some_and(|parent| parent.kind.is_type() && parent.kind != DefinitionKind::Enum);
    let is_capital = |c: char| c.is_uppercase() || c.is_ascii_digit() || c == '_';
    matches!(definition.kind, DefinitionKind::Variable | DefinitionKind::Field)
        && is_outer
        && definition.name.chars().all(is_capital)
}
