//! Edits that are asked for in an exact sentence, as calls of tools. Any other sentence is not understood: nothing is guessed.
//!
//! Start at [`Edit::read`].

mod at_line;
mod rename;
mod replace;
mod sentence;
mod value;

use model::{Message, Role};
use sentence::Sentence;
use serde_json::Value;

/// An edit that a sentence asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Everything that has this name gets another.
    Rename { symbol: String, to: String },
    /// A text in a file, everywhere in it.
    Replace { old: String, new: String, path: String },
    /// A value by its key.
    Set { key: String, path: String, value: String },
    /// A file's whole text.
    Write { text: String, path: String },
    /// At the end of a file.
    Append { text: String, path: String },
    /// A file to another path.
    Move { path: String, to: String },
    /// A file at another path too.
    Copy { path: String, to: String },
    /// A file.
    Delete { path: String },
    /// A line in front of another.
    InsertLine { text: String, line: u32, path: String },
    /// A line.
    DeleteLine { line: u32, path: String },
    /// A place for the documentation of a function.
    Document { symbol: String },
}

/// What to do next about an edit.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Call this tool.
    Call(&'static str, Value),
    /// It was made, or cannot be: a sentence.
    Over(Result<String, String>),
}

impl Edit {
    /// The edit that the whole sentence asks for.
    pub fn read(sentence: &str) -> Option<Self> {
        let sentence = Sentence::of(sentence);
        rename::read(&sentence)
            .or_else(|| replace::read(&sentence))
            .or_else(|| value::read(&sentence))
            .or_else(|| at_line::read(&sentence))
    }

    /// What to do after these results of the step's calls.
    pub fn next(&self, results: &[&Message]) -> Next {
        if let Some(failed) = results.iter().find(|result| result.is_error) {
            return Next::Over(Err(first_line(&failed.content)));
        }
        match self {
            Self::Rename { symbol, to } => rename::next(symbol, to, results),
            Self::Replace { old, new, path } => replace::next(old, new, path, results),
            Self::InsertLine { .. } | Self::DeleteLine { .. } | Self::Document { .. } => at_line::next(self, results),
            _ => value::next(self, results),
        }
    }

    /// The name or file that the edit is about, for a plan.
    pub fn about(&self) -> &str {
        match self {
            Self::Rename { symbol, .. } | Self::Document { symbol } => symbol,
            Self::Replace { path, .. }
            | Self::Set { path, .. }
            | Self::Write { path, .. }
            | Self::Append { path, .. }
            | Self::Move { path, .. }
            | Self::Copy { path, .. }
            | Self::Delete { path }
            | Self::InsertLine { path, .. }
            | Self::DeleteLine { path, .. } => path,
        }
    }

    /// Whether it is about a symbol, which has to be found first.
    pub fn is_about_a_symbol(&self) -> bool {
        matches!(self, Self::Rename { .. } | Self::Document { .. })
    }

    /// The edit as a sentence that [`read`](Self::read) reads: a step of a plan.
    pub fn sentence(&self) -> String {
        match self {
            Self::Rename { symbol, to } => format!("Rename `{symbol}` to `{to}`"),
            Self::Replace { old, new, path } => format!("Replace {} with {} in `{path}`", quote(old), quote(new)),
            Self::Set { key, path, value } => format!("Set `{key}` in `{path}` to {}", quote(value)),
            Self::Write { text, path } => format!("Write {} to `{path}`", quote(text)),
            Self::Append { text, path } => format!("Append {} to `{path}`", quote(text)),
            Self::Move { path, to } => format!("Move `{path}` to `{to}`"),
            Self::Copy { path, to } => format!("Copy `{path}` to `{to}`"),
            Self::Delete { path } => format!("Delete `{path}`"),
            Self::InsertLine { text, line, path } => format!("Insert {} at line {line} of `{path}`", quote(text)),
            Self::DeleteLine { line, path } => format!("Delete line {line} of `{path}`"),
            Self::Document { symbol } => format!("Add a doc comment to `{symbol}`"),
        }
    }
}

/// A text between quotes that it does not hold.
fn quote(text: &str) -> String {
    let mark = ['"', '\'', '`'].into_iter().find(|mark| !text.contains(*mark)).unwrap_or('"');
    format!("{mark}{text}{mark}")
}

/// After the one call of an edit.
fn made(results: &[&Message], name: &'static str, arguments: impl FnOnce() -> Value) -> Next {
    match results.last() {
        None => Next::Call(name, arguments()),
        Some(result) => Next::Over(Ok(first_line(&result.content))),
    }
}

/// The first line with anything in it of a tool's result.
pub fn first_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("It has no result");
    line.strip_prefix("Error: ").unwrap_or(line).chars().take(300).collect()
}

/// The results since the last message of a user.
pub fn results(messages: &[Message]) -> Vec<&Message> {
    let begin = messages.iter().rposition(|message| message.role == Role::User).map_or(0, |at| at + 1);
    messages[begin..].iter().filter(|message| message.role == Role::Tool).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_sentences_are_read_and_their_steps_too() {
        let sentences = [
            "rename `total_price` to `sum_price`",
            "Please rename the function total_price to sum_price.",
            r#"replace "a = 1" with "a = 2" in src/a.py"#,
            "set tool.ruff.line-length in pyproject.toml to 100",
            r#"write "x = 1" to src/new.py"#,
            r#"append "x = 1" to src/a.py"#,
            "move src/a.py to src/b.py",
            "rename src/a.py to src/b.py",
            "copy src/a.py to src/b.py",
            "delete src/a.py",
            r#"insert "import os" at line 3 of src/a.py"#,
            "delete line 3 in src/a.py",
            "add a doc comment to total_price",
            "add a docstring stub to the function `total_price`",
        ];
        for sentence in sentences {
            let edit = Edit::read(sentence).unwrap_or_else(|| panic!("{sentence}"));
            assert_eq!(Edit::read(&edit.sentence()), Some(edit), "{sentence}");
        }
    }

    #[test]
    fn a_text_keeps_its_spaces_and_marks() {
        let edit = Edit::read(r#"replace "a  =  'x'." with "" in a.py"#);
        assert_eq!(edit, Some(Edit::Replace { old: "a  =  'x'.".into(), new: String::new(), path: "a.py".into() }));
    }

    #[test]
    fn nothing_is_guessed() {
        let sentences = [
            "rename total_price",
            "rename the thing that sums to something better",
            "rename `a b` to `c`",
            "delete the old users",
            "delete everything in src/a.py",
            "fix the bug in main.py",
            "replace the parser with a faster one in src/a.py",
            "move a.py to b.py and delete c.py",
            "write tests for a.py",
            "insert a line at line x of a.py",
            "delete line 0 of a.py",
            "remove the unused import from a.py",
        ];
        for sentence in sentences {
            assert_eq!(Edit::read(sentence), None, "{sentence}");
        }
    }
}
