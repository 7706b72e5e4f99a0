//! Options that are given to a parser of arguments as one object: `minimist(argv, { boolean: ["quiet"] })`,
//! `parseArgs({ options: { quiet: { type: "boolean" } } })`, `yargs.options({ quiet: { ... } })`.

use super::Collected;
use crate::List;
use crate::scan::{File, last_segment, literal, split};

/// Parsers that take lists of names by their type.
const BY_TYPE: &[&str] = &["minimist", "mri", "getopts", "arg"];
/// The keys of such lists.
const TYPES: &[&str] = &["string", "boolean", "number", "array", "count"];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if !file.is_script() {
        return;
    }
    for (call, callee) in file.calls() {
        let last = last_segment(callee);
        let arguments = || file.arguments_of(call).into_iter().map(|argument| argument.text);
        let objects: Vec<String> = match last {
            _ if BY_TYPE.contains(&last) => arguments().skip(1).collect(),
            "parseArgs" => arguments().filter_map(|object| value_of(&object, "options")).collect(),
            "options" if file.code.contains("yargs") => arguments().collect(),
            _ => continue,
        };
        let code = file.code_of(call);
        let mut names: Vec<(String, String)> = Vec::new();
        for object in &objects {
            match BY_TYPE.contains(&last) {
                true => names.extend(typed(object)),
                false => names.extend(members(object).map(|(key, value)| (key.to_owned(), help(value)))),
            }
        }
        // Each on the line where its name is written first.
        for (name, said) in names {
            let at = [format!("\"{name}\""), format!("'{name}'"), format!("{name}:")]
                .iter()
                .filter_map(|written| code.find(written.as_str()))
                .min()
                .unwrap_or(0);
            let line = file.line_at(call.span.start as usize + at);
            out.push(List::Options, file.entry((line, line), &format!("--{name}"), &said));
        }
    }
}

/// The names in `string: [..]` and `boolean: [..]`, and what they are.
fn typed(object: &str) -> Vec<(String, String)> {
    let lists = members(object).filter(|(key, _)| TYPES.contains(key));
    let names = lists.flat_map(|(key, value)| {
        let inside = value.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(value);
        split(inside).into_iter().filter_map(literal).map(move |name| (name, key.to_owned()))
    });
    names.collect()
}

/// What an option says of itself.
fn help(value: &str) -> String {
    let says = |key: &str| value_of(value, key).and_then(|text| literal(&text));
    ["describe", "description", "desc", "help", "type"].into_iter().find_map(says).unwrap_or_default()
}

fn value_of(object: &str, wanted: &str) -> Option<String> {
    members(object).find(|(key, _)| *key == wanted).map(|(_, value)| value.to_owned())
}

/// The keys of an object, and their values as written.
fn members(object: &str) -> impl Iterator<Item = (&str, &str)> {
    let inside = object.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or("");
    split(inside).into_iter().filter_map(|part| {
        let (key, value) = part.split_once(':')?;
        let key = key.trim().trim_matches(['"', '\'']);
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'));
        is_key.then_some((key, value.trim()))
    })
}
