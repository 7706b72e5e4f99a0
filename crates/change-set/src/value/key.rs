//! The way to a value: `a.b[0]`, and `["a.b"]` for a name that is no word.

use serde_json::Value;
use std::fmt;

/// One step of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// Into a map.
    Name(String),
    /// Into a list, from 0.
    Index(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Index(index) => write!(f, "[{index}]"),
        }
    }
}

/// The steps of a key; None where it is not well-formed.
pub(super) fn parse(key: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = key;
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (step, after) = bracket(inner)?;
            steps.push(step);
            rest = after;
        } else {
            // The dot between two steps.
            let name = if steps.is_empty() { rest } else { rest.strip_prefix('.')? };
            let end = name.find(['.', '[']).unwrap_or(name.len());
            if end == 0 {
                return None;
            }
            steps.push(Step::Name(name[..end].to_owned()));
            rest = &name[end..];
        }
    }
    Some(steps)
}

fn bracket(inner: &str) -> Option<(Step, &str)> {
    if inner.starts_with('"') {
        let mut names = serde_json::Deserializer::from_str(inner).into_iter::<String>();
        let name = names.next()?.ok()?;
        return Some((Step::Name(name), inner[names.byte_offset()..].strip_prefix(']')?));
    }
    let (index, after) = inner.split_once(']')?;
    let is_number = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
    Some((Step::Index(is_number.then(|| index.parse().ok()).flatten()?), after))
}

/// A key as it is written.
pub(super) fn shown(steps: &[Step]) -> String {
    let mut out = String::new();
    for step in steps {
        match step {
            Step::Name(name) if name.contains(['.', '[', '"']) || name.is_empty() => {
                out.push_str(&format!("[{}]", Value::String(name.clone())));
            }
            Step::Name(_) if !out.is_empty() => out.push_str(&format!(".{step}")),
            step => out.push_str(&step.to_string()),
        }
    }
    out
}

/// Puts a value where the steps lead; what holds it must be there.
pub(super) fn put(tree: &mut Value, steps: &[Step], value: Value) {
    let Some((first, rest)) = steps.split_first() else {
        *tree = value;
        return;
    };
    match (first, tree) {
        (Step::Name(name), Value::Object(map)) => put(map.entry(name.clone()).or_insert(Value::Null), rest, value),
        (Step::Index(index), Value::Array(items)) if *index <= items.len() => {
            if *index == items.len() {
                items.push(Value::Null);
            }
            put(&mut items[*index], rest, value);
        }
        // Not what the text has: the comparison with it fails.
        (_, other) => *other = Value::Null,
    }
}
