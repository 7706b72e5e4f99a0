//! Tags: `<tool_call>{"name": "grep", "arguments": {..}}</tool_call>`, as Hermes and Qwen write them.

const OPEN: &str = "<tool_call>";
const CLOSE: &str = "</tool_call>";

/// The text between two tags.
pub(super) struct Tagged<'t> {
    pub(super) body: &'t str,
    /// Bytes from the start of the line to just before what follows.
    pub(super) length: usize,
}

/// The tags that begin at the first line of `text`, whose beginning without indent is `start`. Tags that are never
/// closed go on to the end.
pub(super) fn tagged<'t>(text: &'t str, start: &str) -> Option<Tagged<'t>> {
    if !start.starts_with(OPEN) {
        return None;
    }
    let begin = text.find(OPEN)? + OPEN.len();
    let body = &text[begin..];
    Some(match body.find(CLOSE) {
        Some(end) => Tagged { body: &body[..end], length: begin + end + CLOSE.len() },
        None => Tagged { body, length: text.len() },
    })
}
