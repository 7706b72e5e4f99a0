//! JSON as models write it: strict first, then out of its fence or the prose around it, then forgivingly.
//!
//! Whatever comes is read in linear time and to a bounded depth, so that an answer can exhaust neither the stack of a
//! wasm module nor that of a reader of what was stored. Start at [`read`].

mod forgiving;
mod strings;
#[cfg(test)]
mod tests;

use limits::model::{JSON_DEPTH, REPAIR_BYTES};
use serde_json::Value;

/// Why a text is not the JSON that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotJson {
    /// It breaks the rules in a way that leaves open what was meant.
    #[error("{0}")]
    Syntax(String),
    /// Lists and objects inside each other.
    #[error("it nests more than {JSON_DEPTH} levels deep")]
    TooDeep,
    /// Broken, and too long to be mended.
    #[error("it is broken, and longer than {REPAIR_BYTES} bytes")]
    TooLong,
}

/// Reads the one JSON value in a text. Single quotes, trailing commas, names without quotes, Python's words, comments
/// and missing closing brackets are read as they were meant.
///
/// # Errors
/// There is no such value, it is deeper than [`JSON_DEPTH`], or broken and longer than [`REPAIR_BYTES`].
pub fn read(text: &str) -> Result<Value, NotJson> {
    let text = text.trim();
    let strict = match serde_json::from_str(text) {
        Ok(value) => return shallow(value),
        Err(error) => NotJson::Syntax(error.to_string()),
    };
    let inner = bracketed(text).ok_or(strict)?;
    if let Ok(value) = serde_json::from_str(inner) {
        return shallow(value);
    }
    if inner.len() > REPAIR_BYTES {
        return Err(NotJson::TooLong);
    }
    forgiving::read(inner)
}

/// From the first opening bracket to the last closing one of its kind; where none closes, to the end.
fn bracketed(text: &str) -> Option<&str> {
    let start = text.find(['[', '{'])?;
    let close = if text[start..].starts_with('[') { ']' } else { '}' };
    let end = text.rfind(close).filter(|end| *end > start).map_or(text.len(), |end| end + 1);
    Some(&text[start..end])
}

/// Puts a deep value's text in its place: what is stored is read again by a parser of bounded depth.
pub fn keep_shallow(value: &mut Value) {
    if !fits(value, JSON_DEPTH) {
        *value = Value::String(value.to_string());
    }
}

fn shallow(value: Value) -> Result<Value, NotJson> {
    if fits(&value, JSON_DEPTH) { Ok(value) } else { Err(NotJson::TooDeep) }
}

fn fits(value: &Value, left: usize) -> bool {
    match value {
        Value::Array(items) => left > 0 && items.iter().all(|item| fits(item, left - 1)),
        Value::Object(fields) => left > 0 && fields.values().all(|field| fits(field, left - 1)),
        _ => true,
    }
}
