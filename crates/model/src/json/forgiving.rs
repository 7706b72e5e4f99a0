//! A JSON parser that accepts the mistakes that models make. One pass, no backtracking.

use super::NotJson;
use limits::model::JSON_DEPTH;
use serde_json::{Map, Number, Value};

/// Reads an object or a list; what follows it may only be closing brackets and commas.
pub(super) fn read(text: &str) -> Result<Value, NotJson> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    loop {
        reader.skip_blanks()?;
        match reader.peek() {
            None => return Ok(value),
            Some(b']' | b'}' | b')' | b',' | b';') => reader.at += 1,
            Some(_) => return Err(reader.unexpected("more text after the value")),
        }
    }
}

/// A place in the text.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    /// In bytes, always at a character.
    pub(super) at: usize,
    /// Lists and objects that are open.
    depth: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn unexpected(&self, what: &str) -> NotJson {
        NotJson::Syntax(format!("{what} at byte {}", self.at))
    }

    fn value(&mut self) -> Result<Value, NotJson> {
        self.skip_blanks()?;
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::list),
            Some(_) if self.opens_string() => Ok(Value::String(self.string()?)),
            Some(_) => self.word().map(meaning),
            None => Err(self.unexpected("the end in place of a value")),
        }
    }

    /// After the opening bracket, one level deeper.
    fn nested(&mut self, inner: fn(&mut Self) -> Result<Value, NotJson>) -> Result<Value, NotJson> {
        if self.depth == JSON_DEPTH {
            return Err(NotJson::TooDeep);
        }
        self.depth += 1;
        self.at += 1;
        let value = inner(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Result<Value, NotJson> {
        let mut items = Vec::new();
        while !self.closes(b']')? {
            items.push(self.value()?);
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self) -> Result<Value, NotJson> {
        let mut fields = Map::new();
        while !self.closes(b'}')? {
            let name = if self.opens_string() { self.string()? } else { self.word()?.to_owned() };
            self.skip_blanks()?;
            if self.peek() != Some(b':') {
                return Err(self.unexpected("no colon after a name"));
            }
            self.at += 1;
            let value = self.value()?;
            fields.insert(name, value);
        }
        Ok(Value::Object(fields))
    }

    /// Passes commas; true where the list or object ends: at its bracket, at one that closes what is around it, or at
    /// the end of the text.
    fn closes(&mut self, bracket: u8) -> Result<bool, NotJson> {
        loop {
            self.skip_blanks()?;
            match self.peek() {
                Some(b',' | b';') => self.at += 1,
                Some(found) if found == bracket => {
                    self.at += 1;
                    return Ok(true);
                }
                None | Some(b']' | b'}') => return Ok(true),
                Some(_) => return Ok(false),
            }
        }
    }

    /// Text without quotes, to the next sign of structure.
    fn word(&mut self) -> Result<&'t str, NotJson> {
        let rest = &self.text[self.at..];
        let end = rest.find([',', ':', ';', '[', ']', '{', '}', '"', '\n', '\r']).unwrap_or(rest.len());
        let word = rest[..end].trim();
        if word.is_empty() {
            return Err(self.unexpected("no value"));
        }
        self.at += end;
        Ok(word)
    }

    fn skip_blanks(&mut self) -> Result<(), NotJson> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = &self.text[self.at..];
            if rest.starts_with("//") || rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else { return Err(self.unexpected("a comment without an end")) };
                self.at += length + 4;
            } else {
                return Ok(());
            }
        }
    }
}

/// The value of a word without quotes.
fn meaning(word: &str) -> Value {
    match word {
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        "null" | "None" | "NULL" | "undefined" | "nil" => Value::Null,
        _ => match serde_json::from_str::<Number>(word) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::String(word.to_owned()),
        },
    }
}
