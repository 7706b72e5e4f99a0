//! Groups that code writes out: elements of an array, keys of an object, one call after the other with a name each.

use super::Collected;
use super::members::{declaration, entry};
use crate::List;
use crate::entry::MemberKind;
use crate::scan::{Argument, File, arguments, last_segment, literal, places, split};
use code_words::logging::is_of_log;
use facts::{CallKind, DefId, Definition, DefinitionKind};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer are no group.
const LEAST: usize = 3;
/// Longest name that a call gives, in characters.
const LONGEST: usize = 60;
/// Expressions that a table is known by.
const INDEXES: usize = 3;
/// Called with many texts that name nothing.
const PLAIN: &[&str] = &[
    "require",
    "import",
    "print",
    "println",
    "log",
    "warn",
    "error",
    "info",
    "debug",
    "trace",
    "format",
    "getattr",
    "hasattr",
    "setattr",
    "isinstance",
    "Errorf",
    "Sprintf",
    "Printf",
    "Fprintf",
    "WriteString",
    "push_str",
    "write",
    "writeln",
    "panic",
    "expect",
    "append",
    "replace",
    "split",
    "join",
    "startsWith",
    "endsWith",
    "startswith",
    "endswith",
    "test",
    "it",
    "describe",
    "deprecate",
    "warn_deprecated",
    "TypeError",
    "ValueError",
    "Error",
    "strip",
    "includes",
    "indexOf",
    "match",
    "find",
    "contains",
    "trim",
    "equals",
    "append_str",
    "echo",
    // Of a browser: what they name is in the page.
    "querySelector",
    "querySelectorAll",
    "getElementById",
    "getElementsByClassName",
    "addEventListener",
    "removeEventListener",
    "getAttribute",
    "setAttribute",
    "removeAttribute",
    "createElement",
    "getItem",
    "setItem",
];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.facts.is_none() || file.is_test() {
        return;
    }
    for definition in file.definitions() {
        if matches!(definition.kind, DefinitionKind::Variable | DefinitionKind::Field) {
            of(file, definition, out);
        }
    }
    repeated(file, out);
    taken(file, out);
}

/// The elements or keys of the literal that a constant has.
fn of(file: &File<'_>, definition: &Definition, out: &mut Collected) {
    let is_of_module = definition.parent == Some(DefId::MODULE);
    let is_of_type = definition.parent.and_then(|id| file.definition(id)).is_some_and(|parent| parent.kind.is_type());
    if !is_of_module && !is_of_type {
        return;
    }
    let start = definition.name_span.end as usize;
    let Some(code) = file.code.get(start..definition.span.end as usize) else { return };
    let Some((_, value)) = code.split_once('=') else { return };
    let Some(inside) = innermost(value) else { return };
    let owner = definition.parent.and_then(|id| file.definition(id)).filter(|parent| parent.kind.is_type());
    let label = owner.map_or(definition.name.clone(), |owner| format!("{}.{}", owner.name, definition.name));
    let base = file.code.as_ptr() as usize;
    let mut found = Vec::new();
    for part in split(inside).into_iter().filter(|part| !part.trim().is_empty()) {
        let text = part.trim();
        let Some((name, detail, kind)) = element(text) else { return };
        let at = text.as_ptr() as usize - base;
        let line = file.line_at(at);
        found.push(entry(file, (line, line), &name, &detail, &label, kind));
    }
    if is_group(found.len()) {
        let known = indexed_by(file, &definition.name);
        out.push(List::Members, declaration(file, definition, &label).about(known));
        found.into_iter().for_each(|entry| out.push(List::Members, entry));
    }
}

/// By what code looks something up in a table: `data_format` of `FUNCS.get(data_format)`.
fn indexed_by(file: &File<'_>, name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for at in places(&file.code, name) {
        let behind = &file.code[at + name.len()..];
        let inside =
            [".get(", "[", ".includes(", ".contains(", ".has("].iter().find_map(|open| behind.strip_prefix(open));
        let key = inside.and_then(|inside| inside.split([')', ']', ',', '\n']).next()).unwrap_or("").trim();
        let is_path = key.chars().all(|c| c.is_alphanumeric() || "_.&".contains(c));
        if !key.is_empty()
            && is_path
            && key.len() <= LONGEST
            && found.len() < INDEXES
            && !found.iter().any(|o| o == key)
        {
            found.push(key.to_owned());
        }
    }
    found
}

fn is_group(members: usize) -> bool {
    (LEAST..=limits::index::LISTED_GROUP).contains(&members)
}

/// The inside of the brackets that hold the elements: of `["a"]`, `Object.freeze({a: 1})`, `[]string{"a"}`, `&["a"]`.
pub fn innermost(value: &str) -> Option<&str> {
    let mut value = without_assertion(value.trim().trim_end_matches(';').trim_end());
    for _ in 0..4 {
        let close = value.chars().next_back()?;
        let open = match close {
            ']' => '[',
            '}' => '{',
            ')' => '(',
            _ => return None,
        };
        let start = matching(value, open, close)?;
        let before = value[..start].trim();
        // The type of a map of Go may be one of functions.
        let may_be_function = before.starts_with("map[") && !before.contains(['{', ';', '"']);
        let is_head = may_be_function || before.chars().all(|c| c.is_alphanumeric() || "_.&*[]<>: !".contains(c));
        if !is_head || before.contains("=>") || before.starts_with("function") {
            return None;
        }
        let inside = &value[start + 1..value.len() - 1];
        let is_wrapped = close == ')' && !before.is_empty();
        if !is_wrapped {
            return Some(inside);
        }
        value = inside.trim().trim_end_matches(',').trim_end();
    }
    None
}

/// A value without what TypeScript asserts of it: `as const`, `satisfies Record<Code, number>`.
fn without_assertion(value: &str) -> &str {
    let Some(close) = value.rfind([']', '}', ')']) else { return value };
    let is_asserted = |end: usize| {
        let behind = value[end + 1..].trim_start();
        behind.starts_with("as ") || behind.starts_with("satisfies ")
    };
    let closes = value[..=close].char_indices().rev().filter(|(_, c)| matches!(c, ']' | '}' | ')'));
    // The types that are asserted may have brackets of their own.
    closes.map(|(at, _)| at).find(|at| is_asserted(*at)).map_or(value, |at| &value[..=at])
}

/// Where the bracket opens that the last character closes; both are ASCII.
pub fn matching(value: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in value.bytes().enumerate().rev() {
        if char::from(byte) == close {
            depth += 1;
        } else if char::from(byte) == open {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// A literal, a name, a key with its value, or a call or tuple that begins with a literal. `None` for an expression.
pub fn element(text: &str) -> Option<(String, String, MemberKind)> {
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_.:$-".contains(c));
    if let Some(name) = literal(text) {
        return Some((name, String::new(), MemberKind::Element));
    }
    if text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '_'))
    {
        return Some((text.to_owned(), String::new(), MemberKind::Element));
    }
    if let Some((key, value)) = keyed(text) {
        let key = literal(key).or_else(|| is_name(key).then(|| key.to_owned()))?;
        return Some((key, value.to_owned(), MemberKind::Key));
    }
    let bare = text.trim_start_matches(['&', '*']).trim_start_matches("...");
    if is_name(bare) && !bare.starts_with(|c: char| c.is_numeric()) {
        return Some((text.to_owned(), String::new(), MemberKind::Element));
    }
    // A row of a table: `['table', tableRule, ['paragraph']]`.
    if let Some(row) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let first = split(row).into_iter().next().map(str::trim).and_then(literal)?;
        return Some((first, text.to_owned(), MemberKind::Element));
    }
    let open = text.find(['(', '{'])?;
    let head = text[..open].trim();
    let inside = text[open + 1..].trim_end_matches([')', '}']);
    let first = split(inside).into_iter().next().map(str::trim).and_then(literal);
    match first {
        Some(name) if is_name(head) || head.is_empty() => Some((name, text.to_owned(), MemberKind::Element)),
        // A method of an object literal: `run() {...}`.
        _ if is_name(head) && text.ends_with('}') => Some((head.to_owned(), String::new(), MemberKind::Key)),
        _ if is_name(head) => Some((head.to_owned(), text.to_owned(), MemberKind::Element)),
        _ => None,
    }
}

/// `key: value`, `"key" => value` and `self::KEY => value`, at the outermost level.
fn keyed(text: &str) -> Option<(&str, &str)> {
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '[' | ']');
    let at = match text.chars().next()? {
        quote @ ('"' | '\'' | '`') => text[1..].find(quote)? + 2,
        _ => {
            let first = text.find(|c: char| !is_path(c))?;
            let constant = text[first..].strip_prefix("::").filter(|_| text.contains("=>"));
            constant.map_or(Some(first), |rest| rest.find(|c: char| !is_path(c)).map(|end| first + 2 + end))?
        }
    };
    let rest = text[at..].trim_start();
    let value = rest.strip_prefix("=>").or_else(|| rest.strip_prefix(':').filter(|rest| !rest.starts_with(':')))?;
    Some((text[..at].trim_matches(['[', ']']), value.trim()))
}

/// Calls of one function, or in one function of one object, with a text first: `defineGetter(req, "ip", ...)`.
fn repeated(file: &File<'_>, out: &mut Collected) {
    struct Named {
        line: u32,
        name: String,
        detail: String,
    }
    let mut groups: BTreeMap<(u32, String), Vec<Named>> = BTreeMap::new();
    for (call, callee) in file.calls().filter(|(call, _)| call.kind == CallKind::Call) {
        let last = last_segment(callee);
        // The fields of a log's line are no group: `zap.String("duration", ...)`.
        if callee.contains(['?', '(', '[']) || PLAIN.contains(&last) || last.is_empty() || is_of_log(callee) {
            continue;
        }
        let code = file.code_of(call);
        // Most calls are given no text.
        if memchr::memchr3(b'"', b'\'', b'`', code.as_bytes()).is_none() {
            continue;
        }
        let arguments = arguments(code);
        let Some(name) = arguments.iter().take(2).find_map(text_of) else { continue };
        let is_name =
            !name.trim().is_empty() && name.chars().count() <= LONGEST && !name.contains(['\n', '{', '%', ',']);
        if !is_name || name.split_whitespace().count() > 4 {
            continue;
        }
        let within = file.definition(call.caller).filter(|_| call.caller != DefId::MODULE);
        let key = match (within, callee.rsplit_once('.')) {
            (Some(within), Some((receiver, _))) => (
                call.caller.0,
                format!("{}\n{receiver}", if within.path.is_empty() { &within.name } else { &within.path }),
            ),
            (Some(_), None) => continue,
            (None, _) => {
                // `defineGetter(req, ...)` and `defineGetter(res, ...)` are two groups.
                let first = arguments.first().filter(|first| first.literal().is_none()).map_or("", |first| &first.text);
                (0, format!("{callee}\n{first}"))
            }
        };
        let line = call.span.start_line;
        let detail = code.split_whitespace().collect::<Vec<_>>().join(" ");
        let assigned = if within.is_none() { assigned(file, call.span.start as usize) } else { None };
        groups.entry(key).or_default().push(Named { line, name: assigned.unwrap_or(name), detail });
    }
    for ((_, key), members) in groups {
        let mut names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        if !is_group(names.len()) {
            continue;
        }
        let (label, with) = key.split_once('\n').unwrap_or((&key, ""));
        let mut seen = BTreeSet::new();
        for member in &members {
            if seen.insert(member.name.as_str()) {
                let lines = (member.line, member.line);
                let own = entry(file, lines, &member.name, &member.detail, label, MemberKind::Call);
                out.push(List::Members, own.about([with.to_owned()]));
            }
        }
    }
}

/// The text of an argument, which Rust may make into an owned one: `"lower".into()`.
fn text_of(argument: &Argument) -> Option<String> {
    let made = [".into()", ".to_string()", ".to_owned()"].iter().find_map(|end| argument.text.trim().strip_suffix(end));
    made.map_or_else(|| argument.literal(), literal)
}

/// The name that gets the value of a call: `request_started` of `request_started = signal("request-started")`.
fn assigned(file: &File<'_>, call: usize) -> Option<String> {
    let text = file.code.get(..call)?;
    let start = text.rfind('\n').map_or(0, |at| at + 1);
    let before = text[start..].trim().strip_suffix('=')?.trim_end();
    let before = before.split(':').next().unwrap_or(before).trim_end();
    let name = before.split_whitespace().next_back()?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    is_name.then(|| name.rsplit('.').next().unwrap_or(name).to_owned())
}

/// `exports.json = bodyParser.json`, one after the other.
fn taken(file: &File<'_>, out: &mut Collected) {
    /// Line, name, the statement.
    type Row = (u32, String, String);
    let mut groups: BTreeMap<(String, String), Vec<Row>> = BTreeMap::new();
    for (line, text) in file.lines() {
        let Some((target, value)) = text.trim().trim_end_matches(';').split_once(" = ") else { continue };
        let is_path = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c));
        let (Some((to, name)), Some((from, _))) = (target.rsplit_once('.'), value.rsplit_once('.')) else { continue };
        let is_own = matches!(from, "self" | "this") || from.starts_with(|c: char| c.is_numeric());
        if is_path(target) && is_path(value) && !is_own && text.starts_with(|c: char| !c.is_whitespace()) {
            groups.entry((to.to_owned(), from.to_owned())).or_default().push((
                line,
                name.to_owned(),
                text.trim().to_owned(),
            ));
        }
    }
    for ((to, from), members) in groups.into_iter().filter(|(_, members)| is_group(members.len())) {
        for (line, name, text) in members {
            let own = entry(file, (line, line), &name, &text, &from, MemberKind::Taken);
            out.push(List::Members, own.about([to.clone()]));
        }
    }
}
