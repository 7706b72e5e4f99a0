//! What the members of a family extend: the base itself, and which members are there to be extended.

use crate::family_row::{Family, is_own};
use crate::naming::Paths;
use crate::{Entry, List};
use code_words::identifier::lower_parts;
use std::collections::BTreeMap;

/// The type that members are said to extend; else that which most name as their base, where several do, rather one that most other
/// types extend; of one file of types the first.
pub fn base_of<'e>(family: &Family, page: &dyn Fn(List) -> &'e [Entry], paths: Paths<'_>) -> Option<Entry> {
    if let Some(base) = &family.extends {
        return own_type(base, page, paths).cloned();
    }
    let is_member = |entry: &&Entry| {
        family
            .members
            .iter()
            .any(|member| member.file == entry.file && (member.name == entry.name || member.start_line == 1))
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in page(List::Subtypes).iter().filter(is_member) {
        entry.about.iter().for_each(|base| *counts.entry(base).or_default() += 1);
    }
    let of_all =
        |base: &str| page(List::Subtypes).iter().filter(|entry| entry.about.iter().any(|own| own == base)).count();
    let known = counts.into_iter().filter_map(|(base, count)| Some((count, own_type(base, page, paths)?)));
    let (count, base) = known
        .max_by_key(|(count, base)| (*count, of_all(&base.name), std::cmp::Reverse((base.file, base.start_line))))?;
    (count > 1 || family.members.len() == 1).then(|| base.clone())
}

/// The declaration of a type that the repository itself has.
pub fn own_type<'e>(name: &str, page: &dyn Fn(List) -> &'e [Entry], paths: Paths<'_>) -> Option<&'e Entry> {
    page(List::Types).iter().find(|entry| entry.name == name && is_own(entry, paths))
}

/// Words in the head of a type that is there to be extended, and parts of its name that say so.
const ABSTRACT_HEADS: &[&str] = &["interface", "trait", "abstract", "protocol"];
const ABSTRACT_PARTS: &[&str] = &["base", "abstract"];

/// The members that others of the repository extend, and those that say that they are to be extended.
pub fn abstracts(family: &Family, subtypes: &[Entry]) -> Vec<usize> {
    let is_abstract = |member: &Entry| {
        let name = member.name.rsplit(['.', ':']).next().unwrap_or(&member.name);
        let is_base = family.base.as_ref().is_some_and(|base| (base.file, &base.name) == (member.file, &member.name));
        let is_extended = || {
            let is_other =
                |entry: &Entry| family.members.iter().any(|m| (m.file, &m.name) == (entry.file, &entry.name));
            subtypes.iter().any(|entry| entry.about.iter().any(|base| base == name) && is_other(entry))
        };
        let parts = lower_parts(name);
        let says = || {
            let ends = parts.first().into_iter().chain(parts.last());
            ends.into_iter().any(|part| ABSTRACT_PARTS.contains(&part.as_str()))
                || code_words::identifier::words(&member.detail).any(|word| ABSTRACT_HEADS.contains(&word))
        };
        is_base || is_extended() || says()
    };
    (0..family.members.len()).filter(|at| is_abstract(&family.members[*at])).collect()
}
