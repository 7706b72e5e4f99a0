//! "list files", "list the folders in src", "ls src".

use super::super::TextCall;
use super::one;
use super::sentence::Sentence;
use serde_json::json;

pub(super) fn read(sentence: &Sentence) -> Option<Vec<TextCall>> {
    let mut at = sentence.cursor();
    let short = at.word(&["ls", "dir"]).is_some();
    if !short {
        at.word(&["list", "show"])?;
        at.skip(&["me", "all", "the"]);
        at.word(&["files", "folders", "directories", "dirs"])?;
        at.skip(&["and", "files", "folders", "directories", "dirs"]);
    }
    let path = match at.end() {
        Some(()) => String::new(),
        None => {
            if !short {
                at.word(&["in", "of", "under", "inside"])?;
            }
            at.folder()?
        }
    };
    at.end()?;
    one("list_directory", json!({ "path": path }))
}
