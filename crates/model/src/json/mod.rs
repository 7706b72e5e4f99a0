//! JSON as models write it: read strictly first, then without the code fence or the prose around it, then with the
//! usual mistakes repaired.
//!
//! All input is read in linear time and to a bounded depth, so that an answer can exhaust neither the stack of a wasm
//! module nor that of a later reader of the log. [`read`] reads a text that is one value; [`read_first`] finds the first
//! value among prose and other values.

mod balanced;
mod forgiving;
mod strings;
#[cfg(test)]
mod tests;

use limits::model::{JSON_DEPTH, REPAIR_BYTES};
use serde_json::Value;

/// Why a text could not be read as JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotJson {
    /// A syntax error that cannot be repaired without a guess.
    #[error("{0}")]
    Syntax(String),
    /// Lists and objects are nested too deep.
    #[error("it nests more than {JSON_DEPTH} levels deep")]
    TooDeep,
    /// The syntax is broken, and the text is too long to be repaired.
    #[error("it is broken, and longer than {REPAIR_BYTES} bytes")]
    TooLong,
}

/// Reads the one JSON value in a text. Single quotes, trailing commas, names without quotes, Python's literals,
/// comments and missing closing brackets are repaired.
///
/// # Errors
/// If there is no such value, it is deeper than [`JSON_DEPTH`], or it is broken and longer than [`REPAIR_BYTES`].
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

/// How far a text had to be changed to be read as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// The text is the value.
    Whole,
    /// The value was cut out of other text, such as a code fence.
    Cut,
    /// Its syntax was repaired.
    Mended,
}

/// Reads the first list or object in a text, or the text that is a JSON value: strictly, then without what is around
/// the first brackets that balance, then with the same repairs as [`read`].
///
/// # Errors
/// As [`read`].
pub fn read_first(text: &str) -> Result<(Value, Reading), NotJson> {
    let text = text.trim();
    let strict = match serde_json::from_str(text) {
        Ok(value) => return Ok((shallow(value)?, Reading::Whole)),
        Err(error) => NotJson::Syntax(error.to_string()),
    };
    let inner = balanced::find(text).ok_or(strict)?;
    if let Ok(value) = serde_json::from_str(inner) {
        return Ok((shallow(value)?, Reading::Cut));
    }
    if inner.len() > REPAIR_BYTES {
        return Err(NotJson::TooLong);
    }
    Ok((forgiving::read(inner)?, Reading::Mended))
}

/// From the first opening bracket to the last closing one of its kind; where none closes, to the end.
fn bracketed(text: &str) -> Option<&str> {
    let start = text.find(['[', '{'])?;
    let close = if text[start..].starts_with('[') { ']' } else { '}' };
    let end = text.rfind(close).filter(|end| *end > start).map_or(text.len(), |end| end + 1);
    Some(&text[start..end])
}

/// Replaces a value that is too deep by its text, because stored values are read again by a parser of bounded depth.
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
