//! A call as in a program: `grep(pattern="x", path="src")`, on a line of its own and with nothing but names and literals.

use super::super::TextCall;
use super::json::balanced;
use serde_json::{Map, Value};

/// The calls in a block of lines; `None` if there is none.
pub(super) fn calls(text: &str) -> Option<Vec<TextCall>> {
    let calls: Vec<TextCall> = text.lines().filter_map(call).collect();
    (!calls.is_empty()).then_some(calls)
}

/// The call that a line is, with or without backticks around it.
pub(super) fn call(line: &str) -> Option<TextCall> {
    let line = line.trim();
    let line = line.strip_prefix('`').and_then(|line| line.strip_suffix('`')).unwrap_or(line);
    let (name, rest) = line.split_once('(')?;
    let mut rest = rest.strip_suffix(')')?.trim();
    if !is_name(name) {
        return None;
    }
    let mut arguments = Map::new();
    while !rest.is_empty() {
        let (key, behind) = rest.split_once('=')?;
        let (value, behind) = value(behind.trim_start())?;
        let fresh = is_name(key.trim()) && arguments.insert(key.trim().to_owned(), value).is_none();
        rest = behind.trim_start();
        rest = match rest.strip_prefix(',') {
            Some(next) => next.trim_start(),
            None if rest.is_empty() => rest,
            None => return None,
        };
        if !fresh {
            return None;
        }
    }
    Some(TextCall { name: name.to_owned(), arguments: Value::Object(arguments) })
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The literal that a text begins with, and what follows it.
fn value(text: &str) -> Option<(Value, &str)> {
    if text.starts_with(['{', '[']) {
        let body = balanced(text)?;
        return Some((model::json::read(body).ok()?, &text[body.len()..]));
    }
    if text.starts_with(['"', '\'']) {
        return string(text);
    }
    let end = text.find(',').unwrap_or(text.len());
    let word = match text[..end].trim() {
        "true" | "True" => Value::Bool(true),
        "false" | "False" => Value::Bool(false),
        "null" | "None" => Value::Null,
        number => Value::Number(number.parse().ok()?),
    };
    Some((word, &text[end..]))
}

/// The string that a text begins with, in the quotes that it begins with.
fn string(text: &str) -> Option<(Value, &str)> {
    let quote = text.chars().next()?;
    let mut out = String::new();
    let mut rest = text[1..].char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '\\' => match rest.next()?.1 {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'r' => out.push('\r'),
                c @ ('"' | '\'' | '\\') => out.push(c),
                other => out.extend(['\\', other]),
            },
            c if c == quote => return Some((Value::String(out), &text[1 + at + 1..])),
            c => out.push(c),
        }
    }
    None
}
