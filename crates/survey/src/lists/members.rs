//! What belongs together by more than a base: variants of an enum, members of a type, elements and keys of a literal, the
//! calls of one function with a name each, names that are taken from one object. The groups from which lists are made
//! that no other list knows.

use super::Collected;
use crate::List;
use crate::entry::{Entry, MemberKind};
use crate::scan::{File, last_segment};
use facts::{Definition, DefinitionKind};
use source::Language;
use std::collections::BTreeMap;

/// Longest detail of a member, in characters: a list of members is the largest of all.
const LONGEST: usize = 90;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.facts.is_none() || file.is_test() {
        return;
    }
    for (at, definition) in file.definitions().iter().enumerate().skip(1) {
        if definition.kind.is_type() {
            out.push(List::Members, declaration(file, definition, &definition.name));
        }
        // In schemas values are definitions of their own.
        if definition.kind == DefinitionKind::Enum && !file.language.is_schema() {
            variants(file, definition, out);
        }
        if let Some(owner) = owner(file, at) {
            member(file, definition, &owner, out);
        }
    }
    if file.language == Language::Go {
        constants_of_go(file, out);
    }
}

/// A member of a group.
pub fn entry(file: &File<'_>, lines: (u32, u32), name: &str, detail: &str, label: &str, kind: MemberKind) -> Entry {
    file.entry(lines, name, &shortened(detail)).about([label.to_owned(), kind.word().to_owned()])
}

/// A detail that is not too long; of a signature what it gives back is kept rather than the last of its parameters.
fn shortened(detail: &str) -> String {
    if detail.chars().nth(LONGEST).is_none() {
        return detail.to_owned();
    }
    let result = detail.rfind(") ->").map(|at| &detail[at..]).filter(|result| result.chars().count() < LONGEST / 3);
    let result = result.unwrap_or("");
    let kept: String = detail.chars().take(LONGEST - result.chars().count()).collect();
    format!("{kept}...{result}")
}

/// The head of what has the members.
pub fn declaration(file: &File<'_>, definition: &Definition, label: &str) -> Entry {
    let line = definition.name_span.start_line;
    entry(file, (line, line), label, &definition.signature, label, MemberKind::Declaration)
}

/// The name of the type that a definition is a member of.
fn owner(file: &File<'_>, at: usize) -> Option<String> {
    let definition = file.definitions().get(at)?;
    if let Some(owner) = definition.owner {
        return Some(last_segment(&file.dotted(owner)).to_owned());
    }
    let parent = file.definition(definition.parent?)?;
    parent.kind.is_type().then(|| parent.name.clone())
}

fn member(file: &File<'_>, definition: &Definition, owner: &str, out: &mut Collected) {
    let parent = definition.parent.and_then(|parent| file.definition(parent));
    let of_enum = parent.is_some_and(|parent| {
        file.language.is_schema() && parent.kind == DefinitionKind::Enum
            || file.language == Language::Python
                && file.bases_of(parent).iter().any(|base| base.ends_with("Enum") || base.ends_with("Flag"))
    });
    let kind = match definition.kind {
        DefinitionKind::Variable | DefinitionKind::Field if of_enum => MemberKind::Variant,
        _ if definition.is_property => MemberKind::Property,
        DefinitionKind::Method | DefinitionKind::Function | DefinitionKind::Macro => MemberKind::Method,
        DefinitionKind::Constructor => MemberKind::Constructor,
        DefinitionKind::Variable => MemberKind::Constant,
        DefinitionKind::Field => MemberKind::Field,
        _ => return,
    };
    if owner == "?" || definition.name.starts_with('<') {
        return;
    }
    let line = definition.name_span.start_line;
    let private = if definition.exported && !definition.name.starts_with('_') { "" } else { "private" };
    let own = entry(file, (line, line), &definition.name, &definition.signature, owner, kind);
    out.push(List::Members, own.about([private.to_owned()]));
}

/// The variants between the braces of an enum. They are no definitions of their own in most languages.
fn variants(file: &File<'_>, definition: &Definition, out: &mut Collected) {
    let start = definition.name_span.end as usize;
    let Some(code) = file.code.get(start..definition.span.end as usize) else { return };
    let Some(open) = code.find('{') else { return };
    for (at, part) in parts(&code[open + 1..]) {
        let skipped = attributes(part);
        let text = &part[skipped..];
        let begin = text.len() - text.trim_start().len();
        let text = text.trim_start();
        let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
        let name = &text[..end];
        if name.is_empty() || name.starts_with(|c: char| c.is_numeric()) {
            continue;
        }
        let line = file.line_at(start + open + 1 + at + skipped + begin);
        let detail = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let detail = if detail == name { String::new() } else { detail };
        out.push(List::Members, entry(file, (line, line), name, &detail, &definition.name, MemberKind::Variant));
    }
}

/// The parts between commas up to the closing brace; a semicolon ends the constants of a Java enum.
fn parts(code: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut start, mut found) = (0usize, 0, Vec::new());
    for (at, c) in code.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            '}' | ';' if depth == 0 => {
                found.push((start, &code[start..at]));
                return found;
            }
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push((start, &code[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// How many bytes the attributes and annotations at the start of a variant take.
fn attributes(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        let begin = at + rest.len() - trimmed.len();
        if let Some(inside) = trimmed.strip_prefix("#[") {
            let mut depth = 1usize;
            let end = inside.char_indices().find(|(_, c)| {
                match c {
                    '[' => depth += 1,
                    ']' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            let Some((end, _)) = end else { return at };
            at = begin + 2 + end + 1;
        } else if trimmed.starts_with('@') {
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            at = begin + end;
        } else {
            return at;
        }
    }
}

/// Fewest names that a common beginning makes a group.
const LEAST_ALIKE: usize = 3;

/// `const ( A Kind = iota; B; C )`: the values of a type, as Go writes an enum; without a type those that begin alike.
fn constants_of_go(file: &File<'_>, out: &mut Collected) {
    let mut label: Option<String> = None;
    let mut inside = false;
    let mut untyped: Vec<(u32, &str, &str)> = Vec::new();
    let mut begins = 0;
    for (line, text) in file.lines() {
        let text = text.trim();
        match text {
            "const (" => (inside, label, begins) = (true, None, line),
            ")" => {
                inside = false;
                alike(file, begins, &std::mem::take(&mut untyped), out);
            }
            "" => {}
            _ if inside => {
                let mut words = text.split_whitespace();
                let Some(name) = words.next() else { continue };
                let second = words.next();
                if second.is_some_and(|word| word != "=" && word.starts_with(char::is_alphabetic)) {
                    label = second.map(|word| last_segment(word).to_owned());
                } else if second == Some("=") && text.split_once('=').is_some_and(|(_, value)| !value.contains("iota"))
                {
                    label = None;
                }
                match &label {
                    Some(label) => {
                        out.push(List::Members, entry(file, (line, line), name, text, label, MemberKind::Variant));
                    }
                    None => untyped.push((line, name, text)),
                }
            }
            _ => {}
        }
    }
}

/// Constants of one block that begin alike, or that all end alike: `FieldKeyMsg`, `FieldKeyTime`; `TextMessage`, `CloseMessage`. The comment above the block says what they are.
fn alike(file: &File<'_>, begins: u32, constants: &[(u32, &str, &str)], out: &mut Collected) {
    let mut groups: BTreeMap<String, Vec<&(u32, &str, &str)>> = BTreeMap::new();
    for constant in constants {
        groups.entry(beginning(constant.1)).or_default().push(constant);
    }
    let is_said_once = groups.values().all(|members| members.len() < LEAST_ALIKE);
    if let Some(end) = is_said_once.then(|| common_end(constants)).flatten() {
        groups = BTreeMap::from([(end, constants.iter().collect())]);
    }
    let said = file.comments.iter().find(|(line, _)| line + 1 == begins).map(|(_, text)| text.clone());
    for (label, members) in groups.iter().filter(|(_, members)| members.len() >= LEAST_ALIKE) {
        // `FieldKeyLogrusError` begins like `FieldKeyMsg`, too.
        let more = groups.iter().filter(|(other, own)| own.len() < LEAST_ALIKE && other.starts_with(label.as_str()));
        let mut members: Vec<&&(u32, &str, &str)> = members.iter().chain(more.flat_map(|(_, own)| own)).collect();
        members.sort();
        let head = entry(file, (begins, begins), label, "const", label, MemberKind::Declaration);
        out.push(List::Members, head.about(said.clone()));
        for (line, name, text) in members {
            out.push(List::Members, entry(file, (*line, *line), name, text, label, MemberKind::Element));
        }
    }
}

/// The last word of all names, where they have one in common: `Message` of `TextMessage` and `CloseMessage`.
fn common_end(constants: &[(u32, &str, &str)]) -> Option<String> {
    let end = |name: &str| name.strip_prefix(&beginning(name)).map(|end| end.trim_start_matches('_').to_owned());
    let (_, first, _) = constants.first()?;
    let last = end(first).filter(|last| !last.is_empty() && last != first)?;
    constants.iter().all(|(_, name, _)| end(name).as_ref() == Some(&last)).then_some(last)
}

/// A name without its last word: `FieldKey` of `FieldKeyMsg`.
fn beginning(name: &str) -> String {
    let upper = name.char_indices().skip(1).filter(|(_, c)| c.is_uppercase() || *c == '_').map(|(at, _)| at);
    let ends = upper.last().unwrap_or(name.len());
    name[..ends].trim_end_matches('_').to_owned()
}
