//! What is written in front of a definition: `@app.get("/")`, `#[derive(Error)]`, `@GetMapping("/x")`.

use super::{Argument, File, arguments};
use facts::Definition;

/// A decorator, an annotation or an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decorator {
    /// `app.get`, `derive`, `tokio::main`.
    pub name: String,
    /// As written; empty where there are none.
    pub arguments: Vec<Argument>,
    /// Everything between its brackets, as written.
    pub inside: String,
    /// Its first line.
    pub line: u32,
}

impl Decorator {
    /// `get` of `app.get`.
    pub fn last_name(&self) -> &str {
        super::last_segment(&self.name)
    }

    /// `app` of `app.get`; empty where there is nothing before the name.
    pub fn receiver(&self) -> &str {
        self.name.rsplit_once(['.', ':']).map_or("", |(receiver, _)| receiver.trim_end_matches(':'))
    }

    /// The first literal among the arguments without a name.
    pub fn first_literal(&self) -> Option<String> {
        self.arguments.iter().find(|argument| argument.name.is_none())?.literal()
    }

    /// The argument of this name, as written.
    pub fn named(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|argument| argument.name.as_deref() == Some(name))
    }
}

/// The code in front of a definition's name, where its decorators are, and where it begins.
fn head<'f>(file: &'f File<'_>, definition: &Definition) -> (&'f str, usize) {
    let (start, end) = (definition.span.start as usize, definition.name_span.start as usize);
    let start = outer_start(file, start);
    (file.code.get(start..end.max(start)).unwrap_or(""), start)
}

/// Some grammars leave attributes out of the definition: the lines of them right above it are taken along.
fn outer_start(file: &File<'_>, start: usize) -> usize {
    let mut at = start;
    let mut wanted = at;
    while let Some(before) = file.code.get(..at).map(str::trim_end).filter(|before| !before.is_empty()) {
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before[line_start..].trim();
        let is_own = line.starts_with("#[") && line.ends_with(']');
        if !is_own {
            break;
        }
        at = line_start;
        wanted = at;
    }
    wanted
}

pub fn first_line(file: &File<'_>, definition: &Definition) -> Option<u32> {
    decorators(file, definition).first().map(|decorator| decorator.line)
}

pub fn decorators(file: &File<'_>, definition: &Definition) -> Vec<Decorator> {
    let (head, offset) = head(file, definition);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = head[at..].find(['@', '#']) {
        let mark = at + next;
        at = mark + 1;
        let rest = &head[at..];
        let body = if head[mark..].starts_with('@') { Some(rest) } else { rest.strip_prefix('[') };
        let Some(body) = body else { continue };
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
        let end = body.find(|c: char| !is_name(c)).unwrap_or(body.len());
        let name = body[..end].trim_end_matches(':');
        if name.is_empty() || name == "interface" {
            continue;
        }
        let after = &body[end..];
        let group = after.trim_start_matches([' ', '\t']);
        let length = if group.starts_with('(') { closing(group) } else { None };
        let (inside, consumed) = match length {
            Some(length) => (&group[1..length - 1], end + (after.len() - group.len()) + length),
            None => ("", end),
        };
        let arguments = length.map_or_else(Vec::new, |length| arguments(&group[..length]));
        let line = file.line_at(offset + mark);
        found.push(Decorator { name: name.to_owned(), arguments, inside: inside.to_owned(), line });
        at += (rest.len() - body.len()) + consumed;
    }
    found
}

/// The length of the group of brackets with which the code begins.
fn closing(code: &str) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0usize, None, false);
    for (at, c) in code.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}
