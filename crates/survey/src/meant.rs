//! Which members of a group does a noun mean: the variants, the fields, the methods by which it is set up?

use crate::group::{Group, kind, last};
use crate::{Entry, MemberKind};
use code_words::identifier::lower_parts;
use code_words::stem::same_word;
use std::collections::BTreeMap;

/// Words for members of a type, and the kinds that they mean.
const NOUNS: &[(&[&str], &[MemberKind])] = &[
    (&["variant", "case", "enumerator", "option", "value", "constant", "alternative"], &[MemberKind::Variant]),
    (&["method", "function", "procedure", "rpc"], &[MemberKind::Method, MemberKind::Constructor, MemberKind::Property]),
    (&["constructor"], &[MemberKind::Constructor]),
    (&["property", "getter", "accessor", "attribute"], &[MemberKind::Property]),
    (
        &["field", "attribute", "property", "slot", "option", "setting", "parameter", "flag", "configuration"],
        &[MemberKind::Field],
    ),
    (&["constant", "attribute", "variable", "field", "option", "setting"], &[MemberKind::Constant]),
    (&["element", "item", "entry", "value", "member"], &[MemberKind::Element, MemberKind::Key, MemberKind::Choice]),
    (&["key", "property", "field", "option", "setting"], &[MemberKind::Key]),
    (&["name"], &[MemberKind::Call, MemberKind::Taken]),
];

/// What a noun means that is none of those for members.
pub const VALUES: &[MemberKind] = &[MemberKind::Variant, MemberKind::Element, MemberKind::Key, MemberKind::Call];

/// The members of a group that a noun means.
pub struct Meant<'e> {
    pub members: Vec<&'e Entry>,
    /// What their names have in common, where the noun says so: "style" of "style methods".
    pub with: Option<String>,
}

pub fn meant<'e>(group: &Group<'e>, noun: Option<&str>, is_strict: bool) -> Meant<'e> {
    let all = || group.members.iter().copied();
    let of = |kinds: &[MemberKind]| -> Vec<&'e Entry> {
        all().filter(|entry| kind(entry).is_some_and(|kind| kinds.contains(&kind))).collect()
    };
    let Some(noun) = noun else {
        let variants = of(&[MemberKind::Variant]);
        let members = all().filter(|entry| kind(entry) != Some(MemberKind::Choice)).collect::<Vec<_>>();
        let members = if members.is_empty() { chosen(group, "", false) } else { members };
        return Meant { members: if variants.is_empty() { members } else { variants }, with: None };
    };
    if let Some(meant) = accessors(group, noun) {
        return meant;
    }
    let kinds = kinds_of(noun);
    if kinds.is_empty() {
        // "Which units can it have?": what it lists and chooses among, of several what the noun says.
        let choices = chosen(group, noun, is_strict);
        let mut members = if choices.is_empty() { of(VALUES) } else { choices };
        members.retain(|entry| is_call_for(group, entry, noun));
        // "Which styles can one set in `Styles`?"
        let is_of_itself =
            lower_parts(last(group.label)).last().zip(lower_parts(noun).last()).is_some_and(|(a, b)| same_word(a, b));
        if members.is_empty() && !is_strict && is_of_itself {
            members = of(&[MemberKind::Field]);
        }
        return Meant { members, with: None };
    }
    let mut members = of(&kinds);
    if members.is_empty() && kinds.contains(&MemberKind::Variant) {
        members = chosen(group, noun, is_strict);
    }
    // An interface whose fields are functions has methods alone.
    let is_declared = group.declared.is_some_and(|entry| entry.detail.contains("interface"));
    if members.is_empty() && is_declared && kinds.contains(&MemberKind::Field) {
        members = of(&[MemberKind::Method, MemberKind::Property]);
    }
    if members.iter().all(|entry| kind(entry) == Some(MemberKind::Choice)) {
        members = chosen(group, noun, is_strict);
    }
    if noun.split(' ').any(|word| word == "public") {
        members.retain(|entry| !entry.about.iter().any(|about| about == "private"));
    }
    // An enum's variants are what its members are, unless methods are asked for.
    let has_variants = members.iter().any(|entry| kind(entry) == Some(MemberKind::Variant));
    if has_variants && !kinds.contains(&MemberKind::Method) {
        members.retain(|entry| kind(entry) == Some(MemberKind::Variant));
    }
    let before = noun.rsplit_once(' ').map_or("", |(before, _)| before.rsplit(' ').next().unwrap_or(before));
    let word = before.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let word = if lower_parts(group.label).contains(&word) { "" } else { word.as_str() };
    let has_word = |entry: &&&Entry| lower_parts(&entry.name).iter().any(|part| same_word(part, word));
    let with: Vec<&Entry> = members.iter().filter(has_word).copied().collect();
    match word.is_empty() || with.is_empty() {
        true => Meant { members, with: None },
        false => Meant { members: with, with: Some(word.to_owned()) },
    }
}

/// Whether a member may be what a noun means: a name that is given in a call within a function if the call is on what is called
/// so. `metrics.Set("latency", ...)` in `proxy` gives no policies.
pub fn is_call_for(group: &Group<'_>, entry: &Entry, noun: &str) -> bool {
    let receiver = entry.about.get(2).filter(|_| kind(entry) == Some(MemberKind::Call));
    let Some(receiver) = receiver else { return true };
    let words = lower_parts(noun);
    let called = lower_parts(receiver).into_iter().chain(lower_parts(last(group.label)));
    words.last().is_none_or(|head| called.into_iter().any(|part| same_word(&part, head)))
}

/// Fewer methods that begin alike are no kind of their own.
const ACCESSORS: usize = 3;

/// Nouns that mean methods by the verb that their names begin with, where the type has no properties.
const ACCESSING: &[(&[&str], &[&str])] = &[
    (&["getter", "accessor"], &["get"]),
    (&["setter"], &["set"]),
    (&["option", "setting", "configuration"], &["set", "with"]),
];

/// Methods whose names begin with the verb that the noun means: `get_string` of "getters". Settings are rather those where the
/// fields are private, and the methods of a builder, which give the builder back.
fn accessors<'e>(group: &Group<'e>, noun: &str) -> Option<Meant<'e>> {
    let word = noun.rsplit(' ').next().unwrap_or(noun);
    let (nouns, verbs) = ACCESSING.iter().find(|(nouns, _)| nouns.iter().any(|own| same_word(own, word)))?;
    let is_setting = nouns.contains(&"setting");
    let is_private = |entry: &Entry| entry.about.iter().any(|about| about == "private");
    let members = || group.members.iter().copied();
    let has_open = members().any(|entry| match kind(entry) {
        Some(MemberKind::Field) => is_setting && !is_private(entry),
        Some(MemberKind::Property) => !is_setting,
        Some(kind) => {
            is_setting && !matches!(kind, MemberKind::Method | MemberKind::Constructor | MemberKind::Property)
        }
        None => false,
    });
    if has_open {
        return None;
    }
    let fits = |entry: &&Entry| {
        let begins = lower_parts(&entry.name).first().is_some_and(|first| verbs.contains(&first.as_str()));
        let gives_itself = || result(entry).is_some_and(|result| is_itself(result, last(group.label)));
        let is_it = kind(entry) == Some(MemberKind::Method) && !is_private(entry);
        is_it && (begins || is_setting && entry.detail.contains("self,") && gives_itself())
    };
    let found: Vec<&Entry> = members().filter(fits).collect();
    (found.len() >= ACCESSORS).then_some(Meant { members: found, with: None })
}

/// Whether a method's result is the value that it is called on.
fn is_itself(result: &str, name: &str) -> bool {
    code_words::identifier::words(result).any(|word| word == "Self" || word == name)
}

/// The values among which a function chooses by one thing: by what the noun says, or else by that with most values.
pub fn chosen<'e>(group: &Group<'e>, noun: &str, is_strict: bool) -> Vec<&'e Entry> {
    let mut by: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in group.members.iter().copied().filter(|entry| kind(entry) == Some(MemberKind::Choice)) {
        by.entry(entry.about.get(2).map_or("", String::as_str)).or_default().push(entry);
    }
    let words = lower_parts(noun);
    let fits = |by: &str| lower_parts(by).iter().filter(|part| words.iter().any(|word| same_word(part, word))).count();
    if is_strict && by.len() > 1 && by.keys().all(|by| fits(by) == 0) {
        return Vec::new();
    }
    by.into_iter().max_by_key(|(by, members)| (fits(by), members.len())).map_or(Vec::new(), |(_, members)| members)
}

/// The kinds of members that a noun means; all kinds of a type for "members".
fn kinds_of(noun: &str) -> Vec<MemberKind> {
    let word = noun.rsplit(' ').next().unwrap_or(noun);
    if same_word(word, "member") || same_word(word, "content") {
        return MemberKind::ALL.to_vec();
    }
    let fits = |words: &[&str]| words.iter().any(|own| same_word(own, word));
    NOUNS.iter().filter(|(words, _)| fits(words)).flat_map(|(_, kinds)| kinds.iter().copied()).collect()
}

/// What is written behind the parameters of a function; in Java and its like in front of its name.
pub fn result(entry: &Entry) -> Option<&str> {
    let at =
        entry.detail.find(&format!("{}(", entry.name)).or_else(|| entry.detail.find(&format!("{}<", entry.name)))?;
    let open = at + entry.detail[at..].find('(')?;
    let mut depth = 0usize;
    let close = entry.detail[open..].char_indices().find(|(_, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let behind = close.map_or("", |(close, _)| entry.detail[open + close + 1..].trim());
    if behind.is_empty() || behind.starts_with("throws") { Some(&entry.detail[..at]) } else { Some(behind) }
}
