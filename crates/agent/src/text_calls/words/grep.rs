//! "grep TODO in src", `search for "a b" in main.py`.

use super::super::TextCall;
use super::one;
use super::sentence::Sentence;
use serde_json::json;

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    let pattern = match at.word(&["grep"]) {
        Some(_) => {
            at.skip(&["for"]);
            at.term()?
        }
        // A search for words without quotes is a question about meaning.
        None => {
            at.word(&["search", "look"])?;
            at.word(&["for"])?;
            at.quoted()?
        }
    };
    let path = match at.word(&["in", "under"]) {
        Some(_) => Some(at.file_or_folder()?),
        None => None,
    };
    at.end()?;
    match path {
        Some(path) => one("grep", json!({ "pattern": pattern, "path": path })),
        None => one("grep", json!({ "pattern": pattern })),
    }
}
