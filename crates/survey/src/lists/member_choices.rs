//! Values among which code chooses: the texts of the cases of a `switch` or `match`, the texts that a function lists or looks
//! for in a list, unions of texts.

use super::Collected;
use super::member_literals::{element, innermost, matching};
use super::members::{declaration, entry};
use crate::List;
use crate::entry::MemberKind;
use crate::scan::{File, literal, split};
use facts::{Definition, DefinitionKind};
use source::Language;
use std::collections::BTreeSet;

/// Fewer are no choice.
const LEAST: usize = 2;
/// How many bytes behind its beginning a list inside a function may end.
const REACH: usize = 2000;
/// Names of functions that make a value: what they choose is chosen by the type.
const MAKERS: &[&str] = &["constructor", "__init__", "new", "init"];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.facts.is_none() || file.is_test() {
        return;
    }
    for definition in file.definitions().iter().filter(|definition| definition.kind == DefinitionKind::TypeAlias) {
        union(file, definition, out);
    }
    let mut found = cases(file);
    found.extend(listed(file));
    for choice in found.into_iter().filter(|choice| !is_of_keyboard(&choice.by)) {
        let mut seen = BTreeSet::new();
        let values: Vec<&(u32, String)> = choice.values.iter().filter(|(_, name)| seen.insert(name.as_str())).collect();
        if !(LEAST..=limits::index::LISTED_GROUP).contains(&values.len()) {
            continue;
        }
        let Some(label) = label(file, choice.line) else { continue };
        for (line, name) in values {
            let own = entry(file, (*line, *line), name, "", &label, MemberKind::Choice);
            out.push(List::Members, own.about([choice.by.clone()]));
        }
    }
}

/// Values, and what is compared with them.
struct Choice {
    line: u32,
    by: String,
    values: Vec<(u32, String)>,
}

/// `e.key`, `event.keyCode`: what a person presses is no value of what the function is called.
fn is_of_keyboard(by: &str) -> bool {
    let (of, name) = by.rsplit_once('.').unwrap_or(("", by));
    matches!(of, "e" | "ev" | "evt" | "event") && matches!(name, "key" | "code" | "keyCode" | "which")
}

/// The function that has a line; the type that it makes.
fn label(file: &File<'_>, line: u32) -> Option<String> {
    let holds = |definition: &&Definition| {
        definition.kind.is_callable()
            && !definition.name.starts_with('<')
            && (definition.span.start_line..=definition.span.end_line).contains(&line)
    };
    let inner = file.definitions().iter().filter(holds).max_by_key(|definition| definition.span.start_line)?;
    if !MAKERS.contains(&inner.name.as_str()) {
        return Some(inner.name.clone());
    }
    let parent = inner.parent.and_then(|parent| file.definition(parent)).filter(|parent| parent.kind.is_type());
    let owner = inner.owner.map(|owner| crate::scan::last_segment(&file.dotted(owner)).to_owned());
    owner.or_else(|| parent.map(|parent| parent.name.clone()))
}

/// `type Event = 'open' | 'close'`
fn union(file: &File<'_>, definition: &Definition, out: &mut Collected) {
    let start = definition.name_span.end as usize;
    let Some((_, value)) = file.code.get(start..definition.span.end as usize).and_then(|code| code.split_once('='))
    else {
        return;
    };
    let is_plain = !value.contains(['{', '(', '[', '`']) && value.contains('|');
    let base = file.code.as_ptr() as usize;
    let parts = value.split(['|', '<', ',', '>', ';']).map(str::trim).filter(|part| !part.is_empty());
    let texts: Vec<(u32, String)> =
        parts.filter_map(|part| Some((file.line_at(part.as_ptr() as usize - base), literal(part)?))).collect();
    if !is_plain || texts.len() < LEAST {
        return;
    }
    out.push(List::Members, declaration(file, definition, &definition.name));
    for (line, text) in texts {
        out.push(List::Members, entry(file, (line, line), &text, "", &definition.name, MemberKind::Variant));
    }
}

/// The texts of the cases of each `switch` and `match`.
fn cases(file: &File<'_>) -> Vec<Choice> {
    let (mut open, mut found): (Vec<(usize, Choice)>, Vec<Choice>) = (Vec::new(), Vec::new());
    for (line, raw) in file.lines() {
        let text = raw.trim_start();
        let indent = raw.len() - text.len();
        if text.is_empty() {
            continue;
        }
        let values = case(text, file.language);
        // In Go a case is as deep as its switch.
        let is_over = |of: usize| of > indent || (of == indent && (values.is_empty() || file.language != Language::Go));
        while open.last().is_some_and(|(of, _)| is_over(*of)) && !text.starts_with("case ") {
            found.extend(open.pop().map(|(_, choice)| choice));
        }
        while open.last().is_some_and(|(of, _)| *of > indent) {
            found.extend(open.pop().map(|(_, choice)| choice));
        }
        if let Some((_, choice)) = open.last_mut() {
            choice.values.extend(values.into_iter().map(|value| (line, value)));
        }
        if let Some(by) = chosen_by(text, file.language) {
            open.push((indent, Choice { line, by, values: Vec::new() }));
        }
    }
    found.extend(open.into_iter().map(|(_, choice)| choice));
    found
}

/// `x` of `switch (x) {` and `let y = match x {`.
fn chosen_by(text: &str, language: Language) -> Option<String> {
    let behind = match language {
        Language::Rust => text.split_once("match ").filter(|_| text.ends_with('{')).map(|(_, behind)| behind),
        Language::Python => text.strip_prefix("match ").filter(|_| text.ends_with(':')),
        _ => text.split_once("switch").map(|(_, behind)| behind).filter(|rest| rest.starts_with([' ', '('])),
    }?;
    // In Go a statement may stand in front: `switch format := f(x); format {`.
    let behind = behind.rsplit_once(';').filter(|_| language == Language::Go).map_or(behind, |(_, last)| last);
    let by = behind.trim_end_matches(['{', ':', ' ']).trim();
    Some(by.strip_prefix('(').and_then(|by| by.strip_suffix(')')).unwrap_or(by).trim().to_owned())
}

/// The texts of one case: `case "a", "b":`, `"a" | "b" => ...`.
fn case(text: &str, language: Language) -> Vec<String> {
    let values = match language {
        Language::Rust => text.split_once("=>").map(|(before, _)| before).filter(|_| text.starts_with('"')),
        _ => text.strip_prefix("case ").map(|rest| {
            let end = ends(rest).unwrap_or(rest.len());
            &rest[..end]
        }),
    };
    let Some(values) = values else { return Vec::new() };
    let values = values.split(" if ").next().unwrap_or(values);
    split(values).into_iter().flat_map(|part| part.split('|')).filter_map(literal).collect()
}

/// Where the values of a case end, outside of texts.
fn ends(rest: &str) -> Option<usize> {
    let mut quote = None;
    rest.char_indices().find_map(|(at, c)| match quote {
        Some(open) => {
            if c == open {
                quote = None;
            }
            None
        }
        None if matches!(c, '"' | '\'') => {
            quote = Some(c);
            None
        }
        None => (c == ':' || rest[at..].starts_with("->")).then_some(at),
    })
}

/// Lists of texts inside functions: `allowed = ["a", "b"]`, `["a", "b"].includes(x)`, `x in ("a", "b")`.
fn listed(file: &File<'_>) -> Vec<Choice> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = file.code[at..].find(['[', '(', '{']).map(|open| at + open) {
        at = open + 1;
        let line_start = file.code[..open].rfind('\n').map_or(0, |newline| newline + 1);
        let before = &file.code[line_start..open];
        if !before.starts_with([' ', '\t']) {
            continue;
        }
        let close = match file.code.as_bytes()[open] {
            b'[' => ']',
            b'(' => ')',
            _ => '}',
        };
        let Some(end) = closing(&file.code[open..], close) else { continue };
        let behind = &file.code[open + end..];
        let Some(by) = compared_with(before, behind) else { continue };
        let Some(inside) = innermost(&file.code[open..open + end]) else { continue };
        let base = file.code.as_ptr() as usize;
        let values = split(inside).into_iter().filter(|part| !part.trim().is_empty()).map(|part| {
            let text = part.trim();
            let (name, _, kind) = element(text)?;
            let is_constant = || text.contains('.') && text.rsplit('.').next().is_some_and(is_upper);
            let is_value = kind == MemberKind::Element && (literal(text).is_some() || is_upper(text) || is_constant());
            let name = name.rsplit('.').next().map(str::to_owned).filter(|_| is_constant()).unwrap_or(name);
            is_value.then(|| (file.line_at(text.as_ptr() as usize - base), name))
        });
        if let Some(values) = values.collect::<Option<Vec<_>>>().filter(|values| values.len() >= LEAST) {
            found.push(Choice { line: file.line_at(open), by, values });
            at = open + end;
        }
    }
    found
}

fn is_upper(name: &str) -> bool {
    name.len() > 1 && name.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_')
}

/// How many bytes the bracket at the start and what is in it take.
fn closing(code: &str, close: char) -> Option<usize> {
    let open = code.chars().next()?;
    let mut depth = 0usize;
    let end = code.char_indices().take_while(|(at, _)| *at < REACH).find(|(_, c)| {
        if *c == open {
            depth += 1;
        } else if *c == close {
            depth -= 1;
        }
        depth == 0
    })?;
    let end = end.0 + close.len_utf8();
    matching(&code[..end], open, close).filter(|start| *start == 0).map(|_| end)
}

/// What a list is called, or what is looked for in it.
fn compared_with(before: &str, behind: &str) -> Option<String> {
    let is_path = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c));
    let looked_for = [".includes(", ".contains(&", ".contains("].iter().find_map(|call| behind.strip_prefix(call));
    if let Some(inside) = looked_for {
        let by = inside.split(')').next().unwrap_or("").trim();
        return is_path(by).then(|| by.to_owned());
    }
    let before = before.trim_end();
    if let Some(tested) = before.strip_suffix(" in") {
        let tested = tested.trim_end().trim_end_matches("not").trim_end();
        let by = tested.rsplit([' ', '(']).next().unwrap_or("");
        return is_path(by).then(|| by.to_owned());
    }
    // `allowed = [`, `allowed := []string{`, `let allowed = [`, `allowed: [&str; 2] = [`.
    let (target, head) = before.split_once('=')?;
    let is_head = head.trim().chars().all(|c| c.is_alphanumeric() || "_.[]<>&!: ".contains(c));
    let target = target.trim_end_matches(':').split(':').next().unwrap_or("").trim();
    let name = target.rsplit([' ', '.']).next().unwrap_or("");
    (is_head && is_path(name)).then(|| name.to_owned())
}
