//! Comments separated from code, by the strings and comments of each family of languages.

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

/// Blanks comments and docstrings, and collects them. Prose has none.
pub fn mask(text: &str, language: Language) -> Masked {
    let Some(marks) = marks(language) else { return Masked { code: text.to_owned(), comments: Vec::new() } };
    let mut scanner = Scanner { text, at: 0, line: 1, code: String::with_capacity(text.len()), comments: Vec::new() };
    while scanner.at < text.len() {
        scanner.step(&marks);
    }
    Masked { code: scanner.code, comments: scanner.comments }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    code: String,
    comments: Vec<(u32, String)>,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn step(&mut self, marks: &Marks) {
        let rest = self.rest();
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
        if marks.quotes.contains(&first) || is_char {
            let end = string_end(rest, first, first == '`' || marks.lifetimes);
            return self.keep(end);
        }
        self.keep(first.len_utf8());
    }

    fn keep(&mut self, length: usize) {
        let kept = &self.text[self.at..self.at + length];
        self.code.push_str(kept);
        self.line += kept.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.at += length;
    }

    fn blank(&mut self, length: usize) {
        let comment = &self.text[self.at..self.at + length];
        for (row, line) in (self.line..).zip(comment.split('\n')) {
            if !line.trim().is_empty() {
                self.comments.push((row, line.trim().to_owned()));
            }
        }
        self.code.extend(comment.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        self.line += comment.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.at += length;
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

/// Where a string ends, in bytes, its quotes included.
fn string_end(rest: &str, quote: char, spans_lines: bool) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' if !spans_lines => break,
            c if c == quote => return at + c.len_utf8(),
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
