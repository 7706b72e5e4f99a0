//! The edits that a request asks for in an exact sentence, as calls of tools.

use crate::edit::{Edit, Next};
use crate::intent::sentences;
use model::{Message, Role, SourceFile, ToolCall, ToolSpec};
use protocol::Evidence;
use serde_json::Value;

/// The calls, or why nothing is to be changed.
pub fn edits(
    request: &str,
    files: &[SourceFile<'_>],
    matches: &[Evidence],
    failure: Option<&str>,
    tools: &[ToolSpec],
) -> Result<Vec<ToolCall>, String> {
    let Some(edit) = sentences(request).find_map(Edit::read) else {
        return Err(
            "This needs a language model: the offline model makes only edits that are asked for in an exact sentence, \
                    such as \"rename `a` to `b`\" or \"replace \"x\" with \"y\" in path/to/file\"."
                .to_owned(),
        );
    };
    if let Some(failure) = failure {
        return Err(format!("The edit was made as it was asked for, and the check fails: {failure}."));
    }
    let (name, arguments) = match edit.next(&[]) {
        Next::Call("read_file", _) => second(&edit, read(&edit, files))?,
        Next::Call("search_codebase", _) => second(&edit, matches.to_vec())?,
        Next::Call(name, arguments) => (name, arguments),
        Next::Over(Ok(why) | Err(why)) => return Err(why),
    };
    if !tools.iter().any(|tool| tool.name == name) {
        return Err(format!("The tool `{name}` is not there in this run, so nothing was changed."));
    }
    Ok(vec![ToolCall { id: "call-1".to_owned(), name: name.to_owned(), arguments: with_whole_path(arguments, files) }])
}

/// The arguments with the whole path of a file, where the request has the end of one file's path alone.
fn with_whole_path(mut arguments: Value, files: &[SourceFile<'_>]) -> Value {
    if let Some(Value::String(path)) = arguments.get_mut("path") {
        let ends = |file: &&SourceFile<'_>| {
            file.path.strip_suffix(path.trim_start_matches("./")).is_some_and(|before| before.ends_with('/'))
        };
        let mut fitting = files.iter().filter(ends);
        let is_there = files.iter().any(|file| file.path == path.as_str());
        if let (false, Some(file), None) = (is_there, fitting.next(), fitting.next()) {
            *path = file.path.to_owned();
        }
    }
    arguments
}

/// The call of an edit that looks first, with what it would have found.
fn second(edit: &Edit, found: Vec<Evidence>) -> Result<(&'static str, serde_json::Value), String> {
    let mut result = Message::new(Role::Tool, "");
    result.evidence = found;
    match edit.next(&[&result]) {
        Next::Call(name, arguments) => Ok((name, arguments)),
        Next::Over(Ok(why) | Err(why)) => Err(why),
    }
}

/// The file that an edit at a line is about.
fn read(edit: &Edit, files: &[SourceFile<'_>]) -> Vec<Evidence> {
    let about = files.iter().filter(|file| file.path == edit.about().trim_start_matches("./"));
    let evidence = about.map(|file| {
        let lines = file.text.lines().count() as u32;
        Evidence { excerpt: file.text.to_owned(), ..Evidence::of_lines(String::new(), file.path, 1, lines) }
    });
    evidence.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tools() -> Vec<ToolSpec> {
        let tool = |name: &str| ToolSpec { name: name.to_owned(), description: String::new(), parameters: Value::Null };
        ["edit_file", "rename_symbol", "move_file"].map(tool).into()
    }

    fn calls(request: &str, failure: Option<&str>) -> Result<Vec<Value>, String> {
        let files = [SourceFile { path: "a.py", text: "x = 1\ny = 2\n" }];
        let made = edits(request, &files, &[], failure, &tools())?;
        Ok(made.into_iter().map(|call| json!([call.name, call.arguments])).collect())
    }

    #[test]
    fn exact_sentences_are_calls() {
        let line = json!(["edit_file", {"path": "a.py", "edits": [{"old": "y = 2\n", "new": "", "line": 2}]}]);
        assert_eq!(calls("delete line 2 of a.py", None).unwrap(), [line]);
        let files = [SourceFile { path: "app/src/a.py", text: "x = 1\n" }, SourceFile { path: "b.py", text: "" }];
        let made = edits("replace \"x\" with \"y\" in src/a.py", &files, &[], None, &tools()).unwrap();
        assert_eq!(made[0].arguments["path"], "app/src/a.py");
        let rename = json!(["rename_symbol", {"symbol": "f", "new_name": "g"}]);
        assert_eq!(calls("Always add docstrings. Rename `f` to `g`.", None).unwrap(), [rename]);
    }

    #[test]
    fn the_rest_is_declined_in_words() {
        assert!(calls("make it faster", None).unwrap_err().starts_with("This needs a language model"));
        assert!(calls("delete line 9 of a.py", None).unwrap_err().contains("no line 9"));
        assert!(calls("set x in a.toml to 1", None).unwrap_err().contains("`set_value` is not there"));
        let failed = calls("delete line 2 of a.py", Some("exit code 1")).unwrap_err();
        assert!(failed.contains("the check fails: exit code 1"), "{failed}");
    }
}
