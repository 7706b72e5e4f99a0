//! Where a name is written in a text: as code, or in a string or comment.

use source::Language;

/// One place where the name is written as a whole word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// First byte.
    pub start: usize,
    /// Line, from 1.
    pub line: u32,
    /// False in a string or comment.
    pub is_code: bool,
    /// The innermost bracket that is open here; `\0` for none.
    pub bracket: char,
}

/// How a language writes strings and comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Python,
    Script,
    Rust,
    Go,
}

impl Family {
    pub fn of(language: Language) -> Option<Self> {
        match language {
            Language::Python => Some(Self::Python),
            Language::JavaScript | Language::TypeScript | Language::Tsx => Some(Self::Script),
            Language::Rust => Some(Self::Rust),
            Language::Go => Some(Self::Go),
            _ => None,
        }
    }
}

/// Every place of the name, in order.
pub(super) fn find(text: &str, name: &str, family: Family) -> Vec<Token> {
    let mut scan =
        Scan { text, bytes: text.as_bytes(), name, family, at: 0, line: 1, brackets: Vec::new(), found: Vec::new() };
    scan.code(None);
    scan.found
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    name: &'t str,
    family: Family,
    at: usize,
    line: u32,
    brackets: Vec<char>,
    found: Vec<Token>,
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

impl Scan<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn step(&mut self) {
        self.line += u32::from(self.byte(0) == b'\n');
        self.at += 1;
    }

    fn starts(&self, what: &str) -> bool {
        self.bytes[self.at.min(self.bytes.len())..].starts_with(what.as_bytes())
    }

    /// Code up to the end, or to the `}` that closes what was opened at this depth.
    fn code(&mut self, until_depth: Option<usize>) {
        while self.at < self.bytes.len() {
            let byte = self.byte(0);
            match byte {
                b'}' if until_depth == Some(self.brackets.len()) => return,
                b'(' | b'[' | b'{' => self.brackets.push(char::from(byte)),
                b')' | b']' | b'}' => drop(self.brackets.pop()),
                b'#' if self.family == Family::Python => {
                    self.plain(|scan| scan.byte(0) == b'\n');
                    continue;
                }
                b'/' if self.family != Family::Python && self.byte(1) == b'/' => {
                    self.plain(|scan| scan.byte(0) == b'\n');
                    continue;
                }
                b'/' if self.family != Family::Python && self.byte(1) == b'*' => {
                    self.block_comment();
                    continue;
                }
                b'/' if self.family == Family::Script && self.is_regex() => {
                    self.quoted(b'/', false);
                    continue;
                }
                b'"' | b'\'' | b'`' => {
                    self.string(false, false);
                    continue;
                }
                _ if is_word(byte) => {
                    self.word(true);
                    continue;
                }
                _ => {}
            }
            self.step();
        }
    }

    /// A word; of strings, its prefix.
    fn word(&mut self, is_code: bool) {
        let start = self.at;
        while is_word(self.byte(0)) && self.at < self.bytes.len() {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        if word == self.name {
            let bracket = self.brackets.last().copied().unwrap_or('\0');
            self.found.push(Token { start, line: self.line, is_code, bracket });
        }
        if !is_code {
            return;
        }
        let quote = self.byte(0);
        let lower = word.to_ascii_lowercase();
        match self.family {
            Family::Python
                if matches!(quote, b'"' | b'\'')
                    && lower.len() <= 2
                    && lower.bytes().all(|b| b"rbfut".contains(&b)) =>
            {
                self.string(lower.contains('r'), lower.contains('f') || lower.contains('t'));
            }
            Family::Rust if matches!(word, "r" | "br" | "cr") && matches!(quote, b'"' | b'#') => self.raw(),
            _ => {}
        }
    }

    /// Text up to where `ends`.
    fn plain(&mut self, ends: impl Fn(&Self) -> bool) {
        while self.at < self.bytes.len() && !ends(self) {
            if is_word(self.byte(0)) { self.word(false) } else { self.step() }
        }
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.bytes.len() {
            if self.starts("/*") && (depth == 0 || self.family == Family::Rust) {
                depth += 1;
                self.at += 2;
            } else if self.starts("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else if is_word(self.byte(0)) {
                self.word(false);
            } else {
                self.step();
            }
        }
    }

    /// A Rust string without escapes: `r#"..."#`. `r#name` is a word.
    fn raw(&mut self) {
        let hashes = self.bytes[self.at..].iter().take_while(|byte| **byte == b'#').count();
        if self.byte(hashes) != b'"' {
            return;
        }
        self.at += hashes + 1;
        let end = format!("\"{}", "#".repeat(hashes));
        self.plain(|scan| scan.starts(&end));
        self.at = (self.at + end.len()).min(self.bytes.len());
    }

    fn string(&mut self, is_raw: bool, has_code: bool) {
        let quote = self.byte(0);
        match (self.family, quote) {
            (Family::Rust, b'\'') if is_word(self.byte(1)) && self.byte(1) < 0x80 && self.byte(2) != b'\'' => {
                // A lifetime.
                self.at += 1;
                self.word(false);
            }
            (Family::Rust, b'`') => self.step(),
            (Family::Go, b'`') => {
                self.step();
                self.plain(|scan| scan.byte(0) == b'`');
                self.at += 1;
            }
            (Family::Python, _) if self.byte(1) == quote && self.byte(2) == quote => {
                let end = String::from(char::from(quote)).repeat(3);
                self.at += 3;
                self.until(&end, is_raw, has_code, true);
            }
            (Family::Python, _) => {
                self.at += 1;
                self.until(&String::from(char::from(quote)), is_raw, has_code, false);
            }
            _ => self.quoted(quote, quote == b'`' || self.family == Family::Rust),
        }
    }

    /// A Python string after its first quote.
    fn until(&mut self, end: &str, is_raw: bool, has_code: bool, many_lines: bool) {
        while self.at < self.bytes.len() && !self.starts(end) {
            match self.byte(0) {
                b'\n' if !many_lines => return,
                b'\\' if !is_raw || self.byte(1) == end.as_bytes()[0] => {
                    self.step();
                    self.step();
                }
                b'{' if has_code && self.byte(1) == b'{' => self.at += 2,
                b'{' if has_code => self.interpolated(),
                byte if is_word(byte) => self.word(false),
                _ => self.step(),
            }
        }
        self.at += end.len();
    }

    /// `"..."` and the like with escapes; templates hold code.
    fn quoted(&mut self, quote: u8, many_lines: bool) {
        self.step();
        let mut in_class = false;
        while self.at < self.bytes.len() && (self.byte(0) != quote || in_class) {
            match self.byte(0) {
                b'\n' if !many_lines => return,
                b'\\' => {
                    self.step();
                    self.step();
                }
                b'[' if quote == b'/' => {
                    in_class = true;
                    self.step();
                }
                b']' if quote == b'/' => {
                    in_class = false;
                    self.step();
                }
                b'$' if quote == b'`' && self.byte(1) == b'{' => {
                    self.at += 1;
                    self.interpolated();
                }
                byte if is_word(byte) && byte != b'$' => self.word(false),
                _ => self.step(),
            }
        }
        self.at += 1;
    }

    /// From `{` to its `}`.
    fn interpolated(&mut self) {
        self.at += 1;
        let outer = std::mem::take(&mut self.brackets);
        self.code(Some(0));
        self.brackets = outer;
        self.at += 1;
    }

    /// Whether a `/` begins a regular expression: there is nothing before it that could be divided.
    fn is_regex(&self) -> bool {
        let before = self.text[..self.at].trim_end();
        let last = before.bytes().next_back();
        let after_word = ["return", "typeof", "case", "in", "of"].iter().any(|word| before.ends_with(word));
        after_word || last.is_none_or(|last| b"(,=:[!&|?{};+-*%<>~^".contains(&last))
    }
}
