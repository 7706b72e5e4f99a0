//! Which group of members does a phrase mean: "variants of `State`", "lifecycle hooks", "getters of req"?

use crate::group::{Group, Members, groups, kind, last, written};
use crate::meant::{Meant, VALUES, is_call_for, meant, result};
use crate::naming::{Paths, plain};
use crate::query::{Item, article};
use crate::sorts::{self, sorts_of};
use crate::worded::{COLLECTION, SAME, apart, is_of_manifest, worded};
use crate::{Entry, MemberKind, Narrowing};
use code_words::identifier::lower_parts;
use code_words::path::is_aside;
use code_words::stem::{same_noun, same_word};

/// Words behind the name of what has settings.
const PARTS: &[&str] = &[" section", " object", " block", " table"];

/// The group that a phrase means, the likeliest; `None` where none has its words.
pub fn members(of: &str, entries: &[Entry], paths: Paths<'_>) -> Option<Members> {
    let narrowing = Narrowing::read(of);
    let (noun, name) = match narrowing.name.split_once(" of ") {
        Some((noun, name)) => (Some(noun.trim()), name.trim().trim_start_matches("the ").trim()),
        None => (None, narrowing.name),
    };
    // "The serve section": what it is a part of goes without saying.
    let name = PARTS.iter().find_map(|part| name.strip_suffix(part)).map_or(name, str::trim_end);
    let mut groups = groups(entries, narrowing, paths);
    // One line of a manifest is no list.
    groups.retain(|group| group.members.len() > 1 || !is_of_manifest(paths(group.file)));
    if let Some(of) = sorts_of(narrowing.name) {
        let found = sorts::variants(&groups, of, paths);
        if found.is_some() || sorts::is_any_sort(narrowing.name) {
            return found;
        }
    }
    // A plain word that is also the name of a type means those of its kind rather than what the type has: "which middleware".
    let is_word = noun.is_none() && name.chars().all(char::is_lowercase);
    let of_type = |item: &Item| kind(&item.entry).is_some_and(MemberKind::is_of_type);
    type_of_options(&groups, noun, name, paths)
        .or_else(|| type_of_both(&groups, noun, name, paths))
        .or_else(|| named(&groups, noun, name, true, paths))
        .map(|found| Members { is_loose: is_word && found.items.iter().all(of_type), ..found })
        .or_else(|| worded(&groups, noun, name, paths))
        .or_else(|| named(&groups, noun, name, false, paths))
        // "units of precision TimeDelta": the name is the last.
        .or_else(|| {
            let (_, last) = name.rsplit_once(' ').filter(|(_, last)| last.starts_with(char::is_uppercase))?;
            named(&groups, noun, last, true, paths).or_else(|| named(&groups, noun, last, false, paths))
        })
        .or_else(|| owned(&groups, noun, name, paths))
        .or_else(|| with_word(&groups, noun.unwrap_or(name), paths))
}

/// "Options of schema": what `SchemaOptions` has.
fn type_of_options(groups: &[Group<'_>], noun: Option<&str>, name: &str, paths: Paths<'_>) -> Option<Members> {
    let is_setting = |word: &str| SAME[0].iter().any(|own| same_word(own, word));
    noun.filter(|noun| is_setting(noun.rsplit(' ').next().unwrap_or(noun)))?;
    let own = lower_parts(last(name));
    let is_it = |group: &&Group<'_>| match lower_parts(last(group.label)).as_slice() {
        [of @ .., end] => of == own.as_slice() && is_setting(end),
        [] => false,
    };
    let found = groups.iter().filter(is_it).map(|group| (group, meant(group, Some("fields"), false).members));
    let (group, members) = found.max_by_key(|(_, members)| members.len()).filter(|(_, members)| members.len() > 1)?;
    Some(written(group, &members, &[], paths))
}

/// "States of process": what the type `ProcessStates` lists.
fn type_of_both<'a>(groups: &[Group<'a>], noun: Option<&str>, name: &str, paths: Paths<'_>) -> Option<Members> {
    let is_plain = |text: &&str| text.chars().all(|c| c.is_lowercase() || c == ' ');
    let (noun, name) = (noun.filter(is_plain)?, Some(name).filter(is_plain)?);
    let wanted: Vec<String> = lower_parts(name).into_iter().chain(lower_parts(noun)).collect();
    let is_it = |group: &&Group<'_>| {
        let own = lower_parts(last(group.label));
        let is_type = group.declared.is_some() && own.len() == wanted.len();
        is_type && own.iter().zip(&wanted).all(|(part, word)| same_noun(part, word))
    };
    let listed = |group: &Group<'a>| -> Vec<&'a Entry> {
        let is_value = |of: MemberKind| VALUES.contains(&of) || matches!(of, MemberKind::Constant | MemberKind::Field);
        let meant = meant(group, Some(noun), true).members;
        let values = group.members.iter().copied().filter(|entry| kind(entry).is_some_and(is_value));
        if meant.is_empty() { values.collect() } else { meant }
    };
    let found = groups.iter().filter(is_it).map(|group| (group, listed(group)));
    let (group, members) = found.max_by_key(|(_, members)| members.len()).filter(|(_, members)| members.len() > 1)?;
    Some(written(group, &members, &[], paths))
}

/// The collection that is called by the noun of "options of logger" alone, or with words that say nothing: `defaultOptions`.
pub fn members_of_noun(of: &str, entries: &[Entry], paths: Paths<'_>) -> Option<Members> {
    let narrowing = Narrowing::read(of);
    let (noun, _) = narrowing.name.split_once(" of ")?;
    let wanted = lower_parts(noun);
    let is_it = |group: &&Group<'_>| {
        let label = lower_parts(last(group.label));
        let says = || label.iter().filter(|part| !COLLECTION.contains(&part.as_str()));
        let is_listed = group.members.iter().any(|entry| kind(entry).is_some_and(|kind| VALUES.contains(&kind)));
        is_listed && says().count() == wanted.len() && says().zip(&wanted).all(|(part, word)| same_noun(part, word))
    };
    let groups = groups(entries, narrowing, paths);
    if let Some(group) =
        groups.iter().filter(is_it).max_by_key(|group| (group.members.len(), std::cmp::Reverse(group.file)))
    {
        return Some(written(group, &group.members, &[], paths));
    }
    // The only one whose name ends in the noun: `readyStates` for "states of a connection". Of more words it would be another's.
    let of = narrowing.name.split_once(" of ").map_or("", |(_, of)| of);
    if lower_parts(of).len() > 1 || sorts::is_any_sort(noun) {
        return None;
    }
    let ends = |group: &&Group<'_>| {
        let label = lower_parts(last(group.label));
        let is_listed = group.members.iter().all(|entry| kind(entry).is_some_and(|kind| VALUES.contains(&kind)));
        let is_noun = label.last().zip(wanted.first()).is_some_and(|(end, word)| same_noun(end, word));
        is_listed && is_noun && wanted.len() == 1 && group.members.len() > 2
    };
    let mut ending = groups.iter().filter(ends);
    let only = ending.next().filter(|_| ending.next().is_none())?;
    Some(Members { is_loose: true, ..written(only, &only.members, &[], paths) })
}

/// The fields or methods of one type whose names end in a noun ("timeouts"); `None` where no type has several.
pub fn members_ending(of: &str, entries: &[Entry], paths: Paths<'_>) -> Option<Members> {
    let narrowing = Narrowing::read(of);
    let (noun, of) = narrowing.name.split_once(" of ").unwrap_or((narrowing.name, ""));
    sorts::ending(&groups(entries, narrowing, paths), noun, of, paths)
}

/// Of the types and tables that are called options or the like, the members with a word in their names: "strict mode options"
/// are `strictSchema`, `strictTypes`.
fn with_word(groups: &[Group<'_>], noun: &str, paths: Paths<'_>) -> Option<Members> {
    let words = lower_parts(noun);
    let (head, topic) = words.split_last()?;
    let is_setting = |word: &str| SAME[0].iter().any(|own| same_word(own, word));
    if !is_setting(head) {
        return None;
    }
    let of_settings = |group: &&Group<'_>| lower_parts(last(group.label)).last().is_some_and(|end| is_setting(end));
    let is_option = |entry: &&&Entry| {
        matches!(kind(entry), Some(MemberKind::Field | MemberKind::Key | MemberKind::Constant | MemberKind::Property))
    };
    let found = groups.iter().filter(of_settings).flat_map(|group| {
        let with = |word: &String| -> Vec<&Entry> {
            let has = |entry: &&&Entry| lower_parts(&entry.name).iter().any(|part| same_word(part, word));
            group.members.iter().filter(is_option).filter(has).copied().collect()
        };
        topic.iter().map(|word| (word.clone(), group, with(word))).collect::<Vec<_>>()
    });
    let (word, group, members) =
        found.filter(|(.., members)| members.len() > 1).max_by_key(|(.., members)| members.len())?;
    let mut written = written(group, &members, &[], paths);
    written.said = format!("{} with \"{word}\" in the name", written.said);
    Some(written)
}

/// What the words behind "of" name, whatever the noun: the elements of `validation` in `vocabularies/` for "keywords of the
/// validation vocabulary".
fn owned<'a>(groups: &[Group<'a>], noun: Option<&str>, name: &str, paths: Paths<'_>) -> Option<Members> {
    let words = lower_parts(name);
    let noun = noun.filter(|_| words.len() > 1)?;
    let is_listed = |entry: &&Entry| kind(entry).is_some_and(|kind| VALUES.contains(&kind));
    let fits = |group: &&Group<'_>| {
        let label = lower_parts(last(group.label));
        let around =
            lower_parts(paths(group.file)).into_iter().flat_map(|part| apart(part, &words)).collect::<Vec<_>>();
        let is_said = |part: &String| words.iter().any(|word| same_word(part, word));
        let is_known = |word: &String| label.iter().chain(&around).any(|part| same_word(part, word));
        !label.is_empty() && label.iter().all(is_said) && words.iter().all(is_known)
    };
    // "Options of the HTTP/1 server builder": the methods of `Builder` in `server/http1.rs`.
    let members = |group: &Group<'a>| -> Vec<&'a Entry> {
        let meant = meant(group, Some(noun), true).members;
        let is_it = |entry: &&Entry| is_listed(entry) && is_call_for(group, entry, noun);
        let listed = || group.members.iter().copied().filter(is_it).collect();
        if meant.is_empty() { listed() } else { meant }
    };
    let found = groups.iter().filter(fits).map(|group| (group, members(group)));
    let (group, members) = found.max_by_key(|(_, members)| members.len()).filter(|(_, members)| members.len() > 1)?;
    Some(Members { is_loose: true, ..written(group, &members, &[], paths) })
}

/// The group that has the name itself. Where that chooses by several things, `is_strict` asks that the noun says by which.
fn named(groups: &[Group<'_>], noun: Option<&str>, name: &str, is_strict: bool, paths: Paths<'_>) -> Option<Members> {
    let own = last(name);
    let exact: Vec<&Group<'_>> = groups.iter().filter(|group| last(group.label) == own).collect();
    let found = match exact.is_empty() {
        true => groups.iter().filter(|group| plain(last(group.label)) == plain(own)).collect(),
        false => exact,
    };
    let mut fitting: Vec<(&Group<'_>, Meant<'_>)> = found
        .into_iter()
        .map(|group| (group, meant(group, noun, is_strict)))
        .filter(|(_, meant)| !meant.members.is_empty())
        .collect();
    // What others must have is what an interface asks for.
    let is_asked_for = noun.is_some_and(|noun| noun.starts_with("required "));
    let is_interface = |group: &Group<'_>| {
        let head = group.declared.map_or("", |entry| entry.detail.as_str());
        ["interface", "trait", "protocol", "abstract", "Protocol", "ABC"].iter().any(|word| head.contains(word))
    };
    fitting.sort_by_key(|(group, meant)| {
        (is_asked_for && !is_interface(group), group.declared.is_none(), std::cmp::Reverse(meant.members.len()))
    });
    let others: Vec<&Group<'_>> = fitting.iter().skip(1).map(|(group, _)| *group).collect();
    let (group, Meant { members, with }) = fitting.first()?;
    let mut written = written(group, members, &others, paths);
    if let Some(word) = with {
        written.said = format!("{} with \"{word}\" in the name", written.said);
    }
    Some(written)
}

/// The tables and lists that have an entry of just this name, and what it is there; `None` where none has.
pub fn entries_named(name: &str, entries: &[Entry], paths: Paths<'_>) -> Option<(String, Vec<Item>)> {
    let is_listed = |entry: &Entry| kind(entry).is_some_and(|kind| VALUES.contains(&kind));
    let is_it = |entry: &&Entry| entry.name == name && is_listed(entry) && !is_aside(paths(entry.file));
    let found: Vec<&Entry> = entries.iter().filter(is_it).collect();
    let said = match found.as_slice() {
        [] => return None,
        [only] => format!("`{name}` is {} {} of `{}`", article(&only.about[1]), only.about[1], only.about[0]),
        several => format!("`{name}` is in {} tables and lists", several.len()),
    };
    let item = |entry: &Entry| {
        let of = Entry { name: format!("{}.{name}", entry.about[0]), ..entry.clone() };
        Item { entry: of, places: 1 }
    };
    Some((said, found.into_iter().map(item).collect()))
}

/// Functions and methods whose declared result has the name, in the entries of public names and members.
pub fn returning(name: &str, entries: &[&[Entry]], paths: Paths<'_>) -> Vec<Item> {
    let wanted = last(name);
    let mut found: Vec<Entry> = Vec::new();
    for entry in entries.iter().copied().flatten().filter(|entry| !is_aside(paths(entry.file))) {
        let is_it =
            result(entry).is_some_and(|result| code_words::identifier::words(result).any(|word| word == wanted));
        if is_it && !found.iter().any(|other| (other.file, other.end_line) == (entry.file, entry.end_line)) {
            found.push(entry.clone());
        }
    }
    found.sort_by_key(|entry| (entry.file, entry.start_line));
    found.into_iter().map(|entry| Item { entry, places: 1 }).collect()
}
