//! `edit_file`: replaces quoted stretches of a file.

use super::edit::{EditTool, Edited, Files, Refused};
use change_set::replace::{Matched, Rung};
use change_set::{Edit, replace};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditFile {
    /// Path inside the repository.
    path: String,
    /// The replacements, in order, each in the text that the ones before it left; all are made or none. 30 at most.
    edits: Vec<Replacement>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Replacement {
    /// What is there now, quoted exactly, without line numbers.
    old: String,
    /// What takes its place.
    new: String,
    /// The line where it is, from 1: chooses among several places.
    #[serde(default)]
    line: Option<u32>,
    /// Replace every exact occurrence.
    #[serde(default)]
    all: bool,
}

impl EditTool for EditFile {
    const NAME: &'static str = "edit_file";
    const DESCRIPTION: &'static str = "Propose replacements in a file. Quote `old` exactly as read_file shows it, with enough lines to be in one place only. Nothing is guessed: an edit that does not match is refused with the nearest lines.";

    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused> {
        let path = files.writable(&self.path)?;
        let text = files.editable(&path)?;
        let edit = |it: &Replacement| Edit { old: it.old.clone(), new: it.new.clone(), line: it.line, all: it.all };
        let edits: Vec<Edit> = self.edits.iter().map(edit).collect();
        let done = replace(&text, &edits).map_err(|error| Refused::Replace { path: path.clone(), error })?;
        let mut proposal = files.changes.propose(call);
        proposal.write(&path, files.base(&path)?, &done.text)?;
        let matched = done.edits.iter().zip(1..).filter_map(|(it, number)| loosely(number, it));
        Ok(Edited::of(proposal, matched.collect::<Vec<_>>().join("\n")))
    }
}

/// How an edit matched that did not match exactly in one place.
fn loosely(number: usize, matched: &Matched) -> Option<String> {
    let Matched { rung, line, count } = matched;
    let how = match rung {
        Rung::Exact => return None,
        Rung::Nearest => format!("of several places, the nearest to `line` was taken: line {line}"),
        Rung::All => format!("{count} places were replaced"),
        Rung::TrailingBlanks => format!("line {line} matched but for blanks at line ends"),
        Rung::Indent => format!("line {line} matched but for the indent, which the new text was given"),
    };
    Some(format!("Edit {number}: {how}."))
}
