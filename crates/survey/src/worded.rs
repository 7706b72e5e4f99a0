//! The group whose words, with those of its path and of what it is known by, a phrase has.

use crate::group::{Group, Members, kind, last, written};
use crate::meant::chosen;
use crate::naming::Paths;
use crate::{Entry, MemberKind};
use code_words::abbreviations::is_short_for;
use code_words::identifier::lower_parts;
use code_words::stem::{is_doer_of, same_noun, same_word};
use std::collections::BTreeSet;

/// Words that mean the same in the names of groups.
pub const SAME: &[&[&str]] = &[
    &["setting", "configuration", "config", "option", "preference"],
    &["event", "signal", "emit", "dispatch", "trigger", "fire", "publish"],
    &["flag", "switch", "option"],
    &["value", "literal", "string", "text", "word", "name"],
    &["folder", "directory"],
];

/// The group whose words, with those of its path, are all that the phrase has. Its last noun must be among its own.
pub fn worded(groups: &[Group<'_>], noun: Option<&str>, name: &str, paths: Paths<'_>) -> Option<Members> {
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

/// A file of settings: a manifest, or what tools are configured by.
pub fn is_of_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ["toml", "cfg", "ini", "json", "xml"].iter().any(|ending| name.ends_with(&format!(".{ending}")))
}

/// Whether it is what a class has, or what its code reads, which is itself one of what the noun means: `WarningService` of "services".
fn is_one_of(group: &Group<'_>, head: &str) -> bool {
    let is_class = group.declared.is_some_and(|entry| entry.detail.contains("class "));
    let is_own = |of: MemberKind| {
        of.is_of_type() || matches!(of, MemberKind::Key | MemberKind::Call | MemberKind::Taken | MemberKind::Choice)
    };
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
pub const COLLECTION: &[&str] = &[
    "get", "all", "builtin", "builtins", "built", "in", "default", "defaults", "supported", "available", "known", "valid", "allowed",
    "list", "set", "map", "table", "registry", "by", "of", "kind", "type", "name", "names", "code",
];

/// Words by which questions mean the keys of a table.
const ANY_KEY: &[&str] = &["group", "key", "section"];

/// The two words of a question that are one in a name: "file names" of `FILENAMES`.
pub fn apart(part: String, wanted: &[String]) -> Vec<String> {
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
    // Of one word alone an enum must be one: a `SelectorError` is no selector.
    let is_last = |part: &&String| !COLLECTION.contains(&part.as_str());
    let is_one = label.iter().rev().find(is_last).is_none_or(|end| is_word(std::slice::from_ref(end), head));
    if wanted.len() == 1 && of(MemberKind::Variant) && !is_one {
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
