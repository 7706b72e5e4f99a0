//! "Which kinds of value are there?", "in which ways is a transaction begun?": the enum that says the sorts of something.

use crate::group::{Group, Members, groups, last, written};
use crate::naming::Paths;
use crate::{Entry, MemberKind, Narrowing};
use code_words::identifier::lower_parts;
use code_words::stem::{same_noun, same_word};

/// Words for sorts and manners, in questions and at the end of names of enums.
const SORTS: &[&str] = &[
    "kind",
    "type",
    "sort",
    "way",
    "mode",
    "behavior",
    "behaviour",
    "policy",
    "strategy",
    "style",
    "choice",
    "form",
    "action",
];

/// In front of a noun in the plural: the variants of an enum that says its sorts, and nothing else.
pub const SORTS_ALONE: &str = "sorts alone of ";

/// `scheduler` of "kinds of scheduler"; `None` of other phrases.
pub fn sorts_of(phrase: &str) -> Option<&str> {
    let (noun, of) = phrase.split_once(" of ")?;
    is_sort(&noun.trim().to_lowercase()).then_some(of.trim())
}

/// Whether a phrase begins with a word for sorts that no members are called by, as "modes" may be.
pub fn is_any_sort(phrase: &str) -> bool {
    let first = phrase.split(' ').next().unwrap_or(phrase);
    ["kind", "type", "sort", "way"].iter().any(|own| same_noun(own, first))
}

fn is_sort(word: &str) -> bool {
    SORTS.iter().any(|own| same_noun(own, word))
}

/// The variants of the enum that says the sorts of what a noun means; `None` where there is no such enum.
pub fn sorts(of: &str, entries: &[Entry], paths: Paths<'_>) -> Option<Members> {
    let narrowing = Narrowing::read(of);
    variants(&groups(entries, narrowing, paths), narrowing.name, paths)
}

/// The variants of the enum that is called so (`Value`), or so with a word for a sort behind it (`TransactionBehavior`); of several the
/// one with most variants.
pub fn variants(groups: &[Group<'_>], of: &str, paths: Paths<'_>) -> Option<Members> {
    let words = lower_parts(of);
    let variants = |group: &Group<'_>| -> usize {
        group
            .members
            .iter()
            .filter(|entry| entry.about.get(1).is_some_and(|kind| kind == MemberKind::Variant.word()))
            .count()
    };
    let rank = |group: &Group<'_>| -> Option<u8> {
        let label = lower_parts(last(group.label));
        let (end, start) = label.split_last()?;
        let says = |parts: &[String]| {
            parts.len() == words.len() && parts.iter().zip(&words).all(|(part, word)| same_word(part, word))
        };
        let around = lower_parts(paths(group.file));
        let is_around = || words.iter().all(|word| around.iter().any(|part| same_noun(part, word)));
        match () {
            () if says(&label) => Some(3),
            () if is_sort(end) && says(start) => Some(2),
            // `Kind` of `error.rs`.
            () if is_sort(end) && start.is_empty() && is_around() => Some(1),
            // `ConfigError` for "errors".
            () if says(std::slice::from_ref(end)) => Some(0),
            () => None,
        }
    };
    let ranked = groups.iter().filter(|group| variants(group) > 1).filter_map(|group| Some((rank(group)?, group)));
    let (_, group) = ranked.max_by_key(|(rank, group)| (*rank, variants(group), std::cmp::Reverse(group.file)))?;
    let members: Vec<&Entry> = group
        .members
        .iter()
        .copied()
        .filter(|entry| entry.about.get(1).is_some_and(|kind| kind == "variant"))
        .collect();
    Some(written(group, &members, &[], paths))
}

/// Fewer names that end alike are an accident.
const LEAST: usize = 3;

/// Verbs by which methods do something with what is called as they end: `addKeyword` is no keyword.
#[rustfmt::skip]
const DOING: &[&str] = &[
    "add", "get", "set", "has", "is", "remove", "delete", "make", "create", "new", "define", "register", "find", "check", "parse",
    "with", "to", "from", "use", "on", "load", "read", "write", "validate",
];

/// The fields or else the methods of one type whose names end in a noun: the timeouts of a configuration, the hooks of a
/// connection. `of`: what the type's name or path has to speak of; may be empty. Of several types that with most.
pub fn ending(groups: &[Group<'_>], noun: &str, of: &str, paths: Paths<'_>) -> Option<Members> {
    let (words, of) = (lower_parts(noun), lower_parts(of));
    if words.is_empty() {
        return None;
    }
    let speaks = |group: &&Group<'_>| {
        let around = lower_parts(&format!("{} {}", paths(group.file), group.label));
        of.is_empty() || of.iter().any(|word| around.iter().any(|part| same_noun(part, word)))
    };
    let ends = |entry: &Entry| {
        let own = lower_parts(&entry.name);
        let says_which = own.len().checked_sub(words.len()).is_some_and(|more| match more {
            0 => false,
            1 => !DOING.contains(&own[0].as_str()),
            _ => true,
        });
        says_which && own.iter().rev().zip(words.iter().rev()).all(|(part, word)| same_noun(part, word))
    };
    let of_kinds =
        [&[MemberKind::Field, MemberKind::Key, MemberKind::Constant][..], &[MemberKind::Method, MemberKind::Property]];
    let found = groups.iter().filter(speaks).flat_map(|group| {
        of_kinds.iter().enumerate().map(move |(at, kinds)| {
            let is_of =
                |entry: &Entry| kinds.iter().any(|kind| entry.about.get(1).is_some_and(|own| own == kind.word()));
            let mut members: Vec<&Entry> = Vec::new();
            for entry in group.members.iter().copied().filter(|entry| is_of(entry) && ends(entry)) {
                if !members.iter().any(|other| other.name == entry.name) {
                    members.push(entry);
                }
            }
            // Of a getter and its setter one says it.
            let is_set = |name: &str| members.iter().any(|entry| entry.name.strip_prefix("set") == Some(name));
            let is_read = |entry: &Entry| entry.name.strip_prefix("get").is_some_and(is_set);
            let members: Vec<&Entry> = members.iter().copied().filter(|entry| !is_read(entry)).collect();
            (members, std::cmp::Reverse(at), group)
        })
    });
    let several = found.filter(|(members, ..)| members.len() >= LEAST);
    let (members, _, group) =
        several.max_by_key(|(members, first, group)| (members.len(), *first, std::cmp::Reverse(group.file)))?;
    let mut found = written(group, &members, &[], paths);
    found.said = format!("{} whose names end in \"{}\"", found.said, words.join(" "));
    Some(found)
}
