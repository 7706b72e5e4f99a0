//! Edits at a line, which is read first: insert, delete, and a place for documentation.

use super::sentence::Sentence;
use super::{Edit, Next, first_line};
use crate::symbol;
use model::Message;
use protocol::Evidence;
use serde_json::json;

/// Reads one of them.
pub fn read(sentence: &Sentence) -> Option<Edit> {
    if let Some([text, line, path]) = sentence.fit("insert|add T at|before line # of|in [the] [file] F").as_deref() {
        return Some(Edit::InsertLine { text: text.clone(), line: line.parse().ok()?, path: path.clone() });
    }
    if let Some([line, path]) = sentence.fit("delete|remove line # of|in|from [the] [file] F").as_deref() {
        return Some(Edit::DeleteLine { line: line.parse().ok()?, path: path.clone() });
    }
    let comments = ["doc|documentation comment", "docstring", "doc|documentation comment stub", "docstring stub"];
    comments.iter().find_map(|comment| {
        let named = "[the] [function|method|class] N";
        let found = sentence.fit(&format!("add|write [a] {comment} to|for {named}"))?;
        found.into_iter().next().map(|symbol| Edit::Document { symbol })
    })
}

/// The next move: read the line, then replace it with what it becomes.
pub fn next(edit: &Edit, results: &[&Message]) -> Next {
    if let [_, made, ..] = results {
        return Next::Over(Ok(first_line(&made.content)));
    }
    match (edit, results.first()) {
        (Edit::InsertLine { path, line, .. } | Edit::DeleteLine { path, line }, None) => {
            let arguments = json!({ "file_path": path, "start_line": line, "end_line": line });
            Next::Call("read_file", arguments)
        }
        (Edit::Document { symbol }, None) => Next::Call("search_codebase", json!({ "query": symbol, "n_results": 10 })),
        (Edit::InsertLine { text, line, path }, Some(read)) => {
            with_line(read, path, *line, |old| format!("{text}\n{old}"))
        }
        (Edit::DeleteLine { line, path }, Some(read)) => with_line(read, path, *line, |_| String::new()),
        (Edit::Document { symbol }, Some(found)) => document(symbol, found),
        _ => Next::Over(Err("This edit is made in another way".to_owned())),
    }
}

/// The call that replaces a line that was read.
fn with_line(read: &Message, path: &str, line: u32, new: impl FnOnce(&str) -> String) -> Next {
    let there = read.evidence.iter().find(|e| e.start_line <= line && line <= e.end_line);
    let text = there.map(|e| e.excerpt.lines().nth((line - e.start_line) as usize).unwrap_or_default());
    match text {
        Some(text) => replace_line(path, line, text, &new(&format!("{text}\n"))),
        None => Next::Over(Err(format!("`{path}` has no line {line}"))),
    }
}

fn replace_line(path: &str, line: u32, old: &str, new: &str) -> Next {
    let edit = json!({ "old": format!("{old}\n"), "new": new, "line": line });
    Next::Call("edit_file", json!({ "path": path, "edits": [edit] }))
}

/// The call that adds a place for documentation to the definition that has this name.
fn document(symbol: &str, found: &Message) -> Next {
    let is_it = |e: &&Evidence| e.symbol.as_deref().is_some_and(|name| symbol::likeness(name, symbol) == Some(4));
    let mut definitions = found.evidence.iter().filter(is_it);
    let (Some(definition), None) = (definitions.next(), definitions.next()) else {
        return Next::Over(Err(format!("there is no definition, or more than one, of the name `{symbol}`")));
    };
    if definition.doc.is_some() {
        return Next::Over(Err(format!("`{symbol}` is documented already")));
    }
    let (path, first) = (definition.path.as_str(), definition.start_line);
    let mut lines = definition.excerpt.lines().zip(first..);
    let name = symbol.rsplit(['.', ':']).next().unwrap_or(symbol);
    let (line, text, is_inside) = match path.rsplit_once('.').map(|(_, extension)| extension) {
        // Python has it inside, after the signature.
        Some("py") => match lines.find(|(line, _)| line.trim_end().ends_with(':')) {
            Some((text, line)) => (line, text, true),
            None => return Next::Over(Err(format!("the signature of `{symbol}` was not found"))),
        },
        _ => match lines.next() {
            Some((text, line)) => (line, text, false),
            None => return Next::Over(Err(format!("the definition of `{symbol}` is empty"))),
        },
    };
    let indent = &text[..text.len() - text.trim_start().len()];
    let new = match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        _ if is_inside => format!("{text}\n{indent}    \"\"\"TODO: document `{name}`.\"\"\"\n"),
        "rs" => format!("{indent}/// TODO: document `{name}`.\n{text}\n"),
        "go" => format!("{indent}// {name} TODO: document.\n{text}\n"),
        "rb" => format!("{indent}# TODO: document `{name}`.\n{text}\n"),
        "js" | "jsx" | "ts" | "tsx" | "mjs" | "java" | "kt" | "php" => {
            format!("{indent}/** TODO: document `{name}`. */\n{text}\n")
        }
        other => return Next::Over(Err(format!("no form of doc comments is known for `.{other}` files"))),
    };
    replace_line(path, line, text, &new)
}
