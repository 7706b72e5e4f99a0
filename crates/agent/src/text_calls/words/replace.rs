//! `replace "a" with "b" in main.py`: every place in that file.

use super::super::TextCall;
use super::one;
use super::sentence::Sentence;
use serde_json::json;

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    at.word(&["replace", "substitute"])?;
    let old = at.term()?;
    at.word(&["with", "by"])?;
    let new = at.term()?;
    at.word(&["in"])?;
    let path = at.file()?;
    at.end()?;
    one("edit_file", json!({ "path": path, "edits": [{ "old": old, "new": new, "all": true }] }))
}
