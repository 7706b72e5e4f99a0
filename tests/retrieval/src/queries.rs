//! Queries made from a repository's own code, each with the definitions that answer it.

use crate::repository::Repository;
use crate::typo::{hash, misspelt};
use code_words::identifier::{lower_parts, normalise};
use code_words::path::is_aside;
use facts::{DefId, Definition, DefinitionKind};
use retrieval::{first_sentence, masked};
use source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// The sets, in the order in which they are shown. Doc comments come last: they are searched without them.
pub const SETS: [&str; 7] = [
    "exact name",
    "one typo",
    "name as words",
    "name as words, one typo",
    "a part left out",
    "doc comment",
    "doc comment, name masked",
];
/// Which sets are asked of the repository without its doc comments.
pub const WITHOUT_DOCS: usize = 5;

/// A definition that answers a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    pub file: FileId,
    pub definition: DefId,
    /// Line of its name.
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    pub text: String,
    /// Any of them is right.
    pub targets: Vec<Target>,
}

/// The queries of each set, `most` at most, chosen by a hash of the name.
pub fn of(repository: &Repository, most: usize) -> [Vec<Query>; SETS.len()] {
    let names = Names::of(repository);
    let mut sets: [Vec<Query>; SETS.len()] = Default::default();
    for (name, targets) in names.shuffled() {
        let variants = [
            Some(name.to_owned()),
            misspelt(name).filter(|wrong| name.len() > 5 && !names.known.contains(&normalise(wrong))),
            as_words(name),
            words_with_typo(name),
            without_a_part(name).filter(|left| !names.known.contains(&left.replace(' ', ""))),
        ];
        for (set, text) in sets.iter_mut().zip(variants) {
            if set.len() < most {
                set.extend(text.map(|text| Query { text, targets: targets.clone() }));
            }
        }
    }
    for (definition, target) in documented(repository) {
        let Some(sentence) = definition.doc.as_deref().and_then(first_sentence) else { continue };
        let queries = [Some(sentence.to_owned()), masked(sentence, &definition.name)];
        for (set, text) in sets[WITHOUT_DOCS..].iter_mut().zip(queries) {
            if set.len() < most {
                set.extend(text.map(|text| Query { text, targets: vec![target.clone()] }));
            }
        }
    }
    sets
}

/// Every name worth asking for, and what bears it.
struct Names<'a> {
    by_name: BTreeMap<&'a str, Vec<Target>>,
    /// Normalised names of everything, fields and tests too.
    known: BTreeSet<String>,
}

impl<'a> Names<'a> {
    fn of(repository: &'a Repository) -> Self {
        let mut names = Self { by_name: BTreeMap::new(), known: BTreeSet::new() };
        for (file, number, definition) in repository.definitions() {
            names.known.insert(normalise(&definition.name));
            if is_asked_for(definition) && !is_aside(repository.path(file)) {
                names.by_name.entry(&definition.name).or_default().push(target(file, number, definition));
            }
        }
        names
    }

    fn shuffled(&self) -> Vec<(&str, &Vec<Target>)> {
        let mut all: Vec<_> = self.by_name.iter().map(|(name, targets)| (*name, targets)).collect();
        all.sort_by_key(|(name, _)| hash(name));
        all
    }
}

fn target(file: FileId, definition: DefId, facts: &Definition) -> Target {
    Target { file, definition, line: facts.name_span.start_line }
}

fn is_asked_for(definition: &Definition) -> bool {
    use DefinitionKind::{Class, Enum, Function, Interface, Macro, Method, TypeAlias};
    let kinds = [Class, Enum, Function, Interface, Macro, Method, TypeAlias];
    let special = definition.name.starts_with("__") || definition.name.starts_with('<');
    kinds.contains(&definition.kind) && definition.name.len() > 2 && !special && !definition.is_test
}

/// Functions with a doc comment, in an order by hash.
fn documented(repository: &Repository) -> Vec<(&Definition, Target)> {
    let wanted = repository.definitions().filter(|(file, _, definition)| {
        definition.kind.is_callable() && is_asked_for(definition) && !is_aside(repository.path(*file))
    });
    let mut all: Vec<_> = wanted.map(|(file, number, facts)| (facts, target(file, number, facts))).collect();
    all.sort_by_key(|(facts, target)| hash(&format!("{}{}", repository.path(target.file), facts.path)));
    all
}

/// `openSession` -> `open session`; `None` for a name of one part.
fn as_words(name: &str) -> Option<String> {
    let parts = lower_parts(name);
    (parts.len() > 1).then(|| parts.join(" "))
}

fn words_with_typo(name: &str) -> Option<String> {
    let mut parts = lower_parts(name);
    let long: Vec<usize> = (0..parts.len()).filter(|at| misspelt(&parts[*at]).is_some()).collect();
    let at = *long.get(hash(name) as usize % long.len().max(1))?;
    parts[at] = misspelt(&parts[at])?;
    (parts.len() > 1).then(|| parts.join(" "))
}

fn without_a_part(name: &str) -> Option<String> {
    let mut parts = lower_parts(name);
    let at = hash(name) as usize % parts.len().max(1);
    (parts.len() > 2).then(|| {
        parts.remove(at);
        parts.join(" ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_asked_for_in_parts() {
        assert_eq!(as_words("openSession").as_deref(), Some("open session"));
        assert_eq!(as_words("open"), None);
        let left = without_a_part("session_store_open").unwrap();
        assert!(["session store", "session open", "store open"].contains(&left.as_str()), "{left}");
        assert_eq!(words_with_typo("get_user"), None, "no part is long enough");
    }
}
