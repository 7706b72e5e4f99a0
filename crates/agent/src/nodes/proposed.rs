//! The proposed changes of a run, as the end of an answer shows them.

use crate::IndexFailure;
use change_set::ChangeSet;
use change_set::diff::{FileDiff, Status, of_set, unified};
use codebase::{Codebase, Overlaid, QuestionError, Reader};
use source::RepoPath;
use std::sync::Arc;

/// Most bytes of the diff.
const DIFF_BYTES: usize = 12_000;
/// Said where there are none.
pub(super) const NO_CHANGES: &str = "None: no file is changed.\n";

/// What a run proposes, against the repository; none where the repository is not at hand.
pub(super) async fn diffs(
    repository: Option<&Reader>,
    changes: &ChangeSet,
) -> Result<Option<Vec<FileDiff>>, IndexFailure> {
    let Some(reader) = repository else { return Ok(None) };
    let diffs = reader.ask(|codebase| of_set(changes, |path| base(codebase, path)));
    let diffs = diffs.await.map_err(IndexFailure::from)?;
    diffs.map(Some).map_err(|error| IndexFailure::new(format!("a changed file could not be read: {error}")))
}

/// The files with their counts, and the diff.
pub(super) fn as_markdown(diffs: &[FileDiff]) -> String {
    let (added, removed) =
        diffs.iter().fold((0, 0), |(added, removed), file| (added + file.added, removed + file.removed));
    let files = if diffs.len() == 1 { "1 file".to_owned() } else { format!("{} files", diffs.len()) };
    let mut text = format!("{files}, +{added} -{removed}. Nothing is written until you accept it.\n\n");
    text.extend(diffs.iter().map(row));
    let diff = unified(diffs);
    let (shown, more) = if diff.len() <= DIFF_BYTES {
        (diff.as_str(), "")
    } else {
        let end = diff[..diff.floor_char_boundary(DIFF_BYTES)].rfind('\n').map_or(0, |end| end + 1);
        (&diff[..end], "\nThe diff is cut here; the proposed changes hold all of it.\n")
    };
    text + &format!("\n{}{more}", fenced("diff", shown))
}

/// A text as a block of code.
pub(super) fn fenced(language: &str, text: &str) -> String {
    // Longer than any run of backticks in it.
    let fence = "`".repeat(3.max(1 + longest_run(text)));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

fn row(file: &FileDiff) -> String {
    let what = match file.status {
        Status::Added => " (new)",
        Status::Deleted => " (deleted)",
        Status::Renamed => " (moved)",
        Status::Modified => "",
    };
    format!("- `{}` +{} -{}{what}\n", file.path, file.added, file.removed)
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// The text of a file before the run.
fn base(codebase: &Codebase, path: &RepoPath) -> Result<Arc<str>, QuestionError> {
    let unchanged = ChangeSet::default();
    match Overlaid::new(codebase, &unchanged).content(path)? {
        Some(content) => Ok(content.text.into()),
        // Its error says which files are like it.
        None => codebase.read_file(path.as_str(), None).map(|file| file.text.into()),
    }
}
