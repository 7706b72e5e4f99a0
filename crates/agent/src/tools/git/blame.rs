//! `git_blame`: which commit last changed each line.

use super::reading::HistoryError;
use super::reading::{Asking, HistoryOf, HistoryTool};
use super::rows::{counted, row};
use crate::ToolOutput;
use git_history::{Blame, Piece, Present};
use protocol::Evidence;
use schemars::JsonSchema;
use serde::Deserialize;
use std::cmp::Reverse;

/// Most pieces that are listed.
const PIECES: usize = 60;
/// Most lines of code that are shown of each.
const LINES: usize = 3;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitBlame {
    /// The file.
    path: String,
    /// The first line, from 1; 1 if left out.
    #[serde(default)]
    start_line: Option<u32>,
    /// The last line; the first line if only that is given, else the file's end.
    #[serde(default)]
    end_line: Option<u32>,
}

impl HistoryTool for GitBlame {
    const NAME: &'static str = "git_blame";
    const DESCRIPTION: &'static str = "Which commit last changed each of these lines of a file, as it is now: hash, date, author, subject. Read the commit with git_show to learn why.";

    fn run(self, over: HistoryOf<'_>) -> Asking<'_> {
        Box::pin(async move {
            let Some(path) = over.path(&self.path)? else {
                return Err(HistoryError::Refused("give the path of a file".to_owned()));
            };
            let start = self.start_line.unwrap_or(1);
            let end = self.end_line.or(self.start_line).unwrap_or(u32::MAX);
            let text = over.present(&path).await?;
            let head = over.commit(None).await?;
            let present = text.as_deref().map(|text| Present { text });
            let blame = over.git.blame(head.id, &path, (start, end), present).await?;
            Ok(shown(&path, &blame, text.as_deref()))
        })
    }
}

fn shown(path: &str, blame: &Blame, text: Option<&str>) -> ToolOutput {
    let mut rows =
        vec![format!("The commit that last changed each line of `{path}` ({} lines in all):", blame.lines_in_all)];
    let lines: Vec<&str> = text.unwrap_or_default().lines().collect();
    for piece in blame.pieces.iter().take(PIECES) {
        rows.push(piece_row(piece));
        let (first, last) = piece.lines;
        let code = (first..=last).zip(lines.iter().skip(first as usize - 1)).take(LINES);
        rows.extend(code.map(|(number, line)| format!("{number:>6} | {line}")));
        if (last - first) as usize >= LINES && !lines.is_empty() {
            rows.push("       | ...".to_owned());
        }
    }
    if blame.pieces.len() > PIECES {
        rows.push(format!("... and {} more groups of lines; ask for fewer lines.", blame.pieces.len() - PIECES));
    }
    let evidence = newest_first(blame);
    let summary = counted(evidence.len());
    ToolOutput { text: rows.join("\n"), summary, evidence, ..ToolOutput::default() }
}

fn piece_row(piece: &Piece) -> String {
    let (first, last) = piece.lines;
    let lines = if first == last { format!("line {first}") } else { format!("lines {first}-{last}") };
    let Some(commit) = &piece.commit else { return format!("{lines}: in no commit yet") };
    let (row, _) = row(commit, path_of_piece(piece));
    let note = if piece.is_boundary { "  (or an earlier one: older commits are not here)" } else { "" };
    format!("{lines}: {row}{note}")
}

/// That the commit changed the file is not known where its parent is not here.
fn path_of_piece(piece: &Piece) -> Option<&str> {
    Some(piece.path.as_str()).filter(|_| !piece.is_boundary)
}

/// Each commit once.
fn newest_first(blame: &Blame) -> Vec<Evidence> {
    let mut pieces: Vec<&Piece> = blame.pieces.iter().filter(|piece| piece.commit.is_some()).collect();
    pieces.sort_by_key(|piece| Reverse(piece.commit.as_ref().map(|commit| commit.committed.seconds)));
    let mut evidence: Vec<Evidence> = Vec::new();
    for piece in pieces {
        let Some(commit) = &piece.commit else { continue };
        let (_, found) = row(commit, path_of_piece(piece));
        if !evidence.iter().any(|known| known.id == found.id) {
            evidence.push(found);
        }
    }
    evidence
}
