//! A program's text with what is no code blanked out: mutations change neither texts nor comments.

/// The languages whose spellings are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    Python,
    JavaScript,
    /// JavaScript with types, in which `<` may open a list of types.
    TypeScript,
}

impl Spelling {
    /// By the name of a file.
    pub fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "py" => Some(Self::Python),
            "js" | "mjs" | "cjs" => Some(Self::JavaScript),
            "ts" | "mts" | "cts" => Some(Self::TypeScript),
            _ => None,
        }
    }

    pub fn is_python(self) -> bool {
        self == Self::Python
    }
}

/// A text, and the same with blanks in place of strings and comments: both have the same places.
pub(crate) struct Code<'t> {
    pub spelling: Spelling,
    pub text: &'t str,
    pub bare: String,
}

impl<'t> Code<'t> {
    pub fn new(text: &'t str, spelling: Spelling) -> Self {
        let mut bare = text.as_bytes().to_vec();
        let mut at = 0;
        while at < bare.len() {
            let Some(end) = other_end(text.as_bytes(), at, spelling) else {
                at += 1;
                continue;
            };
            for byte in &mut bare[at..end] {
                // Lines stay lines; all else is a blank, so that no character is cut in two.
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
            at = end;
        }
        let bare =
            String::from_utf8(bare).expect("what is blanked begins and ends at ASCII characters, so none is cut");
        Self { spelling, text, bare }
    }

    /// The number of the line that holds a place, from 1.
    pub fn line(&self, at: usize) -> usize {
        1 + self.text[..at].matches('\n').count()
    }
}

/// The end of the string, comment or pattern that begins at a place; `None` where code is.
fn other_end(text: &[u8], at: usize, spelling: Spelling) -> Option<usize> {
    let rest = &text[at..];
    let to = |end: Option<usize>| at + end.unwrap_or(rest.len());
    let line_end = || to(rest.iter().position(|byte| *byte == b'\n'));
    match (rest[0], spelling.is_python()) {
        (b'#', true) => Some(line_end()),
        (quote @ (b'"' | b'\''), true) if rest.starts_with(&[quote; 3]) => Some(at + string_end(rest, &[quote; 3])),
        (quote @ (b'"' | b'\''), _) => Some(at + string_end(rest, &[quote])),
        (b'`', false) => Some(at + string_end(rest, b"`")),
        (b'/', false) if rest.starts_with(b"//") => Some(line_end()),
        (b'/', false) if rest.starts_with(b"/*") => {
            Some(to(rest.windows(2).skip(2).position(|two| two == b"*/").map(|end| end + 4)))
        }
        (b'/', false) if is_pattern(&text[..at]) => Some(at + string_end(rest, b"/")),
        _ => None,
    }
}

/// The end of a string that begins with `quote`, and ends with it, or at the end of its line where it has only one.
fn string_end(rest: &[u8], quote: &[u8]) -> usize {
    let is_of_line = quote.len() == 1 && quote != b"`";
    let mut at = quote.len();
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'\n' if is_of_line => return at,
            _ if rest[at..].starts_with(quote) => return at + quote.len(),
            _ => at += 1,
        }
    }
    rest.len()
}

/// Whether a slash behind this code begins a pattern, and is no division.
fn is_pattern(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    before.last().is_none_or(|last| b"(,=:[!&|?{};".contains(last)) || before.ends_with(b"return")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text that are code.
    #[track_caller]
    fn check(spelling: Spelling, text: &str, words: &[&str]) {
        let bare = Code::new(text, spelling).bare;
        assert_eq!(bare.len(), text.len());
        assert_eq!(bare.lines().count(), text.lines().count());
        assert_eq!(bare.split_whitespace().collect::<Vec<_>>(), words);
    }

    #[test]
    fn strings_and_comments_are_no_code() {
        check(Spelling::Python, "x = 'a < b' # c > d\ny", &["x", "=", "y"]);
        check(Spelling::Python, "\"\"\"a\n'b\"\"\" < 1", &["<", "1"]);
        check(Spelling::JavaScript, "a < `x\n${b}` / 2 // c", &["a", "<", "/", "2"]);
        check(Spelling::JavaScript, "/* a */ b = /c\\/d/ / e /*/ f */", &["b", "=", "/", "e"]);
        check(Spelling::JavaScript, "'it\\'s' < 'ö'; return /a'b/", &["<", ";", "return"]);
    }

    #[test]
    fn a_string_that_is_not_closed_ends_with_its_line() {
        check(Spelling::JavaScript, "'a\nb < c", &["b", "<", "c"]);
        check(Spelling::Python, "'''a\nb < c", &[]);
        check(Spelling::Python, "x 'a\\", &["x"]);
    }
}
