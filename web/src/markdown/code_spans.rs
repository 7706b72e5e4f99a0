//! Code in a line that is no markdown otherwise: a step of the plan, a heading.

use super::Inline;

/// Cuts `text` at its pairs of backticks. A backtick without a partner is text.
pub fn code_spans(text: &str) -> Vec<Inline> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, code, after)) = next_span(rest) {
        if !before.is_empty() {
            out.push(Inline::Text(before.to_owned()));
        }
        out.push(Inline::Code(code.to_owned()));
        rest = after;
    }
    if !rest.is_empty() {
        out.push(Inline::Text(rest.to_owned()));
    }
    out
}

fn next_span(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (code, after) = rest.split_once('`').filter(|(code, _)| !code.is_empty())?;
    Some((before, code, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_backticks_are_code() {
        let (text, code) = (|it: &str| Inline::Text(it.into()), |it: &str| Inline::Code(it.into()));
        assert_eq!(code_spans("Find `a.b` and `c`"), [text("Find "), code("a.b"), text(" and "), code("c")]);
        assert_eq!(code_spans("one ` only"), [text("one ` only")]);
        assert_eq!(code_spans("``"), [text("``")]);
        assert_eq!(code_spans(""), []);
    }
}
