//! "Replace A with B in F": every place of an exact text in one file.

use super::sentence::Sentence;
use super::{Edit, Next, made};
use model::Message;
use serde_json::json;

/// Reads a replacement.
pub fn read(sentence: &Sentence) -> Option<Edit> {
    let found = sentence.fit("replace T with|by T in [the] [file] F")?;
    let [old, new, path] = found.as_slice() else { return None };
    (!old.is_empty()).then(|| Edit::Replace { old: old.clone(), new: new.clone(), path: path.clone() })
}

/// The next move.
pub fn next(old: &str, new: &str, path: &str, results: &[&Message]) -> Next {
    let edit = || json!({ "path": path, "edits": [{ "old": old, "new": new, "all": true }] });
    made(results, "edit_file", edit)
}
