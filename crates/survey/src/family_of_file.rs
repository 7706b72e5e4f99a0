//! Families that one file holds: the public functions and types of a module that is called as they are, and a group that the
//! code writes out, such as an enum's variants; the tables in which members of a family are named.

use crate::family_row::{Family, is_own, new};
use crate::members::members;
use crate::naming::Paths;
use crate::noun::{REGISTERING, means};
use crate::{Entry, List, MemberKind};
use code_words::identifier::{lower_parts, words};
use source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// Fewer public definitions are no family.
const LEAST: usize = 3;
/// How well a module fits that is called as several of them are: better than names that end alike.
pub const OF_MODULE: u32 = 62;
/// How well a group fits: more than what is only near by its words, less than types of one base.
const OF_GROUP: u32 = 75;
/// How well one fits whose name is said word by word: `ErrorKind` for "error kind" is no type that implements `Error`.
const OF_WHOLE_GROUP: u32 = 93;
/// Fewer members that calls of one registering function name are registered by accident.
const LEAST_CALLS: usize = 2;
/// Tables named that hold members.
const TABLES: usize = 2;

/// What a module of the name offers: "processors" are the public functions and classes of `processors.py`.
pub fn of_module<'e>(asked: &[String], page: &dyn Fn(List) -> &'e [Entry], paths: Paths<'_>) -> Vec<(u32, Family)> {
    let mut files: BTreeMap<FileId, BTreeMap<&str, &Entry>> = BTreeMap::new();
    for entry in page(List::Api).iter().chain(page(List::Types)).filter(|entry| is_own(entry, paths)) {
        let is_top = !entry.name.contains(['.', ':']) && !entry.name.starts_with('_');
        let is_named = is_top && is_plural_of(paths(entry.file), asked);
        // What a type implements is said beside it.
        if is_named && !entry.detail.starts_with("impl") {
            files.entry(entry.file).or_default().entry(&entry.name).or_insert(entry);
        }
    }
    let family = |(file, own): (FileId, BTreeMap<&str, &Entry>)| {
        let mut members: Vec<Entry> = own.into_values().cloned().collect();
        members.sort_by_key(|entry| entry.start_line);
        let what = format!("public functions and types of `{}`", paths(file));
        (OF_MODULE, new(what, members))
    };
    files.into_iter().filter(|(_, own)| own.len() >= LEAST).map(family).collect()
}

/// Whether a file's name is the noun in the plural, which says that it holds several.
fn is_plural_of(path: &str, asked: &[String]) -> bool {
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
    let own = lower_parts(stem);
    own.len() == asked.len()
        && own.last().is_some_and(|end| end.ends_with('s') && !end.ends_with("ss"))
        && own.iter().zip(asked).all(|(part, word)| means(part, word))
}

/// The group of the name, where all it is called is said: the variants of `ErrorKind` for "error kind".
pub fn of_group(asked: &str, entries: &[Entry], paths: Paths<'_>) -> Option<(u32, Family)> {
    let found = members(asked, entries, paths)?;
    let of: Vec<String> = found.declared.iter().flat_map(|entry| lower_parts(&entry.name)).collect();
    let asked = lower_parts(asked);
    let is_it = !of.is_empty() && of.iter().all(|part| asked.iter().any(|word| means(part, word)));
    let members: Vec<Entry> = found.items.into_iter().map(|item| item.entry).collect();
    // The fields of a type only where more than one word says which: `HttpTransportOptions`.
    let fits = |kind: &String| is_listed(kind) || (of.len() > 1 && kind == MemberKind::Field.word());
    let is_several = members.len() >= LEAST && members.iter().all(|entry| entry.about.get(1).is_some_and(fits));
    (is_it && is_several).then(|| {
        let label = found.declared.as_ref().map_or("", |entry| entry.name.as_str());
        let mut family = new(format!("{}s of `{label}`", members[0].about[1]), members);
        family.base = found.declared;
        let is_whole = of.len() > 1 && of.len() == asked.len();
        (if is_whole { OF_WHOLE_GROUP } else { OF_GROUP }, family)
    })
}

/// Whether a member's kind is one that code writes out in a row.
fn is_listed(kind: &String) -> bool {
    [MemberKind::Variant, MemberKind::Element, MemberKind::Key].iter().any(|own| own.word() == kind)
}

/// Whether calls of what has this name register something: `registry.register_codec`.
fn registers(label: &str) -> bool {
    let verb = lower_parts(label.rsplit(['.', ':']).next().unwrap_or(label)).into_iter().next();
    verb.is_some_and(|verb| REGISTERING.contains(&verb.as_str()))
}

/// By file, where that matters, and label: the members that are named, and the first entry that names one.
type Places<'a> = BTreeMap<(Option<FileId>, &'a str), (BTreeSet<&'a str>, &'a Entry)>;

/// Groups of other places that name several members: where they are put in a table, or registered by a call for each.
pub fn tables(family: &Family, entries: &[Entry], paths: Paths<'_>) -> Vec<Entry> {
    let names: BTreeSet<&str> =
        family.members.iter().map(|member| member.name.rsplit(['.', ':']).next().unwrap_or(&member.name)).collect();
    let is_member = |entry: &Entry| {
        family.members.iter().any(|member| {
            member.file == entry.file && member.start_line <= entry.start_line && entry.start_line <= member.end_line
        })
    };
    let mut found: Places<'_> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| is_own(entry, paths) && !is_member(entry)) {
        let (Some(label), Some(kind)) = (entry.about.first(), entry.about.get(1)) else { continue };
        let is_call = kind == MemberKind::Call.word();
        if !is_listed(kind) && !is_call {
            continue;
        }
        // Each file may register its own.
        let file = (!is_call || !registers(label)).then_some(entry.file);
        let said = words(&entry.detail).chain(words(&entry.name));
        for name in said.filter_map(|word| names.get(word)) {
            found.entry((file, label)).or_insert_with(|| (BTreeSet::new(), entry)).0.insert(name);
        }
    }
    let least = |file: &Option<FileId>| match file {
        Some(_) => LEAST.max(family.members.len() / 3),
        None => LEAST_CALLS.max(family.members.len() / 3),
    };
    let mut ranked: Vec<(usize, &str, &Entry)> = found
        .into_iter()
        .filter(|((file, _), (names, _))| names.len() >= least(file))
        .map(|((_, label), (names, first))| (names.len(), label, first))
        .collect();
    ranked.sort_by_key(|(count, _, first)| (std::cmp::Reverse(*count), first.file, first.start_line));
    let entry = |(count, label, first): (usize, &str, &Entry)| {
        Entry::new(first.file, (first.start_line, first.start_line), label, &format!("names {count} of them"))
    };
    ranked.into_iter().take(TABLES).map(entry).collect()
}
