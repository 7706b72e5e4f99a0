//! "Which formats can it be exported to?": the table that says by name which exporter does it.

use crate::group::{Group, Members, groups, kind, last, written};
use crate::naming::Paths;
use crate::scan::literal;
use crate::{Entry, MemberKind, Narrowing};
use code_words::identifier::lower_parts;
use code_words::stem::{is_doer_of, same_word};

/// In front of a verb: the table of what does it, whose keys are the sorts in which it is done.
pub const DOERS_OF: &str = "doers of ";

/// The table whose name has the doer of a verb (`EXPORTERS` of "exported") and whose values are types or functions; of several
/// the one with most keys. `None` where there is none.
pub fn doers(verb: &str, entries: &[Entry], paths: Paths<'_>) -> Option<Members> {
    let narrowing = Narrowing::read(verb);
    let verb = narrowing.name.to_lowercase();
    let groups = groups(entries, narrowing, paths);
    let is_it = |group: &&Group<'_>| {
        let label = lower_parts(last(group.label));
        let keys = || group.members.iter().filter(|entry| kind(entry) == Some(MemberKind::Key));
        let names_code = || keys().filter(|entry| is_code(&entry.detail)).count();
        label.iter().any(|part| does(part, &verb)) && names_code() == group.members.len()
    };
    let found = groups.iter().filter(is_it);
    let most = found.max_by_key(|group| (group.members.len(), std::cmp::Reverse(group.file)))?;
    Some(written(most, &most.members, &[], paths))
}

/// Whether a part of a name is what does a verb, in any of its forms: `exporters` of "exported".
fn does(part: &str, verb: &str) -> bool {
    let one = part.strip_suffix('s').unwrap_or(part);
    (one.ends_with("er") || one.ends_with("or")) && (same_word(one, verb) || is_doer_of(one, verb))
}

/// Whether a value is a type or function, or the text of a path to one: `JsonExporter`, `"pkg.json.JsonExporter"`.
fn is_code(value: &str) -> bool {
    let text = literal(value);
    let path = text.as_deref().unwrap_or(value);
    let head = path.trim_start_matches(['&', '*']).trim_start_matches("new ");
    let head = head.split(['(', '{', ' ', ',']).next().unwrap_or(head);
    let is_path = !head.is_empty() && head.chars().all(|c| c.is_alphanumeric() || "_.:\\$".contains(c));
    let is_value = matches!(head, "true" | "false" | "True" | "False" | "null" | "None" | "nil" | "undefined");
    let begins = head.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '\\'));
    // A plain text is no path.
    is_path && begins && !is_value && (text.is_none() || head.contains(['.', ':', '\\']))
}
