//! Edits as a model writes them: a list of files with their edits, or one such object, or why nothing is to be changed. As
//! calls of tools they are tried, asked about and made like any other.

use limits::edits::EDITS;
use model::ToolCall;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::json;

/// What the model wants changed.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
#[schemars(with = "Vec<FileEdits>")]
pub(super) struct WrittenEdits {
    pub files: Vec<FileEdits>,
    /// Why nothing is to be changed; may be empty.
    pub reason: String,
}

/// The edits of one file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub(super) struct FileEdits {
    /// Path inside the repository.
    pub file: String,
    /// In order, each in the text that the ones before it left; 30 at most.
    pub edits: Vec<LineEdit>,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub(super) struct LineEdit {
    /// Where it is, from 1: chooses among several places, and nothing more.
    #[serde(default)]
    pub line: u32,
    /// What is there now, quoted exactly, without line numbers; empty for the whole text of a new file.
    pub old: String,
    /// What takes its place.
    pub new: String,
}

impl<'de> Deserialize<'de> for WrittenEdits {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "it is neither a list of `file` with `edits`, nor one such object, nor a `reason`"
        )]
        enum Written {
            List(Vec<FileEdits>),
            One(FileEdits),
            Reason { reason: String },
        }
        Ok(match Written::deserialize(from)? {
            Written::List(files) => Self { files, reason: String::new() },
            Written::One(file) => Self { files: vec![file], reason: String::new() },
            Written::Reason { reason } => Self { files: Vec::new(), reason },
        })
    }
}

impl WrittenEdits {
    /// The calls that make the edits, one a file; files without edits are left out.
    pub fn calls(&self) -> Vec<ToolCall> {
        self.files.iter().filter(|file| !file.edits.is_empty()).map(FileEdits::call).collect()
    }

    /// Why the edits are not even tried: too many of one file.
    pub fn too_many(&self) -> Option<String> {
        let file = self.files.iter().find(|file| file.edits.len() > EDITS)?;
        Some(format!(
            "nothing was changed: {} edits of `{}` were given, {EDITS} are taken at once; give fewer",
            file.edits.len(),
            file.file
        ))
    }
}

impl FileEdits {
    fn call(&self) -> ToolCall {
        let is_new = |edit: &&LineEdit| edit.old.is_empty();
        let (name, arguments) = match self.edits.as_slice() {
            [edit] if is_new(&edit) => {
                ("write_file", json!({ "path": self.file, "content": edit.new, "must_be_new": true }))
            }
            edits => {
                let edits: Vec<_> = edits.iter().map(LineEdit::arguments).collect();
                ("edit_file", json!({ "path": self.file, "edits": edits }))
            }
        };
        ToolCall { id: String::new(), name: name.to_owned(), arguments }
    }
}

impl LineEdit {
    fn arguments(&self) -> serde_json::Value {
        match self.line {
            0 => json!({ "old": self.old, "new": self.new }),
            line => json!({ "old": self.old, "new": self.new, "line": line }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> WrittenEdits {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_list_an_object_and_a_reason_are_read() {
        let list = read(r#"[{"file": "a.py", "edits": [{"line": 3, "old": "x", "new": "y"}]}]"#);
        assert_eq!(list, read(r#"{"file": "a.py", "edits": [{"line": 3, "old": "x", "new": "y"}]}"#));
        assert_eq!(list.calls()[0].arguments, json!({"path": "a.py", "edits": [{"old": "x", "new": "y", "line": 3}]}));
        assert_eq!(read(r#"{"reason": "it is right"}"#).reason, "it is right");
        assert!(read("[]").calls().is_empty() && read(r#"[{"file": "a.py", "edits": []}]"#).calls().is_empty());
        assert!(serde_json::from_str::<WrittenEdits>(r#"{"edits": 1}"#).is_err());
    }

    #[test]
    fn an_empty_old_text_makes_a_new_file() {
        let new = read(r#"{"file": "new.py", "edits": [{"old": "", "new": "x = 1\n"}]}"#);
        assert_eq!(
            (new.calls()[0].name.as_str(), &new.calls()[0].arguments["must_be_new"]),
            ("write_file", &json!(true))
        );
    }
}
