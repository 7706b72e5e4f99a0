//! "fix the bug in main.js": the files that are named are read first.

use super::super::TextCall;
use super::call;
use super::sentence::Sentence;
use serde_json::json;

const CHANGE: [&str; 22] = [
    "fix",
    "fixes",
    "repair",
    "debug",
    "bug",
    "bugs",
    "error",
    "errors",
    "issue",
    "broken",
    "incorrect",
    "wrong",
    "correct",
    "change",
    "update",
    "modify",
    "edit",
    "improve",
    "refactor",
    "implement",
    "complete",
    "rewrite",
];

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let is_change = |text: &str| CHANGE.iter().any(|word| text.eq_ignore_ascii_case(word));
    sentence.tokens().iter().find(|token| !token.quoted && is_change(token.text))?;
    let files = sentence.files(|token| !is_change(token.text));
    let calls: Vec<TextCall> = files.iter().map(|file| call("read_file", json!({ "file_path": file }))).collect();
    (!calls.is_empty()).then_some(calls)
}
