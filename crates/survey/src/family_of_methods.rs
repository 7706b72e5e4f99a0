//! Methods of one class that are called alike: `blockCode`, `blockList`; `do_start`, `do_stop`.

use crate::entry::MemberKind;
use crate::family_row::{Family, is_own, new};
use crate::group::kind;
use crate::naming::Paths;
use crate::noun::is_called;
use crate::{Entry, METHODS_OF};
use code_words::identifier::lower_parts;
use source::FileId;
use std::collections::BTreeMap;

/// Fewer methods that begin alike are no kind of their own.
const LEAST: usize = 3;
/// How well they fit where they begin with the noun: less than types whose names end in it.
const OF_METHODS: u32 = 57;
/// How well they fit where each has a twin: it is no accident that they begin alike.
const OF_TWINS: u32 = 72;
/// Beginnings that say what the methods are by another word, where each has a twin of another beginning: what a command does, and
/// the help for it.
const MEANT: &[(&str, &str, &str)] = &[("do", "help", "command"), ("do", "complete", "command")];

/// Methods of a class whose names begin with the noun, or with what stands for it.
pub fn of_methods(asked: &[String], entries: &[Entry], paths: Paths<'_>) -> Vec<(u32, Family)> {
    let [noun] = asked else { return Vec::new() };
    let mut classes: BTreeMap<(FileId, &str), BTreeMap<String, Vec<&Entry>>> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| kind(entry) == Some(MemberKind::Method) && is_own(entry, paths)) {
        let Some(label) = entry.about.first() else { continue };
        let parts = lower_parts(&entry.name);
        if let [first, _, ..] = parts.as_slice()
            && entry.name.to_lowercase().starts_with(first.as_str())
        {
            classes.entry((entry.file, label)).or_default().entry(first.clone()).or_default().push(entry);
        }
    }
    let mut found = Vec::new();
    for ((_, label), by_start) in &classes {
        for (start, members) in by_start.iter().filter(|(_, members)| members.len() >= LEAST) {
            let twin = MEANT.iter().find(|(own, twin, word)| {
                own == start && is_called(word, noun) && twins(members, by_start.get(*twin)) >= LEAST
            });
            let rank = match twin {
                Some(_) => OF_TWINS,
                None if is_called(start, noun) => OF_METHODS,
                None => continue,
            };
            let with =
                twin.map_or_else(String::new, |(_, twin, _)| format!(", most with one that begins with `{twin}_`"));
            let what = format!("{METHODS_OF}`{label}` that begin with `{}`{with}", written(start, members));
            found.push((rank, new(what, members.iter().map(|entry| (*entry).clone()).collect())));
        }
    }
    found
}

/// How many of the methods have another that differs in its beginning alone.
fn twins(members: &[&Entry], others: Option<&Vec<&Entry>>) -> usize {
    let rest = |entry: &Entry| lower_parts(&entry.name).split_off(1);
    let others: Vec<Vec<String>> = others.into_iter().flatten().map(|entry| rest(entry)).collect();
    members.iter().filter(|entry| others.contains(&rest(entry))).count()
}

/// What all names begin with, as the code has it: `do_`, `block`.
fn written(start: &str, members: &[&Entry]) -> String {
    let own = members[0].name.get(..start.len()).unwrap_or(start);
    let is_apart = members.iter().all(|entry| entry.name.get(start.len()..).is_some_and(|rest| rest.starts_with('_')));
    if is_apart { format!("{own}_") } else { own.to_owned() }
}
