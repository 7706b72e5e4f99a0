//! "read version from package.json", "set server.port to 8080 in config.yaml": values in JSON, YAML, TOML and INI.

use super::super::TextCall;
use super::one;
use super::sentence::{Cursor, Sentence};
use serde_json::{Value, json};

const FORMATS: [&str; 7] = ["json", "yaml", "yml", "toml", "ini", "cfg", "conf"];

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    if at.word(&["set", "write"]).is_some() {
        return set(&mut at);
    }
    at.word(&["read", "get", "show"])?;
    at.skip(&["the", "value", "key", "of"]);
    if at.word(&FORMATS).is_some() {
        let path = settings(&mut at)?;
        at.end()?;
        return one("read_value", json!({ "path": path }));
    }
    let key = at.term()?;
    at.word(&["from", "in"])?;
    let path = settings(&mut at)?;
    at.end()?;
    one("read_value", json!({ "path": path, "key": key }))
}

/// "KEY in FILE to VALUE", "KEY to VALUE in FILE".
fn set(at: &mut Cursor) -> Option<Vec<TextCall>> {
    at.skip(&["the", "value", "key", "of"]);
    let key = at.term()?;
    let (path, value) = match at.word(&["in"]) {
        Some(_) => {
            let path = settings(at)?;
            at.word(&["to", "="])?;
            (path, at.term()?)
        }
        None => {
            at.word(&["to", "="])?;
            let value = at.term()?;
            at.word(&["in"])?;
            (settings(at)?, value)
        }
    };
    at.end()?;
    // What is no number, literal, list or object is a text.
    let value: Value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
    one("set_value", json!({ "path": path, "key": key, "value": value }))
}

/// A file in one of the formats.
fn settings(at: &mut Cursor) -> Option<String> {
    let path = at.file()?;
    let (_, extension) = path.rsplit_once('.')?;
    FORMATS.contains(&extension.to_ascii_lowercase().as_str()).then_some(path)
}
