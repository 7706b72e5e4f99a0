//! Code in a line that is no markdown otherwise: a step of the plan, a heading.

use crate::code_spans;

/// A part of such a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label<'t> {
    /// Plain text.
    Text(&'t str),
    /// Monospaced.
    Code(&'t str),
}

/// Cuts `text` at its code. A backtick without a partner is text.
pub fn label(text: &str) -> Vec<Label<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    for span in code_spans(text) {
        out.extend((at < span.range.start).then(|| Label::Text(&text[at..span.range.start])));
        out.push(Label::Code(&text[span.range.start + span.ticks..span.range.end - span.ticks]));
        at = span.range.end;
    }
    out.extend((at < text.len()).then(|| Label::Text(&text[at..])));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use Label::{Code, Text};

    #[test]
    fn pairs_of_backticks_are_code() {
        assert_eq!(label("Find `a.b` and `c`"), [Text("Find "), Code("a.b"), Text(" and "), Code("c")]);
        assert_eq!(label("one ` only"), [Text("one ` only")]);
        assert_eq!(label("``"), [Text("``")]);
        assert_eq!(label(""), []);
    }
}
