//! "delete a.py", "remove the files a.py and b.py".

use super::super::TextCall;
use super::call;
use super::sentence::Sentence;
use serde_json::json;

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    at.word(&["delete", "remove", "rm"])?;
    at.skip(&["the", "file", "files"]);
    let mut calls = Vec::new();
    while at.end().is_none() {
        calls.push(call("delete_file", json!({ "path": at.file()? })));
        at.skip(&["and"]);
    }
    (!calls.is_empty()).then_some(calls)
}
