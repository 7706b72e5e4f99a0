//! `write "text" to a.txt`, `append "text" to a.txt`. The text is quoted: what is to be written is never guessed.

use super::super::TextCall;
use super::one;
use super::sentence::Sentence;
use serde_json::json;

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    let appends = match at.word(&["append"]) {
        Some(_) => true,
        None => at.word(&["write", "save", "put"]).map(|_| false)?,
    };
    let content = at.quoted()?;
    at.word(&["to", "into", "in"])?;
    let path = if appends { at.file()? } else { at.target("").filter(|path| !path.ends_with('/'))? };
    at.end()?;
    one(if appends { "append_file" } else { "write_file" }, json!({ "path": path, "content": content }))
}
