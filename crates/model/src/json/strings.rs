//! Strings in any quotes. A quote ends a string where what follows it could follow a string, so that quotes inside
//! pass.

use super::NotJson;
use super::forgiving::Reader;

/// Opening quotes with the closing ones.
const QUOTES: [(char, char); 5] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’')];

impl Reader<'_> {
    pub(super) fn opens_string(&self) -> bool {
        self.quote().is_some()
    }

    fn quote(&self) -> Option<(char, char)> {
        let first = self.text[self.at..].chars().next()?;
        QUOTES.into_iter().find(|(open, _)| *open == first)
    }

    /// From the opening quote on. A string that never ends is an error: half of a value is not the value.
    pub(super) fn string(&mut self) -> Result<String, NotJson> {
        let Some((open, close)) = self.quote() else { return Err(self.unexpected("no string")) };
        let start = self.at;
        self.at += open.len_utf8();
        let mut out = String::new();
        while let Some(c) = self.text[self.at..].chars().next() {
            self.at += c.len_utf8();
            if c == close && self.may_end() {
                return Ok(out);
            }
            if c == '\\' { self.escape(&mut out) } else { out.push(c) }
        }
        self.at = start;
        Err(self.unexpected("a string without an end"))
    }

    /// True where a string may have ended just before: a sign of structure follows, or after a blank the next string.
    fn may_end(&self) -> bool {
        let rest = &self.text[self.at..];
        let next = rest.trim_start();
        let apart = next.len() < rest.len();
        match next.chars().next() {
            None | Some(',' | ':' | ';' | ']' | '}') => true,
            Some(c) => apart && (QUOTES.iter().any(|(open, _)| *open == c) || c == '/' || c == '#'),
        }
    }

    /// After a backslash. One that escapes nothing stays: patterns are full of them.
    fn escape(&mut self, out: &mut String) {
        let Some(c) = self.text[self.at..].chars().next() else { return out.push('\\') };
        self.at += c.len_utf8();
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            '"' | '\'' | '`' | '\\' | '/' => out.push(c),
            '\n' => {}
            'u' => match self.code_point() {
                Some(decoded) => out.push(decoded),
                None => out.push_str("\\u"),
            },
            _ => out.extend(['\\', c]),
        }
    }

    /// After `\u`: four hexadecimal digits, or two such pairs for what lies beyond them.
    fn code_point(&mut self) -> Option<char> {
        let unit = |at: usize| {
            let digits = self.text.get(at..at + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
            u16::from_str_radix(digits, 16).ok()
        };
        let first = unit(self.at)?;
        let second = self.text.get(self.at + 4..self.at + 6).filter(|escape| *escape == "\\u").and(unit(self.at + 6));
        let mut decoded = char::decode_utf16([first].into_iter().chain(second));
        let c = decoded.next()?.ok()?;
        self.at += if c.len_utf16() == 2 { 10 } else { 4 };
        Some(c)
    }
}
