//! Options that the code of a class reads of what its constructor is given: `options.timeout`, `this.opts.timeout`,
//! `const { timeout } = options`, and in Python `kwargs.get("timeout")`. No comment and no type need say that they exist.

use super::Collected;
use super::members::entry;
use crate::List;
use crate::entry::MemberKind;
use crate::scan::{File, split};
use facts::{DefId, Definition, DefinitionKind};
use source::Language;
use std::collections::BTreeMap;

/// Fewer are no group.
const LEAST: usize = 2;
/// What a constructor's parameter for options is called.
const OBJECTS: &[&str] = &["options", "opts", "config", "settings", "kwargs"];
/// Methods of every object, which are no options.
const OF_EVERY_OBJECT: &[&str] = &["hasOwnProperty", "toString", "valueOf", "constructor", "prototype", "length"];
/// What takes an option out of a dictionary of Python.
const TAKES: &[&str] = &["get", "pop", "setdefault"];

struct Read<'a> {
    object: &'static str,
    name: &'a str,
    at: usize,
}

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.is_test() || file.facts.is_none() || !(file.is_script() || file.language == Language::Python) {
        return;
    }
    if !OBJECTS.iter().any(|word| file.code.contains(word)) {
        return;
    }
    for (at, definition) in file.definitions().iter().enumerate().skip(1) {
        let Some(body) = file.code.get(definition.span.start as usize..definition.span.end as usize) else { continue };
        let Some(label) = label(file, definition) else { continue };
        let mut read: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
        let is_python = file.language == Language::Python;
        let found = if is_python { taken(body) } else { read_of(body, takes_options(file, DefId(at as u32))) };
        for Read { object, name, at } in found {
            read.entry(name).or_insert((object, at));
        }
        if read.len() < LEAST {
            continue;
        }
        for (name, (object, at)) in read {
            let line = file.line_at(definition.span.start as usize + at);
            let row = entry(file, (line, line), name, file.shown(line), label, MemberKind::Key);
            out.push(List::Members, row.about([object.to_owned()]));
        }
    }
}

/// The type that code belongs to: a class of a script, the constructor of a class of Python, a function that is written as a
/// constructor is.
fn label<'a>(file: &File<'a>, definition: &'a Definition) -> Option<&'a str> {
    match file.language {
        Language::Python => {
            let parent = definition.parent.and_then(|parent| file.definition(parent))?;
            (definition.name == "__init__" && parent.kind.is_type()).then_some(parent.name.as_str())
        }
        _ if definition.kind == DefinitionKind::Class => Some(&definition.name),
        _ => {
            let is_constructor = definition.kind.is_callable() && definition.name.starts_with(char::is_uppercase);
            is_constructor.then_some(definition.name.as_str())
        }
    }
}

/// Whether the constructor of a class, or a function itself, has a parameter that is called as options are.
fn takes_options(file: &File<'_>, of: DefId) -> bool {
    let has = |definition: &Definition| {
        let inside = definition.signature.split_once('(').map_or("", |(_, inside)| inside);
        code_words::identifier::words(inside).any(|word| OBJECTS.contains(&word))
    };
    let own = file.definition(of).is_some_and(|definition| definition.kind.is_callable() && has(definition));
    let is_constructor = |other: &&Definition| other.parent == Some(of) && other.name == "constructor";
    own || file.definitions().iter().filter(is_constructor).any(has)
}

/// The options that a class or function of a script reads, each with where. Only what is read of `this` counts where no
/// parameter of the constructor is called as options are.
fn read_of(body: &str, takes_options: bool) -> Vec<Read<'_>> {
    let mut found = Vec::new();
    for &object in OBJECTS {
        for (at, _) in body.match_indices(object) {
            let before = &body[..at];
            let after = &body[at + object.len()..];
            let is_own = before.ends_with("this.") || before.ends_with("this._");
            let is_word = !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
            if !(is_own || is_word && takes_options) {
                continue;
            }
            if let Some(rest) = after.strip_prefix('.').or_else(|| after.strip_prefix("?.")) {
                let name = name_of(rest);
                let is_option = !name.is_empty() && !OF_EVERY_OBJECT.contains(&name);
                found.extend(is_option.then_some(Read { object, name, at }));
            } else if let Some(inside) = destructured(before) {
                let start = before.rfind(inside).unwrap_or(at);
                let names = split(inside).into_iter().map(str::trim).filter(|part| !part.starts_with("..."));
                let names = names.map(name_of).filter(|name| !name.is_empty());
                found.extend(names.map(|name| Read { object, name, at: start }));
            }
        }
    }
    found
}

/// What is between the braces of `const { a, b = 1 } = ` at the end of the code.
fn destructured(before: &str) -> Option<&str> {
    let inside = before.trim_end().strip_suffix('=')?.trim_end().strip_suffix('}')?;
    let (head, inside) = inside.rsplit_once('{')?;
    let declares = ["const", "let", "var"].iter().any(|word| head.trim_end().ends_with(word));
    declares.then_some(inside)
}

/// The options that a constructor of Python takes out of a dictionary by their names, each with where.
fn taken(body: &str) -> Vec<Read<'_>> {
    let mut found = Vec::new();
    for &object in OBJECTS {
        for (at, _) in body.match_indices(object) {
            let after = &body[at + object.len()..];
            let is_word = !body[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
            let called = after.strip_prefix('.').and_then(|rest| rest.split_once('('));
            if let Some((_, inside)) = called.filter(|(method, _)| is_word && TAKES.contains(method)) {
                let text = inside.trim_start().strip_prefix(['"', '\'']).map(name_of).filter(|name| !name.is_empty());
                found.extend(text.map(|name| Read { object, name, at }));
            }
        }
    }
    found
}

fn name_of(code: &str) -> &str {
    let end = code.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(code.len());
    &code[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_of_parameters_and_of_this() {
        let names = |body, takes| read_of(body, takes).into_iter().map(|read| read.name).collect::<Vec<_>>().join(" ");
        let body = "constructor(options) { this.a = options.host || 'x'; if (options?.port) {} const { ssl, ca = 1, ...rest } = options; }";
        assert_eq!(names(body, true), "host port ssl ca");
        assert_eq!(names(body, false), "");
        assert_eq!(
            names("run() { return this.opts.level + this._config.mode + other.options.x }", false),
            "level mode"
        );
        let taken: Vec<&str> =
            taken("kwargs.pop('size', 1); kwargs.get(\"mode\"); kwargs.items()").iter().map(|read| read.name).collect();
        assert_eq!(taken, ["size", "mode"]);
    }
}
