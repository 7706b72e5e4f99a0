//! Edits of whole files and of values by key: set, write, append, move, copy, delete.

use super::sentence::Sentence;
use super::{Edit, Next, made};
use model::Message;
use serde_json::{Value, json};

/// Reads one of them.
pub fn read(sentence: &Sentence) -> Option<Edit> {
    if let Some([key, path, value]) = sentence.fit("set [the] [key|value] V in [the] [file] F to V").as_deref() {
        return Some(Edit::Set { key: key.clone(), path: path.clone(), value: value.clone() });
    }
    if let Some([text, path]) = sentence.fit("write T to|into [the] [file] F").as_deref() {
        return Some(Edit::Write { text: text.clone(), path: path.clone() });
    }
    if let Some([text, path]) = sentence.fit("append|add T to [the] [file] F").as_deref() {
        return Some(Edit::Append { text: text.clone(), path: path.clone() });
    }
    if let Some([path, to]) = sentence.fit("move [the] [file] F to F").as_deref() {
        return Some(Edit::Move { path: path.clone(), to: to.clone() });
    }
    if let Some([path, to]) = sentence.fit("copy [the] [file] F to F").as_deref() {
        return Some(Edit::Copy { path: path.clone(), to: to.clone() });
    }
    let found = sentence.fit("delete|remove [the] [file] F")?;
    found.into_iter().next().map(|path| Edit::Delete { path })
}

/// The next move.
pub fn next(edit: &Edit, results: &[&Message]) -> Next {
    match edit {
        Edit::Set { key, path, value } => {
            made(results, "set_value", || json!({ "path": path, "key": key, "value": typed(value) }))
        }
        Edit::Write { text, path } => made(results, "write_file", || json!({ "path": path, "content": line(text) })),
        Edit::Append { text, path } => made(results, "append_file", || json!({ "path": path, "content": line(text) })),
        Edit::Move { path, to } => made(results, "move_file", || json!({ "source": path, "destination": to })),
        Edit::Copy { path, to } => made(results, "copy_file", || json!({ "source": path, "destination": to })),
        Edit::Delete { path } => made(results, "delete_file", || json!({ "path": path })),
        _ => Next::Over(Err("This edit is made in another way".to_owned())),
    }
}

/// A value as JSON where it is any, else a text.
fn typed(value: &str) -> Value {
    serde_json::from_str(value).unwrap_or_else(|_| json!(value))
}

/// A text as lines of a file.
fn line(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}
