//! "read a.py", "show me lines 10 to 20 of a.py".

use super::super::TextCall;
use super::one;
use super::sentence::{Cursor, Sentence};
use serde_json::{Map, json};

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    let verb = at.word(&["read", "show", "open", "cat", "display", "print"]);
    at.skip(&["me", "the", "contents", "content", "of"]);
    let mut arguments = Map::new();
    match at.word(&["lines", "line"]) {
        Some(_) => {
            let (start, end) = lines(&mut at)?;
            at.word(&["of", "in", "from"])?;
            arguments.insert("start_line".to_owned(), json!(start));
            arguments.insert("end_line".to_owned(), json!(end));
        }
        None => _ = verb?,
    }
    arguments.insert("file_path".to_owned(), json!(at.file()?));
    at.end()?;
    one("read_file", arguments.into())
}

/// "10", "10-20", "10 to 20".
fn lines(at: &mut Cursor) -> Option<(u32, u32)> {
    let first = at.term()?;
    if let Some((start, end)) = first.split_once('-') {
        return Some((start.parse().ok()?, end.parse().ok()?));
    }
    let start = first.parse().ok()?;
    match at.word(&["to", "-", "and", "through"]) {
        Some(_) => Some((start, at.term()?.parse().ok()?)),
        None => Some((start, start)),
    }
}
