//! `move_file`: a file gets another path.

use super::edit::{EditTool, Edited, Files, Refused};
use schemars::JsonSchema;
use serde::Deserialize;
use source::RepoPath;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveFile {
    /// Path inside the repository.
    source: String,
    /// The new path; with `/` at its end, the folder that the file goes to.
    destination: String,
}

impl EditTool for MoveFile {
    const NAME: &'static str = "move_file";
    const DESCRIPTION: &'static str =
        "Propose to move or rename a file. Imports of it are not changed: look for them and edit them too.";

    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused> {
        let (from, to) = both(files, &self.source, &self.destination)?;
        let mut proposal = files.changes.propose(call);
        proposal.rename(&from, files.base(&from)?, &to, files.base(&to)?)?;
        Ok(Edited::of(proposal, format!("`{from}` -> `{to}`")))
    }
}

/// The file that is there, and the path that is free.
pub(super) fn both(files: &Files<'_>, source: &str, destination: &str) -> Result<(RepoPath, RepoPath), Refused> {
    let from = files.writable(source)?;
    if !files.has(&from) {
        return Err(files.no_file(&from));
    }
    let folder = destination.trim().trim_matches('`');
    let to = match folder.strip_suffix('/') {
        Some("" | ".") => files.writable(from.file_name())?,
        Some(folder) => files.writable(&format!("{folder}/{}", from.file_name()))?,
        None => files.writable(folder)?,
    };
    if files.has(&to) {
        return Err(change_set::SetError::Exists(to).into());
    }
    if files.is_folder(to.as_str()) {
        return Err(Refused::Said(format!("`{to}` is a folder; write `{to}/` to put the file in it")));
    }
    files.refuse_clash(&to)?;
    Ok((from, to))
}
