//! Comments separated from code, by the strings and comments of each family of languages.

use super::line_of;
use source::Language;

pub struct Masked {
    pub code: String,
    pub comments: Vec<(u32, String)>,
}

struct Marks {
    /// Opens a comment to the end of the line.
    line: &'static [&'static str],
    /// Opens and closes a comment over lines.
    block: &'static [(&'static str, &'static str)],
    /// Triple-quoted strings, which are documentation as often as not.
    docstrings: bool,
    quotes: &'static [char],
    /// `'` opens a string only where a character follows and it closes at once.
    lifetimes: bool,
}

fn marks(language: Language) -> Option<Marks> {
    use Language::{
        C, CSharp, Config, Cpp, Css, Dart, Elixir, Go, GraphQl, Hcl, Html, Java, JavaScript, Kotlin, Lua, Php,
        Protobuf, Python, Ruby, Rust, Scala, Shell, Sql, Swift, Tsx, TypeScript, Zig,
    };
    let c_like = |quotes: &'static [char], lifetimes: bool| Marks {
        line: &["//"],
        block: &[("/*", "*/")],
        docstrings: false,
        quotes,
        lifetimes,
    };
    Some(match language {
        Python => Marks { line: &["#"], block: &[], docstrings: true, quotes: &['"', '\''], lifetimes: false },
        Rust => c_like(&['"'], true),
        JavaScript | TypeScript | Tsx | Go => c_like(&['"', '\'', '`'], false),
        Java | C | Cpp | CSharp | Kotlin | Swift | Scala | Php | Protobuf | Dart => c_like(&['"', '\''], false),
        Hcl => {
            Marks { line: &["#", "//"], block: &[("/*", "*/")], docstrings: false, quotes: &['"'], lifetimes: false }
        }
        Elixir | GraphQl => Marks { line: &["#"], block: &[], docstrings: true, quotes: &['"'], lifetimes: false },
        Css => Marks { line: &[], block: &[("/*", "*/")], docstrings: false, quotes: &['"', '\''], lifetimes: false },
        Ruby | Shell | Config => {
            Marks { line: &["#"], block: &[], docstrings: false, quotes: &['"', '\''], lifetimes: false }
        }
        Lua => {
            Marks { line: &["--"], block: &[("--[[", "]]")], docstrings: false, quotes: &['"', '\''], lifetimes: false }
        }
        Zig => Marks { line: &["//"], block: &[], docstrings: false, quotes: &['"', '\''], lifetimes: false },
        Sql => Marks { line: &["--"], block: &[("/*", "*/")], docstrings: false, quotes: &['\''], lifetimes: false },
        Html => Marks { line: &[], block: &[("<!--", "-->")], docstrings: false, quotes: &[], lifetimes: false },
        _ => return None,
    })
}

/// Blanks comments and docstrings, and collects them. Prose has none. `line_starts` are those of the text.
pub fn mask(text: &str, language: Language, line_starts: &[u32]) -> Masked {
    let Some(marks) = marks(language) else { return Masked { code: text.to_owned(), comments: Vec::new() } };
    let code = String::with_capacity(text.len());
    let mut scanner = Scanner { text, at: 0, kept: 0, line_starts, code, comments: Vec::new() };
    let opens = opening_bytes(&marks);
    while let Some(length) = text.as_bytes()[scanner.at..].iter().position(|byte| opens[usize::from(*byte)]) {
        scanner.at += length;
        scanner.step(&marks);
    }
    scanner.keep();
    Masked { code: scanner.code, comments: scanner.comments }
}

/// Which bytes begin a comment or a string, or may.
fn opening_bytes(marks: &Marks) -> [bool; 256] {
    let mut opens = [false; 256];
    let comments = marks.line.iter().chain(marks.block.iter().map(|(open, _)| open));
    let quotes = marks.quotes.iter().map(|quote| *quote as u8).chain(marks.lifetimes.then_some(b'\''));
    let docstrings = marks.docstrings.then_some([b'"', b'\'']).into_iter().flatten();
    for byte in comments.filter_map(|mark| mark.bytes().next()).chain(quotes).chain(docstrings) {
        opens[usize::from(byte)] = true;
    }
    opens
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Up to here the code is written.
    kept: usize,
    line_starts: &'a [u32],
    code: String,
    comments: Vec<(u32, String)>,
}

impl Scanner<'_> {
    /// At a byte that may open something.
    fn step(&mut self, marks: &Marks) {
        let rest = &self.text[self.at..];
        let opens_line = marks.line.iter().any(|mark| rest.starts_with(mark));
        // `#` inside a word of a shell or a colour is no comment.
        let inside = opens_line && rest.starts_with('#') && self.text[..self.at].ends_with(['$', '{', '&']);
        if opens_line && !inside {
            let end = rest.find('\n').unwrap_or(rest.len());
            return self.blank(end);
        }
        if let Some((_, close)) = marks.block.iter().find(|(open, _)| rest.starts_with(open)) {
            let end = rest[2..].find(close).map_or(rest.len(), |at| at + 2 + close.len());
            return self.blank(end);
        }
        let triple = ["\"\"\"", "'''"].into_iter().find(|quote| marks.docstrings && rest.starts_with(quote));
        if let Some(quote) = triple {
            let end = rest[3..].find(quote).map_or(rest.len(), |at| at + 6);
            return self.blank(end);
        }
        let Some(first) = rest.chars().next() else { return };
        let is_char = marks.lifetimes && first == '\'' && closes_as_char(rest);
        self.at += match marks.quotes.contains(&first) || is_char {
            true => string_end(rest, first, first == '`' || marks.lifetimes),
            false => first.len_utf8(),
        };
    }

    /// Writes what has been passed over.
    fn keep(&mut self) {
        self.code.push_str(&self.text[self.kept..]);
        self.kept = self.text.len();
    }

    fn blank(&mut self, length: usize) {
        self.code.push_str(&self.text[self.kept..self.at]);
        let comment = &self.text[self.at..self.at + length];
        let row = line_of(self.line_starts, self.at);
        for (at, line) in (0..).zip(comment.split('\n')) {
            if !line.trim().is_empty() {
                self.comments.push((row + at, line.trim().to_owned()));
            }
            if at > 0 {
                self.code.push('\n');
            }
            self.code.push_str(&" ".repeat(line.len()));
        }
        self.at += length;
        self.kept = self.at;
    }
}

fn closes_as_char(rest: &str) -> bool {
    let mut after = rest.chars().skip(1);
    match after.next() {
        Some('\\') => true,
        Some(_) => after.next() == Some('\''),
        None => false,
    }
}

/// Where a string ends, in bytes, its quotes included; the quote is ASCII.
fn string_end(rest: &str, quote: char, spans_lines: bool) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'\n' if !spans_lines => break,
            byte if char::from(byte) == quote => return at + 1,
            _ => {}
        }
    }
    // A quote without an end: an apostrophe, or a grammar of its own. It is a letter like others.
    quote.len_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_blanked_and_collected_and_strings_stay() {
        let mask = |text: &str, language| {
            let starts: Vec<u32> =
                [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
            mask(text, language, &starts)
        };
        let masked = mask("a = \"# no\" # yes\n\"\"\"Doc\nmore\"\"\"\nb = 'x'\n", Language::Python);
        assert_eq!(masked.code, "a = \"# no\"      \n      \n       \nb = 'x'\n");
        assert_eq!(masked.comments, [(1, "# yes".into()), (2, "\"\"\"Doc".into()), (3, "more\"\"\"".into())]);
        let masked = mask("fn f<'a>(x: &'a str) { '\"'; } // \"end\n/* a\n b */ g(\"//\")", Language::Rust);
        assert!(masked.code.starts_with("fn f<'a>(x: &'a str) { '\"'; }        \n"), "{}", masked.code);
        assert!(masked.code.ends_with("g(\"//\")"));
        assert_eq!(masked.comments.len(), 3);
        let unicode = "x = 'ö' # ä\ny";
        assert_eq!(mask(unicode, Language::Python).code.len(), unicode.len());
    }
}
