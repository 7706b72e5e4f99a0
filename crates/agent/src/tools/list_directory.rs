//! `list_directory`: what a folder holds.

use super::{Tool, ToolError, ToolOutput, answer, spec};
use codebase::{EntryKind, Reader};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

const NAME: &str = "list_directory";
/// Most entries listed.
const MOST: usize = 300;

/// The tool.
pub struct ListDirectory<'a> {
    /// What is listed.
    pub reader: &'a Reader,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Folder inside the repository; empty or "." for its root.
    #[serde(default)]
    path: String,
}

impl ListDirectory<'_> {
    /// Its name, description and arguments.
    pub fn described() -> ToolSpec {
        spec::<Arguments>(NAME, "List a folder: its folders with their file counts, and its files with their sizes.")
    }
}

impl Tool for ListDirectory<'_> {
    fn spec(&self) -> ToolSpec {
        Self::described()
    }

    fn call<'t>(&'t self, arguments: &'t Value) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        answer(NAME, self.reader, arguments, |codebase, given: &Arguments| {
            let entries = codebase.list_directory(&given.path);
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
            Ok(ToolOutput { text: rows.join("\n"), summary, evidence: Vec::new() })
        })
    }
}
