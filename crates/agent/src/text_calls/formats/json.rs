//! JSON: `{"tool": "grep", "args": {..}}`, or a list of such objects; in a fence, or at the start of a line.

use super::super::TextCall;
use serde_json::{Map, Value};

/// What a fence may be marked as if it holds calls and not an example.
const FENCES_OF_CALLS: [&str; 5] = ["", "json", "tool_call", "tool_calls", "tool_code"];
const NAMES: [&str; 2] = ["tool", "name"];
const ARGUMENTS: [&str; 3] = ["args", "arguments", "parameters"];

/// A fenced block.
pub(super) struct Fence<'t> {
    pub(super) body: &'t str,
    /// Bytes from the start of its first line to the end of its last.
    pub(super) length: usize,
    pub(super) may_hold_calls: bool,
}

/// The fenced block that begins at the first line of `text`, whose beginning without indent is `start`. One that is
/// never closed goes on to the end.
pub(super) fn fenced<'t>(text: &'t str, start: &str) -> Option<Fence<'t>> {
    let mark = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark))?;
    let info = start.trim_start_matches(['`', '~']).trim().to_ascii_lowercase();
    let begin = text.find('\n').map_or(text.len(), |end| end + 1);
    let mut at = begin;
    for line in text[begin..].split_inclusive('\n') {
        if line.trim_start().starts_with(mark) {
            let length = at + line.trim_end_matches('\n').len();
            return Some(Fence { body: &text[begin..at], length, may_hold_calls: FENCES_OF_CALLS.contains(&&*info) });
        }
        at += line.len();
    }
    Some(Fence { body: &text[begin..], length: text.len(), may_hold_calls: FENCES_OF_CALLS.contains(&&*info) })
}

/// From the opening bracket that `text` begins with to the one that closes it.
pub(super) fn balanced(text: &str) -> Option<&str> {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(&text[..=at]);
                }
            }
            _ => {}
        }
    }
    None
}

/// The calls in a JSON object or a list of objects; `None` if the text is no JSON.
pub(super) fn calls(text: &str) -> Option<Vec<TextCall>> {
    let text = text.trim();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    match model::json::read(text).ok()? {
        Value::Array(items) => Some(items.into_iter().filter_map(call).collect()),
        one => Some(call(one).into_iter().collect()),
    }
}

/// The call that an object is, if it has a name and arguments.
fn call(value: Value) -> Option<TextCall> {
    let Value::Object(mut fields) = value else { return None };
    let arguments = ARGUMENTS.into_iter().find_map(|key| fields.remove(key))?;
    let name = NAMES.into_iter().find_map(|key| fields.get(key)?.as_str())?.to_owned();
    Some(TextCall { name, arguments: object(arguments)? })
}

/// Arguments are an object, or the text of one.
fn object(arguments: Value) -> Option<Value> {
    match arguments {
        Value::Object(_) => Some(arguments),
        Value::Null => Some(Value::Object(Map::new())),
        Value::String(text) => model::json::read(&text).ok().filter(Value::is_object),
        _ => None,
    }
}
