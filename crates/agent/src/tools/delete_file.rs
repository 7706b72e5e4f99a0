//! `delete_file`: a file goes.

use super::edit::{EditTool, Edited, Files, Refused};
use crate::policy::Effect;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteFile {
    /// Path inside the repository.
    path: String,
}

impl EditTool for DeleteFile {
    const NAME: &'static str = "delete_file";
    const DESCRIPTION: &'static str = "Propose to delete a file. The person is always asked first.";
    const EFFECT: Effect<'static> = Effect::Delete;

    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused> {
        let path = files.writable(&self.path)?;
        if !files.has(&path) {
            return Err(files.no_file(&path));
        }
        let mut proposal = files.changes.propose(call);
        proposal.delete(&path, files.base(&path)?)?;
        Ok(Edited::of(proposal, ""))
    }
}
