//! "lint", "lint src/a.py".

use super::super::TextCall;
use super::one;
use super::sentence::Sentence;
use serde_json::json;

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    match at.word(&["lint"]) {
        Some(_) => at.skip(&["all", "everything", "code"]),
        None => {
            at.word(&["check"])?;
            at.skip(&["the"]);
            at.word(&["syntax"])?;
            at.skip(&["of", "in"]);
        }
    }
    let mut paths: Vec<String> = Vec::new();
    while at.end().is_none() {
        // The root is everything, and needs no path.
        paths.extend(Some(at.file_or_folder()?).filter(|path| !path.is_empty()));
        at.skip(&["and"]);
    }
    one("lint", if paths.is_empty() { json!({}) } else { json!({ "paths": paths }) })
}
