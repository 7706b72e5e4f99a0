//! `write_file`: a file's whole text.

use super::edit::{EditTool, Edited, Files, Refused};
use change_set::text::{BOM, LineEnd, with_line_ends};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteFile {
    /// Path inside the repository.
    path: String,
    /// The whole text.
    content: String,
    /// Refuse if the file is there already.
    #[serde(default)]
    must_be_new: bool,
}

impl EditTool for WriteFile {
    const NAME: &'static str = "write_file";
    const DESCRIPTION: &'static str =
        "Propose a new file, or another whole text for a file; 1 MB at most. For parts of a file use edit_file.";

    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused> {
        let path = files.writable(&self.path)?;
        let mut proposal = files.changes.propose(call);
        if !files.has(&path) {
            files.refuse_clash(&path)?;
            proposal.create(&path, files.base(&path)?, &self.content)?;
        } else if self.must_be_new {
            return Err(Refused::Said(format!(
                "`{path}` is there already; name another path or leave out must_be_new"
            )));
        } else {
            let text = as_in(&self.content, &files.editable(&path)?);
            proposal.write(&path, files.base(&path)?, &text)?;
        }
        Ok(Edited::of(proposal, ""))
    }
}

/// A text with the line ends and the byte order mark of the file that it is written to: models write `\n` alone.
pub(super) fn as_in(text: &str, file: &str) -> String {
    let is_plain = !text.contains("\r\n") && LineEnd::of_text(file) == LineEnd::CrLf;
    let text = if is_plain { with_line_ends(text, LineEnd::CrLf) } else { text.to_owned() };
    if file.starts_with(BOM) && !text.starts_with(BOM) { format!("{BOM}{text}") } else { text }
}
