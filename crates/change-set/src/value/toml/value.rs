//! Keys and values.

use super::super::node::{Kind, Node};
use super::super::{MAX_DEPTH, Malformed, malformed};
use super::tables::{Key, inline_holder, insert};
use serde_json::Value;

/// Reads at a place of a text.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Reader<'a> {
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    /// Over blanks, line ends and comments.
    pub fn skip_lines(&mut self) {
        loop {
            self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
            if self.peek() != Some(b'#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// Over what may follow a value or header in its line.
    pub fn end_of_line(&mut self) -> Result<(), Malformed> {
        self.blanks();
        match self.peek() {
            None | Some(b'\n' | b'#') => Ok(()),
            Some(b'\r') if self.rest().starts_with("\r\n") => Ok(()),
            Some(_) => malformed(self.at, "something follows the value"),
        }
    }

    /// `a."b".c` and the sign behind them, with the blanks around.
    pub fn keys(&mut self, until: u8) -> Result<Vec<Key>, Malformed> {
        let mut keys = Vec::new();
        loop {
            self.blanks();
            keys.push(self.key()?);
            self.blanks();
            match self.peek() {
                Some(b'.') => self.at += 1,
                Some(byte) if byte == until => break,
                _ => return malformed(self.at, format!("a dot or `{}` is expected", char::from(until))),
            }
            if keys.len() > MAX_DEPTH {
                return malformed(self.at, "values are nested too deeply");
            }
        }
        self.at += 1;
        if until == b'=' {
            self.blanks();
        }
        Ok(keys)
    }

    fn key(&mut self) -> Result<Key, Malformed> {
        let start = self.at;
        let name = match self.peek() {
            Some(b'"' | b'\'') if !self.rest().starts_with("\"\"\"") && !self.rest().starts_with("'''") => {
                self.string()?
            }
            _ => {
                let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                let name = &self.rest()[..self.rest().len() - self.rest().trim_start_matches(is_bare).len()];
                if name.is_empty() {
                    return malformed(start, "a key is expected");
                }
                self.at += name.len();
                name.to_owned()
            }
        };
        Ok((name, start..self.at))
    }

    pub fn value(&mut self, depth: usize) -> Result<Node, Malformed> {
        let start = self.at;
        if depth > MAX_DEPTH {
            return malformed(start, "values are nested too deeply");
        }
        let kind = match self.peek() {
            Some(b'"' | b'\'') => Kind::Scalar(Value::from(self.string()?)),
            Some(b'[') => Kind::List(self.list(depth)?),
            Some(b'{') => self.table(depth)?.kind,
            _ => Kind::Scalar(self.bare()?),
        };
        Ok(Node { range: start..self.at, kind })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Node>, Malformed> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.skip_lines();
            if self.peek() == Some(b']') {
                break;
            }
            items.push(self.value(depth + 1)?);
            self.comma(b']')?;
        }
        self.at += 1;
        Ok(items)
    }

    fn table(&mut self, depth: usize) -> Result<Node, Malformed> {
        let mut table = Node { range: self.at..self.at, kind: Kind::Map(Vec::new()) };
        self.at += 1;
        loop {
            self.skip_lines();
            if self.peek() == Some(b'}') {
                break;
            }
            let keys = self.keys(b'=')?;
            let value = self.value(depth + keys.len())?;
            let last = keys.len() - 1;
            insert(inline_holder(&mut table, &keys[..last])?, &keys[last], value)?;
            self.comma(b'}')?;
        }
        self.at += 1;
        Ok(table)
    }

    /// Over a comma; the closing sign may be instead.
    fn comma(&mut self, close: u8) -> Result<(), Malformed> {
        self.skip_lines();
        match self.peek() {
            Some(b',') => self.at += 1,
            Some(byte) if byte == close => {}
            _ => return malformed(self.at, "a comma or the end of a list or table is expected"),
        }
        Ok(())
    }

    /// A number, truth value or time. Times, and numbers that JSON has not, are given as texts.
    fn bare(&mut self) -> Result<Value, Malformed> {
        let start = self.at;
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-_.:".contains(c);
        let len = |text: &str| text.len() - text.trim_start_matches(is_part).len();
        self.at += len(self.rest());
        let is_date = |text: &str| text.len() == 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
        // A blank between date and time.
        if is_date(&self.text[start..self.at])
            && self.rest().starts_with(' ')
            && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            self.at += 1 + len(&self.rest()[1..]);
        }
        let raw = &self.text[start..self.at];
        match raw {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            "inf" | "+inf" | "-inf" | "nan" | "+nan" | "-nan" => return Ok(Value::from(raw)),
            _ if !raw.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c)) => {
                return malformed(start, "a value is expected");
            }
            _ => {}
        }
        Ok(number(raw).unwrap_or_else(|| Value::from(raw)))
    }

    /// A string of any of the four kinds.
    fn string(&mut self) -> Result<String, Malformed> {
        let start = self.at;
        let quote = &self.rest()[..1];
        let triple = quote.repeat(3);
        let is_long = self.rest().starts_with(&triple);
        self.at += if is_long { 3 } else { 1 };
        let body = self.at;
        let closed = if is_long { self.long_end(quote, &triple) } else { self.short_end(quote) };
        let Some(end) = closed else { return malformed(start, "a string has no end") };
        let raw = &self.text[body..end];
        self.at = end + if is_long { 3 } else { 1 };
        let raw = if is_long { raw.strip_prefix("\r\n").or(raw.strip_prefix('\n')).unwrap_or(raw) } else { raw };
        if quote == "'" {
            return Ok(raw.to_owned());
        }
        unescaped(raw).map_or_else(|| malformed(start, "an escape in a string is not TOML's"), Ok)
    }

    fn short_end(&self, quote: &str) -> Option<usize> {
        let end = self.next_quote(self.at, quote)?;
        (!self.text[self.at..end].contains('\n')).then_some(end)
    }

    fn long_end(&self, quote: &str, triple: &str) -> Option<usize> {
        let mut end = self.next_quote(self.at, quote)?;
        while !self.text[end..].starts_with(triple) {
            end = self.next_quote(end + 1, quote)?;
        }
        // One or two quotes may be in front of the closing three.
        let more = self.text[end + 3..].bytes().take(2).take_while(|byte| *byte == quote.as_bytes()[0]).count();
        Some(end + more)
    }

    fn next_quote(&self, from: usize, quote: &str) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while *bytes.get(at)? != quote.as_bytes()[0] {
            at += if bytes[at] == b'\\' && quote == "\"" { 2 } else { 1 };
        }
        Some(at)
    }
}

fn number(raw: &str) -> Option<Value> {
    let plain = raw.replace('_', "");
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = plain.strip_prefix(prefix) {
            return i64::from_str_radix(digits, radix).ok().map(Value::from);
        }
    }
    if let Ok(integer) = plain.parse::<i64>() {
        return Some(Value::from(integer));
    }
    let is_float =
        plain.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte)) && plain.contains(['.', 'e', 'E']);
    if is_float { plain.parse::<f64>().ok().filter(|float| float.is_finite()).map(Value::from) } else { None }
}

/// None where an escape is not TOML's.
fn unescaped(raw: &str) -> Option<String> {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let escape = after.chars().next()?;
        rest = &after[escape.len_utf8()..];
        let hex = |digits: usize| {
            let code = after.get(1..=digits).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
            char::from_u32(u32::from_str_radix(code, 16).ok()?)
        };
        let (character, digits) = match escape {
            'b' => ('\u{8}', 0),
            't' => ('\t', 0),
            'n' => ('\n', 0),
            'f' => ('\u{c}', 0),
            'r' => ('\r', 0),
            'e' => ('\u{1b}', 0),
            '"' | '\\' => (escape, 0),
            'x' => (hex(2)?, 2),
            'u' => (hex(4)?, 4),
            'U' => (hex(8)?, 8),
            // A line that goes on without its end and the next one's indent.
            ' ' | '\t' | '\r' | '\n' => {
                let line = after.trim_start_matches([' ', '\t', '\r']);
                rest = line.starts_with('\n').then(|| line.trim_start())?;
                continue;
            }
            _ => return None,
        };
        out.push(character);
        rest = &rest[digits..];
    }
    out.push_str(rest);
    Some(out)
}
