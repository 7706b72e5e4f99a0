//! `copy_file`: another file with the same text.

use super::edit::{EditTool, Edited, Files, Refused};
use super::move_file::both;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CopyFile {
    /// Path inside the repository.
    source: String,
    /// The path of the copy; with `/` at its end, the folder that it goes to.
    destination: String,
}

impl EditTool for CopyFile {
    const NAME: &'static str = "copy_file";
    const DESCRIPTION: &'static str = "Propose a copy of a file under another path.";

    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused> {
        let (from, to) = both(files, &self.source, &self.destination)?;
        let text = files.editable(&from)?;
        let mut proposal = files.changes.propose(call);
        proposal.create(&to, files.base(&to)?, &text)?;
        Ok(Edited::of(proposal, format!("`{from}` is copied to `{to}`")))
    }
}
