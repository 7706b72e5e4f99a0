//! Groups of members as they were collected, and what is said of one.

use crate::naming::Paths;
use crate::query::Item;
use crate::{Entry, MemberKind, Narrowing};
use code_words::path::is_aside;
use source::FileId;
use std::collections::BTreeMap;

/// Other groups of the name that are said.
const OTHERS: usize = 3;
/// A group that a phrase means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Members {
    /// What it is and how many it has: "`State` has 9 variants".
    pub said: String,
    /// The head of what has the members, where it has one.
    pub declared: Option<Entry>,
    /// Its members, in the order of the code.
    pub items: Vec<Item>,
    /// Sentences about other groups that the phrase may mean.
    pub notes: Vec<String>,
    /// Whether it is called so but for words that every collection may have: `get_builtin_filters` for "filters".
    pub is_loose: bool,
    /// Whether its name says that it is what is taken by default, which need not be all: `DEFAULT_PROCESSORS` for "processors".
    pub is_default: bool,
}

/// Entries of one label in one file; of a type, from all files where no other type has its name.
pub struct Group<'e> {
    pub label: &'e str,
    pub file: FileId,
    pub declared: Option<&'e Entry>,
    pub members: Vec<&'e Entry>,
}

/// The kind of a member.
pub fn kind(entry: &Entry) -> Option<MemberKind> {
    let word = entry.about.get(1)?;
    MemberKind::ALL.iter().find(|kind| kind.word() == word).copied()
}

/// The groups of what a list is narrowed to, without those of tests and examples.
pub fn groups<'e>(entries: &'e [Entry], narrowing: Narrowing<'_>, paths: Paths<'_>) -> Vec<Group<'e>> {
    let mut found: BTreeMap<(&str, FileId), Group<'e>> = BTreeMap::new();
    let mut declaring: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    let is_wanted = |entry: &&Entry| narrowing.has(paths(entry.file)) && !is_aside(paths(entry.file));
    for entry in entries.iter().filter(is_wanted) {
        let Some(label) = entry.about.first().map(String::as_str) else { continue };
        if kind(entry) == Some(MemberKind::Declaration) {
            let files = declaring.entry(label).or_default();
            if !files.contains(&entry.file) {
                files.push(entry.file);
            }
        }
    }
    for entry in entries.iter().filter(is_wanted) {
        let (Some(label), Some(kind)) = (entry.about.first().map(String::as_str), kind(entry)) else { continue };
        // Methods may be written in other files than their type.
        let file = match declaring.get(label).map(Vec::as_slice) {
            Some([only]) if kind.is_of_type() || kind == MemberKind::Variant => *only,
            _ => entry.file,
        };
        let group = found.entry((label, file)).or_insert(Group { label, file, declared: None, members: Vec::new() });
        match kind {
            MemberKind::Declaration if group.declared.is_none() => group.declared = Some(entry),
            MemberKind::Declaration => {}
            // What a comment documents is read by the code below as well; a variant may be written once for each configuration.
            MemberKind::Key | MemberKind::Variant if has_it(group, entry, kind) => {}
            _ => group.members.push(entry),
        }
    }
    found.into_values().filter(|group| !group.members.is_empty()).collect()
}

/// Whether a group has a member of the name and kind.
fn has_it(group: &Group<'_>, entry: &Entry, of: MemberKind) -> bool {
    group.members.iter().any(|other| other.name == entry.name && kind(other) == Some(of))
}

/// The last segment of a qualified name.
pub fn last(name: &str) -> &str {
    name.rsplit(['.', ':', '#']).next().unwrap_or(name)
}

/// A group with some of its members, as an answer says it.
pub fn written(group: &Group<'_>, members: &[&Entry], others: &[&Group<'_>], paths: Paths<'_>) -> Members {
    let count = members.len();
    let kinds: Vec<MemberKind> = MemberKind::ALL
        .iter()
        .copied()
        .filter(|wanted| members.iter().any(|entry| kind(entry) == Some(*wanted)))
        .collect();
    let word = match kinds.as_slice() {
        [MemberKind::Property] if count == 1 => "property",
        [MemberKind::Property] => "properties",
        [only] => only.word(),
        _ => "member",
    };
    let several = if count == 1 || word.ends_with("ies") { "" } else { "s" };
    let label = group.label;
    let said = match kinds.as_slice() {
        [MemberKind::Call] => {
            let with = group.members.first().and_then(|entry| entry.about.get(2)).map_or("", String::as_str);
            let within = group.declared.is_none() && label.chars().any(char::is_alphanumeric);
            let named = if with.is_empty() || !within { String::new() } else { format!(" with `{with}`") };
            format!("{count} names are given in calls of `{label}`{named} in `{}`", paths(group.file))
        }
        [MemberKind::Taken] => format!("{count} names are taken from `{label}` in `{}`", paths(group.file)),
        [MemberKind::Choice] => {
            let by = members.first().and_then(|entry| entry.about.get(2)).map_or("", String::as_str);
            format!("`{label}` names {count} value{several} for `{by}`")
        }
        [MemberKind::Element] if label.ends_with('_') => {
            format!("{count} constants in `{}` begin with `{label}`", paths(group.file))
        }
        _ => format!("`{label}` has {count} {word}{several}"),
    };
    let mut notes: Vec<String> = Vec::new();
    if !others.is_empty() {
        let shown: Vec<String> = others
            .iter()
            .take(OTHERS)
            .map(|other| format!("`{}` in {} ({})", other.label, paths(other.file), other.members.len()))
            .collect();
        let more = if others.len() > OTHERS { ", ..." } else { "" };
        notes.push(format!("It may also mean {}{more}.", shown.join(", ")));
    }
    let items = members.iter().map(|entry| Item { entry: (*entry).clone(), places: 1 }).collect();
    Members { said, declared: group.declared.cloned(), items, notes, is_loose: false, is_default: false }
}
