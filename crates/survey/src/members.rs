//! Which group of members does a phrase mean: "variants of `State`", "lifecycle hooks", "getters of req"?

use crate::group::{Group, Members, groups, kind, last, written};
use crate::query::{Item, Paths, article};
use crate::sorts::{self, sorts_of};
use crate::{Entry, MemberKind, Narrowing};
use code_words::abbreviations::is_short_for;
use code_words::identifier::{lower_parts, normalise};
use code_words::path::is_aside;
use code_words::stem::{is_doer_of, same_noun, same_word};
use std::collections::{BTreeMap, BTreeSet};

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
/// Words that mean the same in the names of groups.
const SAME: &[&[&str]] = &[
    &["setting", "configuration", "config", "option", "preference"],
    &["event", "signal", "emit", "dispatch", "trigger", "fire", "publish"],
    &["flag", "switch", "option"],
    &["value", "literal", "string", "text", "word", "name"],
    &["folder", "directory"],
];
/// What a noun means that is none of those for members.
const VALUES: &[MemberKind] = &[MemberKind::Variant, MemberKind::Element, MemberKind::Key, MemberKind::Call];

/// The group that a phrase means, the likeliest; `None` where none has its words.
pub fn members(of: &str, entries: &[Entry], paths: Paths<'_>) -> Option<Members> {
    let narrowing = Narrowing::read(of);
    let (noun, name) = match narrowing.name.split_once(" of ") {
        Some((noun, name)) => (Some(noun.trim()), name.trim().trim_start_matches("the ").trim()),
        None => (None, narrowing.name),
    };
    let groups = groups(entries, narrowing, paths);
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
        let listed = || group.members.iter().copied().filter(|entry| is_listed(entry)).collect();
        if meant.is_empty() { listed() } else { meant }
    };
    let found = groups.iter().filter(fits).map(|group| (group, members(group)));
    let (group, members) = found.max_by_key(|(_, members)| members.len()).filter(|(_, members)| members.len() > 1)?;
    Some(Members { is_loose: true, ..written(group, &members, &[], paths) })
}

fn plain(name: &str) -> String {
    normalise(name).chars().filter(|c| c.is_alphanumeric()).collect()
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

/// The members of a group that a noun means.
struct Meant<'e> {
    members: Vec<&'e Entry>,
    /// What their names have in common, where the noun says so: "style" of "style methods".
    with: Option<String>,
}

fn meant<'e>(group: &Group<'e>, noun: Option<&str>, is_strict: bool) -> Meant<'e> {
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
fn chosen<'e>(group: &Group<'e>, noun: &str, is_strict: bool) -> Vec<&'e Entry> {
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

/// The group whose words, with those of its path, are all that the phrase has. Its last noun must be among its own.
fn worded(groups: &[Group<'_>], noun: Option<&str>, name: &str, paths: Paths<'_>) -> Option<Members> {
    let head = noun.unwrap_or(name).rsplit(' ').next()?.to_lowercase();
    let wanted: Vec<String> =
        noun.into_iter().chain([name]).flat_map(lower_parts).filter(|part| part.len() > 1).collect();
    let mut best: Vec<(i64, &Group<'_>)> = Vec::new();
    for group in groups {
        let is_of_type = group.members.iter().all(|entry| kind(entry).is_some_and(MemberKind::is_of_type));
        // What a manifest sets is no setting of the code.
        let is_setting = SAME[0].iter().any(|own| same_word(own, &head));
        if is_one_of(group, &head) || is_setting && wanted.len() == 1 && is_of_manifest(paths(group.file)) {
            continue;
        }
        if (!is_of_type || is_said(group, &wanted, &head))
            && let Some(score) = score(group, &wanted, &head, paths)
        {
            best.push((score, group));
        }
    }
    best.sort_by_key(|(score, group)| (std::cmp::Reverse(*score), group.file));
    let most = best.first()?.0;
    let others: Vec<&Group<'_>> =
        best.iter().skip(1).filter(|(score, _)| *score + 12 > most).map(|(_, group)| *group).collect();
    let group = best.first()?.1;
    // Of what has both, what it lists goes before what it can do.
    let (mut of_type, others_than): (Vec<&Entry>, Vec<&Entry>) =
        group.members.iter().copied().partition(|entry| kind(entry).is_some_and(MemberKind::is_of_type));
    // What a type that is called options has is its fields.
    if of_type.iter().any(|entry| kind(entry) == Some(MemberKind::Field)) {
        of_type.retain(|entry| kind(entry) == Some(MemberKind::Field));
    }
    let members = if others_than.is_empty() { of_type } else { others_than };
    let are_choices = members.iter().all(|entry| kind(entry) == Some(MemberKind::Choice));
    let members = if are_choices { chosen(group, &wanted.join(" "), false) } else { members };
    let parts = lower_parts(last(group.label));
    let has_more = parts.iter().any(|part| COLLECTION.contains(&part.as_str()) && !wanted.contains(part));
    // `FORMAT_HTML` is a format, and no formatter; what one function chooses among need not be all that there is.
    let is_only_like = !parts.iter().any(|part| same_noun(part, &head));
    // What is only taken from it need not be all there is.
    let are_taken = members.iter().all(|entry| kind(entry) == Some(MemberKind::Taken));
    let is_loose = has_more || is_only_like || are_choices || are_taken;
    let is_default = is_loose
        && parts.iter().any(|part| same_noun(part, "default"))
        && !wanted.iter().any(|word| same_noun(word, "default"));
    Some(Members { is_loose, is_default, ..written(group, &members, &others, paths) })
}

fn is_of_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ["toml", "cfg", "ini", "json", "xml"].iter().any(|ending| name.ends_with(&format!(".{ending}")))
}

/// Whether it is the options of a class which is itself one of what the noun means: `WarningService` of "services".
fn is_one_of(group: &Group<'_>, head: &str) -> bool {
    let is_class = group.declared.is_some_and(|entry| entry.detail.contains("class "));
    let is_own = |of: MemberKind| of == MemberKind::Key || of.is_of_type();
    let are_options = group.members.iter().all(|entry| kind(entry).is_some_and(is_own));
    is_class && are_options && lower_parts(last(group.label)).last().is_some_and(|end| same_noun(end, head))
}

/// Whether each part of a type's name is said, the noun last: `HttpTransportOptions` by "options of the http transport".
fn is_said(group: &Group<'_>, wanted: &[String], head: &str) -> bool {
    let label = lower_parts(last(group.label));
    let is_head = label.last().is_some_and(|end| is_word(std::slice::from_ref(end), head));
    let has_fields = group.members.iter().any(|entry| matches!(kind(entry), Some(MemberKind::Field)));
    label.len() > 1
        && is_head
        && has_fields
        && label.iter().all(|part| wanted.iter().any(|word| is_word(std::slice::from_ref(part), word)))
}

fn is_word(own: &[String], word: &str) -> bool {
    let same = |own: &str| {
        same_word(own, word)
            || is_short_for(own, word)
            || SAME.iter().any(|words| {
                words.iter().any(|other| same_word(other, own)) && words.iter().any(|other| same_word(other, word))
            })
    };
    own.iter().any(|own| same(own))
}

/// Words by which questions mean values, whatever they are values of.
const ANY_VALUE: &[&str] = &["value", "string", "name", "choice", "option", "literal", "setting"];
/// Words that say of a list that it is there, or of what world, and not which one it is.
const SAYING_LITTLE: &[&str] =
    &["http", "available", "supported", "different", "valid", "allowed", "possible", "standard", "known", "predefined"];
/// Words in the name of a collection that do not say of what it is one.
#[rustfmt::skip]
const COLLECTION: &[&str] = &[
    "get", "all", "builtin", "builtins", "built", "in", "default", "defaults", "supported", "available", "known", "valid", "allowed",
    "list", "set", "map", "table", "registry", "by", "of", "kind", "type", "name", "names", "code",
];
/// Words by which questions mean the keys of a table.
const ANY_KEY: &[&str] = &["group", "key", "section"];

/// The two words of a question that are one in a name: "file names" of `FILENAMES`.
fn apart(part: String, wanted: &[String]) -> Vec<String> {
    let singular = |word: &str| word.trim_end_matches('s').to_owned();
    let is_it = |two: &&[String]| singular(&part) == singular(&two.concat());
    wanted.windows(2).find(is_it).map_or_else(|| vec![part.clone()], <[String]>::to_vec)
}

fn score(group: &Group<'_>, wanted: &[String], head: &str, paths: Paths<'_>) -> Option<i64> {
    let label: Vec<String> = lower_parts(last(group.label));
    // What only a type's own code sees of it.
    if label.last().is_some_and(|end| matches!(end.as_str(), "inner" | "internal" | "impl"))
        && !wanted.contains(&label[label.len() - 1])
    {
        return None;
    }
    let first = group.members.first().into_iter().flat_map(|entry| entry.about.iter().skip(2).map(String::as_str));
    // Of a function that chooses by several things, the words of each.
    let chosen_by = group.members.iter().skip(1).filter(|entry| kind(entry) == Some(MemberKind::Choice));
    let more: BTreeSet<&str> =
        first.chain(chosen_by.filter_map(|entry| entry.about.get(2)).map(String::as_str)).collect();
    // `parseDescriptor`, which chooses by its `descriptor`, says that once.
    let mut own: Vec<String> = Vec::new();
    for part in label.iter().cloned().chain(more.into_iter().flat_map(lower_parts)).flat_map(|part| apart(part, wanted))
    {
        if !own.contains(&part) {
            own.push(part);
        }
    }
    // Of what holds several, the words that say of what.
    let holds = |part: &String| wanted.contains(part) || !(COLLECTION.contains(&part.as_str()) || part.len() < 3);
    let saying = own.iter().filter(|part| holds(part)).count();
    let is_loose = saying > 0 && saying < own.len() && own.len() > 2;
    // By what else it is known: its owner, what it is indexed by.
    let about = group.declared.iter().flat_map(|entry| entry.about.iter().skip(2));
    let indexed: Vec<String> = about.flat_map(|word| lower_parts(word)).collect();
    let owner = lower_parts(group.label.strip_suffix(last(group.label)).unwrap_or(""));
    let known: Vec<String> = indexed.iter().cloned().chain(owner).collect();
    let path = paths(group.file);
    let stem = lower_parts(path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or(""));
    let folders = lower_parts(path);
    let of = |wanted: MemberKind| group.members.iter().any(|entry| kind(entry) == Some(wanted));
    let are_values =
        [MemberKind::Choice, MemberKind::Element, MemberKind::Variant, MemberKind::Key].into_iter().any(of);
    let is_any = are_values && wanted.len() > 1 && ANY_VALUE.iter().any(|word| same_word(word, head));
    let is_key = of(MemberKind::Key) && wanted.len() > 1 && ANY_KEY.iter().any(|word| same_word(word, head));
    let is_any = is_any || is_key;
    let has_own_head = is_word(&own, head);
    // "Predefined formats" are those of `Predefined` in `CSVFormat.java`.
    let is_of_owner = of(MemberKind::Variant)
        && stem.last().is_some_and(|end| same_word(end, head))
        && label.iter().all(|part| wanted.iter().any(|word| same_word(word, part)));
    let has_head = has_own_head || is_of_owner || is_word(&indexed, head) || is_any;
    let is_named_once =
        group.members.iter().all(|entry| matches!(kind(entry), Some(MemberKind::Call | MemberKind::Taken)));
    let in_own = wanted.iter().filter(|word| is_word(&own, word)).count();
    let is_by_file = is_named_once && is_word(&stem, head) && in_own > 0;
    if !has_head && !is_by_file {
        return None;
    }
    // Every word must be found, in the name, in the path or in what it is known by. A word more may say which ones are meant
    // where all of an enum's name is said: "log levels" of `Level`.
    let is_known = |word: &&String| {
        is_word(&own, word)
            || is_word(&known, word)
            || folders.iter().any(|own| same_word(own, word) || is_doer_of(own, word))
            || (is_any && same_word(word, head))
    };
    let says_little = |word: &String| wanted.len() > 1 && SAYING_LITTLE.contains(&word.as_str());
    // "Config file formats" are formats.
    let is_file = |at: usize| wanted[at] == "file" && wanted.get(at + 1).is_some_and(|next| next == head);
    let is_unknown = |(at, word): &(usize, &String)| !is_known(word) && !says_little(word) && !is_file(*at);
    let unknown = wanted.iter().enumerate().filter(is_unknown).count();
    let is_said = |part: &String| wanted.iter().any(|word| is_word(std::slice::from_ref(part), word));
    let is_enum = has_own_head && of(MemberKind::Variant) && label.iter().all(is_said);
    // Of a table the noun itself, and words that say nothing: `DEFAULT_LEVELS` for "log levels", and no `ENCODE_TABLE` for encoders.
    let is_noun = |part: &String| same_noun(part, head);
    let is_table = (of(MemberKind::Key) || of(MemberKind::Element))
        && label.iter().any(is_noun)
        && label.iter().all(|part| is_noun(part) || COLLECTION.contains(&part.as_str()));
    let is_all_said = is_enum || is_table;
    // What a function chooses by is the noun itself: `switch (tag)`.
    let is_by_head = group.members.iter().any(|entry| {
        let by = entry.about.get(2).map_or_else(Vec::new, |by| lower_parts(by));
        kind(entry) == Some(MemberKind::Choice) && matches!(by.as_slice(), [only] if same_noun(only, head))
    });
    let most_unknown = match () {
        () if is_by_head => wanted.len().saturating_sub(2),
        () => usize::from(is_all_said),
    };
    if unknown > most_unknown {
        return None;
    }
    // What is any value must be known by something else, and by its own words.
    if is_any && !has_own_head && in_own == 0 {
        return None;
    }
    let in_stem = wanted.iter().filter(|word| stem.iter().any(|own| same_word(own, word))).count();
    let is_exact = own.len() == wanted.len() && in_own == wanted.len();
    // Of one word alone only what is called so.
    if wanted.len() == 1 && own.len() > 2 && !(is_loose && saying == 1 && has_own_head) {
        return None;
    }
    // All that an enum is called by is said.
    let score = usize::from(is_enum) * 12
        + in_own * 20
        + in_stem * 8
        + usize::from(is_exact) * 20
        + usize::from(has_own_head) * 10;
    // What a function chooses among is rather what is declared with those names, where something is.
    let are_choices = group.members.iter().all(|entry| kind(entry) == Some(MemberKind::Choice));
    let score = score.saturating_sub(usize::from(are_choices) * 4);
    let less = own.len() * 3 + unknown * 10;
    Some(score as i64 + group.members.len().min(12) as i64 - less as i64)
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

/// What is written behind the parameters of a function; in Java and its like in front of its name.
fn result(entry: &Entry) -> Option<&str> {
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
