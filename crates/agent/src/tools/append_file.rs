//! `append_file`: lines at the end of a file.

use super::edit::{EditTool, Edited, Files, Refused};
use change_set::text::{LineEnd, with_line_ends};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AppendFile {
    /// Path inside the repository.
    path: String,
    /// What comes after the last line.
    content: String,
}

impl EditTool for AppendFile {
    const NAME: &'static str = "append_file";
    const DESCRIPTION: &'static str =
        "Propose lines at the end of a file, on lines of their own; a file that is not there is made.";

    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused> {
        let path = files.writable(&self.path)?;
        if self.content.is_empty() {
            return Err(Refused::Said("`content` is empty; give the lines to append".to_owned()));
        }
        let mut proposal = files.changes.propose(call);
        if !files.has(&path) {
            files.refuse_clash(&path)?;
            proposal.create(&path, files.base(&path)?, &self.content)?;
            return Ok(Edited::of(proposal, ""));
        }
        let text = files.editable(&path)?;
        let end = LineEnd::of_text(&text);
        let begin = if text.is_empty() || text.ends_with('\n') { "" } else { end.as_str() };
        let appended = format!("{text}{begin}{}", with_line_ends(&self.content, end));
        proposal.write(&path, files.base(&path)?, &appended)?;
        Ok(Edited::of(proposal, ""))
    }
}
