//! What a run proposes to change, as a person reviews it.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::HighlightRun;
use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Serialize};

/// The proposed changes of a run that were not accepted or rejected yet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProposedChanges {
    /// Sorted by path.
    pub files: Vec<ProposedFile>,
    /// What can be taken back, oldest first.
    pub groups: Vec<ChangeGroup>,
}

/// A group of changes, made by one tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeGroup {
    pub number: u32,
    /// The id of the call.
    pub call: String,
    /// The files that it touched, sorted.
    pub paths: Vec<String>,
}

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileChange {
    Added,
    Deleted,
    Modified,
    Moved,
}

/// A changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedFile {
    pub path: String,
    /// Where it was, for a moved file.
    pub from: Option<String>,
    pub change: FileChange,
    pub added: u32,
    pub removed: u32,
    pub hunks: Vec<DiffHunk>,
    /// Rows that are left out at the end, because the difference is very long. What is left out can only be accepted or
    /// rejected with the whole file.
    pub omitted_rows: u32,
}

/// Changes that lie near each other, with three unchanged lines around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffHunk {
    /// First line before, from 1.
    pub old_start: u32,
    pub old_lines: u32,
    /// First line after, from 1.
    pub new_start: u32,
    pub new_lines: u32,
    pub rows: Vec<DiffRow>,
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowChange {
    Same,
    Removed,
    Added,
}

/// A line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffRow {
    pub change: RowChange,
    /// Its number before, from 1.
    pub old: Option<u32>,
    /// Its number after, from 1.
    pub new: Option<u32>,
    /// The line without its end.
    pub text: String,
    /// True where the text ends here without a line end.
    pub ends_text: bool,
    /// The words that differ from the line beside it: first byte and one past the last.
    pub marks: Vec<(u32, u32)>,
    /// Highlighted ranges of the line.
    pub highlight: Vec<HighlightRun>,
}

tagged_in_json!(
    /// What a person does with proposed changes, other than accept them. Hunks are numbered from 0.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ChangeDecision {
        RejectHunk {
            path: String,
            hunk: u32,
        },
        /// The lines that the hunk leaves, its unchanged ones included, become `text`.
        EditHunk {
            path: String,
            hunk: u32,
            text: String,
        },
        RejectFile {
            path: String,
        },
        RejectAll,
        /// Take back a group.
        Undo {
            group: u32,
        },
    }
);

/// What is accepted of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenFile {
    pub path: String,
    /// Its hunks; `None` for the whole file.
    pub hunks: Option<Vec<u32>>,
}

/// A file of the person's folder, as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiskFile {
    pub path: String,
    /// `None` where there is no such file.
    pub bytes: Option<Vec<u8>>,
}

/// A file that is not what the changes are based on: nothing is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeConflict {
    pub path: String,
    /// Why, as a sentence without its subject: "has changed since the run read it".
    pub why: String,
    /// The text that the changes are based on; `None` where no file was there.
    pub base: Option<String>,
    /// What is in the folder now; `None` where no file is there, or no text.
    pub theirs: Option<String>,
    /// What would be written; `None` where the file would be deleted.
    pub ours: Option<String>,
}
