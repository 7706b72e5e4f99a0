//! `$...$` and `$$...$$` as GitHub reads them: prices and shell variables are no math.

use limits::answer::MATH_BYTES;

/// A formula at the start of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Formula<'t> {
    /// LaTeX between the signs.
    pub source: &'t str,
    /// Between `$$`: on lines of its own.
    pub is_display: bool,
    /// Bytes, the signs included.
    pub length: usize,
}

/// The formula that `rest` begins with; `before` is the character in front of it. A formula holds no code and no `[[`, so
/// that it never hides a citation.
pub fn formula(before: Option<char>, rest: &str) -> Option<Formula<'_>> {
    let is_display = rest.starts_with("$$");
    let signs = if is_display { "$$" } else { "$" };
    let inside = rest.strip_prefix(signs)?;
    if !is_display && before.is_some_and(|letter| letter.is_alphanumeric() || letter == '$') {
        return None;
    }
    let end =
        inside.char_indices().take_while(|(at, _)| *at < MATH_BYTES).find_map(|(at, letter)| match letter {
            '$' if !inside[..at].ends_with('\\') => Some(Some(at)),
            '`' => Some(None),
            '\n' if !is_display => Some(None),
            _ => None,
        })??;
    let (source, after) = (&inside[..end], inside[end..].strip_prefix(signs)?);
    let is_tight = !source.starts_with(char::is_whitespace) && !source.ends_with(char::is_whitespace);
    // `$(CC)$(CFLAGS)` and `${a}${b}` are variables.
    let ends_a_word = !after.starts_with(|letter: char| letter.is_alphanumeric() || matches!(letter, '$' | '(' | '{'));
    let is_math = !source.trim().is_empty() && !source.contains("[[") && (is_display || (is_tight && ends_a_word));
    is_math.then_some(Formula { source: source.trim(), is_display, length: end + 2 * signs.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, bool)> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(letter) = text[at..].chars().next() {
            at += match formula(text[..at].chars().next_back(), &text[at..]) {
                Some(formula) => {
                    found.push((formula.source.to_owned(), formula.is_display));
                    formula.length
                }
                None => letter.len_utf8(),
            };
        }
        found
    }

    #[test]
    fn formulas_are_found_within_a_line_and_on_lines_of_their_own() {
        assert_eq!(read("so $a_i^2$, and ($x$)."), [("a_i^2".into(), false), ("x".into(), false)]);
        assert_eq!(read("$$\n\\sum_{i=0}^n i\n$$"), [("\\sum_{i=0}^n i".into(), true)]);
        assert_eq!(read("$é = \\$2$"), [("é = \\$2".into(), false)]);
    }

    #[test]
    fn prices_and_variables_are_text() {
        for text in [
            "from $5 to $6",
            "$HOME and $PATH",
            "$this->a, $this->b",
            "$HOME/$USER",
            "install $(EXE) $(DESTDIR)$(bindir)/fd",
            "${a}${b}",
            "a$b$c",
            "$ x $",
            "$$",
            "$$ $$",
            "$",
            "one $\nline$",
            "$x `y$` z$",
            "$a [[1]] b$",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }

    #[test]
    fn the_search_for_the_end_is_bounded() {
        assert_eq!(read(&format!("${}$", "x".repeat(MATH_BYTES + 1))), []);
    }
}
