//! The words of a Gradle script, in Groovy or in Kotlin: comments left out, texts in quotes as they are.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'t> {
    /// A name, with the dots inside it: `java.srcDirs`.
    Word(&'t str),
    /// What is between quotes.
    Text(&'t str),
    /// The end of a line.
    Line,
    /// Any other character.
    Mark(char),
}

pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, length) = next(rest, first);
        found.extend(token);
        rest = &rest[length..];
    }
    found
}

/// What a text that is not empty begins with, and how long that is.
fn next(rest: &str, first: char) -> (Option<Token<'_>>, usize) {
    let until = |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at);
    if rest.starts_with("//") {
        return (None, until("\n", 0));
    }
    if rest.starts_with("/*") {
        return (None, (until("*/", 2) + 2).min(rest.len()));
    }
    for quotes in ["\"\"\"", "'''"] {
        if rest.starts_with(quotes) {
            let end = until(quotes, 3);
            return (Some(Token::Text(&rest[3..end])), (end + 3).min(rest.len()));
        }
    }
    if first == '"' || first == '\'' {
        let end = end_of_text(rest, first);
        return (Some(Token::Text(&rest[1..end])), (end + 1).min(rest.len()));
    }
    if first == '\n' {
        return (Some(Token::Line), 1);
    }
    if first.is_whitespace() {
        return (None, first.len_utf8());
    }
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.';
    if is_of_word(first) {
        let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        return (Some(Token::Word(&rest[..end])), end);
    }
    (Some(Token::Mark(first)), first.len_utf8())
}

/// Where the quotes close; a text ends with its line in any case.
fn end_of_text(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    // Behind the opening quote.
    for (at, c) in rest.char_indices().skip(1) {
        if !is_escaped && (c == quote || c == '\n') {
            return at;
        }
        is_escaped = !is_escaped && c == '\\';
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::Token::{Line, Mark, Text, Word};
    use super::tokens;

    #[test]
    fn comments_are_left_out_and_texts_are_whole() {
        let text = "a.b // c\n'd \\' // e' /* \" */ { \"\"\"f\n\"g\" \"\"\"";
        assert_eq!(tokens(text), [Word("a.b"), Line, Text("d \\' // e"), Mark('{'), Text("f\n\"g\" ")]);
        assert_eq!(tokens("'a\nb \"\"\"c /*"), [Text("a"), Word("b"), Text("c /*")]);
    }
}
