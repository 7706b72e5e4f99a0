//! The formats in which models write calls as text, in one pass over the lines.

mod function;
mod json;
mod tags;
#[cfg(test)]
mod tests;

use super::{TextCall, TextCalls};
use limits::agent::TEXT_CALLS_BYTES;

/// Places where JSON seemed to begin and had no end, after which bare JSON is not looked for any more: each of them costs
/// a pass over the rest of the text.
const MOST_UNCLOSED: usize = 8;

/// The calls in a text of a model: a JSON object or array with a name and arguments, fenced or at the start of a line;
/// `<tool_call>` tags; `name(arg="x")` on a line of its own.
pub fn of_model(text: &str, offered: &[&str]) -> TextCalls {
    if text.len() > TEXT_CALLS_BYTES {
        return TextCalls::not_read(text.len(), TEXT_CALLS_BYTES);
    }
    let mut scan = Scan { rest: text, calls: Vec::new(), unclosed: 0 };
    while !scan.rest.is_empty() {
        scan.next_part();
    }
    TextCalls::offered(scan.calls, offered)
}

struct Scan<'t> {
    /// Begins at the start of a line.
    rest: &'t str,
    calls: Vec<TextCall>,
    unclosed: usize,
}

impl<'t> Scan<'t> {
    /// Reads what begins at this line, and goes on behind it. A part that holds no call, such as an example in a fence, adds
    /// none.
    fn next_part(&mut self) {
        let line = self.rest.lines().next().unwrap_or("");
        let start = line.trim_start();
        if let Some(fence) = json::fenced(self.rest, start) {
            if fence.may_hold_calls {
                self.calls.extend(json::calls(fence.body).or_else(|| function::calls(fence.body)).unwrap_or_default());
            }
            return self.go_on(fence.length);
        }
        if let Some(tag) = tags::tagged(self.rest, start) {
            self.calls.extend(json::calls(tag.body).or_else(|| function::calls(tag.body)).unwrap_or_default());
            return self.go_on(tag.length);
        }
        if start.starts_with(['{', '[']) && self.unclosed < MOST_UNCLOSED {
            let indent = line.len() - start.len();
            match json::balanced(&self.rest[indent..]) {
                Some(body) => {
                    self.calls.extend(json::calls(body).unwrap_or_default());
                    return self.go_on(indent + body.len());
                }
                None => self.unclosed += 1,
            }
        }
        self.calls.extend(function::call(line));
        self.go_on(line.len());
    }

    /// To the next line behind the first `length` bytes.
    fn go_on(&mut self, length: usize) {
        let behind = &self.rest[length.min(self.rest.len())..];
        self.rest = behind.find('\n').map_or("", |end| &behind[end + 1..]);
    }
}
