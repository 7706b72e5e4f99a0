//! The output of a program beside what it is to be.

/// The first line at which two texts differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// From 1.
    pub line: usize,
    /// The line that is to be there; `None` where nothing is to be there any more.
    pub expected: Option<String>,
    /// The line that is there; `None` where the text is at its end.
    pub actual: Option<String>,
}

/// The first difference. Blanks around the texts, and at the ends of lines, count for nothing.
pub(crate) fn difference(expected: &str, actual: &str) -> Option<Difference> {
    let (mut wanted, mut found) = (lines(expected), lines(actual));
    for line in 1.. {
        match (wanted.next(), found.next()) {
            (None, None) => break,
            (wanted, found) if wanted == found => {}
            (wanted, found) => {
                let owned = |line: Option<&str>| line.map(str::to_owned);
                return Some(Difference { line, expected: owned(wanted), actual: owned(found) });
            }
        }
    }
    None
}

/// The lines of a text, as they are compared and shown.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.trim().lines().map(str::trim_end)
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { line, expected, actual } = self;
        match (expected, actual) {
            (Some(expected), Some(actual)) => {
                write!(f, "line {line} is `{}` and should be `{}`", cut(actual), cut(expected))
            }
            (Some(expected), None) => write!(f, "line {line} is missing and should be `{}`", cut(expected)),
            (None, Some(actual)) => write!(f, "line {line} is `{}` and should not be there", cut(actual)),
            (None, None) => Ok(()),
        }
    }
}

/// A line as a sentence holds it.
fn cut(line: &str) -> String {
    const MOST: usize = 120;
    let shown: String = line.chars().take(MOST).collect();
    if shown.len() < line.len() { shown + "..." } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expected: &str, actual: &str, says: &str) {
        assert_eq!(difference(expected, actual).map_or(String::new(), |found| found.to_string()), says);
    }

    #[test]
    fn blanks_around_and_line_ends_count_for_nothing() {
        check("15\n", "15", "");
        check("a\nb\n\n", "\r\na  \r\nb\r\n", "");
        check("", "\n", "");
        check("a\n  b", "a\nb", "line 2 is `b` and should be `  b`");
    }

    #[test]
    fn the_first_difference_is_named() {
        check("15\n", "10\n", "line 1 is `10` and should be `15`");
        check("a\nb", "a", "line 2 is missing and should be `b`");
        check("a", "a\nb\nc", "line 2 is `b` and should not be there");
        check("x", "", "line 1 is missing and should be `x`");
    }
}
