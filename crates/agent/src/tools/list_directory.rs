//! `list_directory`: what a folder holds.

use super::{ReadingTool, ToolError, ToolOutput};
use codebase::{EntryKind, Overlaid};
use schemars::JsonSchema;
use serde::Deserialize;

/// Most entries listed.
const MOST: usize = 300;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListDirectory {
    /// Folder inside the repository; empty or "." for its root.
    #[serde(default)]
    path: String,
}

impl ReadingTool for ListDirectory {
    const NAME: &'static str = "list_directory";
    const DESCRIPTION: &'static str =
        "List a folder: its folders with their file counts, and its files with their sizes.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let entries = over.list_directory(&self.path);
        let entries = entries.map_err(|error| ToolError::Failed(error.to_string()))?;
        let row = |entry: &codebase::DirectoryEntry| match entry.kind {
            EntryKind::Folder => format!("{}/  ({} files)", entry.path, entry.files),
            EntryKind::File => format!("{}  ({} bytes)", entry.path, entry.bytes),
        };
        let mut rows: Vec<String> = entries.iter().take(MOST).map(row).collect();
        if entries.len() > MOST {
            rows.push(format!("and {} more", entries.len() - MOST));
        }
        let summary = format!("{} entries", entries.len());
        Ok(ToolOutput { text: rows.join("\n"), summary, evidence: Vec::new(), ..ToolOutput::default() })
    }
}
