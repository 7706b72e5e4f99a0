//! `read_file`: a file, or some lines of it.

use super::{ReadingTool, ToolError, ToolOutput};
use crate::evidence;
use codebase::{FileText, Overlaid};
use protocol::{Basis, Evidence, Relation};
use schemars::JsonSchema;
use serde::Deserialize;

/// Most lines given at once; the rest can be asked for.
const MOST_LINES: u32 = 400;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadFile {
    /// Path inside the repository.
    file_path: String,
    /// First line to read, from 1.
    #[serde(default)]
    start_line: Option<u32>,
    /// Last line to read.
    #[serde(default)]
    end_line: Option<u32>,
}

impl ReadingTool for ReadFile {
    const NAME: &'static str = "read_file";
    const DESCRIPTION: &'static str =
        "Read a file with line numbers, or lines start_line to end_line of it; 400 lines at most at once.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let start = self.start_line.unwrap_or(1).max(1);
        let end = self.end_line.unwrap_or(u32::MAX).min(start.saturating_add(MOST_LINES - 1));
        let file = over.read_file(&self.file_path, Some((start, end)));
        let file = file.map_err(|error| ToolError::Failed(error.to_string()))?;
        let found = evidence(over, &file);
        let mut text = format!("[[{}]] {} of {} lines\n{}", found.id, found.place(), file.total_lines, file.numbered());
        if file.span.end_line < file.total_lines && self.end_line.is_none_or(|end| end > file.span.end_line) {
            text += &format!("Cut here; go on with start_line {}.\n", file.span.end_line + 1);
        }
        let lines = file.span.end_line - file.span.start_line + 1;
        let summary = format!("{lines} of {} lines", file.total_lines);
        Ok(ToolOutput { text, summary, evidence: vec![found], ..ToolOutput::default() })
    }
}

/// The lines, in the name of the innermost symbol that holds them all. The symbols of a changed file are not known.
fn evidence(over: Overlaid<'_>, file: &FileText) -> Evidence {
    let found = evidence::of_span(over, &file.span, Relation::Read, Basis::Read);
    if over.touches(&file.span.path) {
        return found;
    }
    let codebase = over.codebase();
    // Its text was just read, so the file is there; one without definitions has an empty outline.
    let outline = codebase.outline(&file.span.path).unwrap_or_default();
    let holds = |start: u32, end: u32| start <= file.span.start_line && file.span.end_line <= end;
    let around = outline.iter().rev().find(|item| holds(item.start_line, item.end_line));
    match around.and_then(|item| codebase.symbol(item.id).ok().flatten()) {
        Some(symbol) => evidence::described(found, &symbol),
        None => found,
    }
}
