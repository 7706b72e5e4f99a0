//! Requests to check syntax: "lint src/a.py", "check the syntax of src/".

use super::words::{self, Word};

/// Words that such a request may have around its paths.
const AROUND: [&str; 12] =
    ["please", "of", "in", "the", "and", "all", "file", "files", "folder", "changes", "changed", "for"];

/// The paths whose syntax a request wants checked, none for the changed files; `None` for any other request.
pub fn paths(asked: &str) -> Option<Vec<String>> {
    let words = words::split(asked);
    let is = |word: &Word, wanted: &str| !word.marked && word.lower == wanted;
    let first = words.iter().position(|word| !is(word, "please"))?;
    let rest = match &words[first..] {
        [lint, rest @ ..] if is(lint, "lint") => rest,
        [check, the, syntax, rest @ ..] if is(check, "check") && is(the, "the") && is(syntax, "syntax") => rest,
        [check, syntax, rest @ ..] if is(check, "check") && is(syntax, "syntax") => rest,
        _ => return None,
    };
    let mut paths = Vec::new();
    for word in rest {
        if word.is_path() || word.text == "." {
            paths.push(word.text.clone());
        } else if !AROUND.iter().any(|around| is(word, around)) {
            return None;
        }
    }
    Some(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_requests_are_read() {
        let read = |asked: &str| paths(asked).map(|paths| paths.join(" "));
        for (asked, expected) in [
            ("lint src/a.py", Some("src/a.py")),
            ("Please lint src/ and `web/cart.ts`.", Some("src/ web/cart.ts")),
            ("check the syntax of shop/pricing.py", Some("shop/pricing.py")),
            ("lint", Some("")),
            ("lint the changed files", Some("")),
            ("how is lint set up?", None),
            ("lint banana", None),
            ("check the syntax tree in src/a.py", None),
            ("`lint` src/a.py", None),
        ] {
            assert_eq!(read(asked).as_deref(), expected, "{asked}");
        }
    }
}
