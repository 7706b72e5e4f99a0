//! "find files named config", "find the file called test_a.py in tests".

use super::super::TextCall;
use super::one;
use super::sentence::Sentence;
use serde_json::json;

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    at.word(&["find", "locate"])?;
    at.skip(&["all", "the", "a"]);
    at.word(&["files", "file"])?;
    at.word(&["named", "called"])?;
    let query = at.term()?;
    let folder = match at.word(&["in", "under"]) {
        Some(_) => Some(at.folder()?),
        None => None,
    };
    at.end()?;
    match folder {
        Some(folder) => one("find_files", json!({ "query": query, "in": folder })),
        None => one("find_files", json!({ "query": query })),
    }
}
