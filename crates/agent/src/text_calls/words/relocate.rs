//! "move a.py to lib/", "rename a.py to b.py", "copy a.py as b.py".

use super::super::TextCall;
use super::one;
use super::sentence::Sentence;
use serde_json::json;

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    let tool = match at.word(&["move", "mv", "rename"]) {
        Some(_) => "move_file",
        None => at.word(&["copy", "cp", "duplicate"]).map(|_| "copy_file")?,
    };
    let source = at.file()?;
    at.word(&["to", "into", "as"])?;
    let destination = at.target(&source)?;
    at.end()?;
    one(tool, json!({ "source": source, "destination": destination }))
}
