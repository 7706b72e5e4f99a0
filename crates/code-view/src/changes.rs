//! Proposed changes, as differences from a codebase.

use change_set::ChangeSet;
use change_set::diff::{FileDiff, Hunk, Row, RowKind, Status, as_stored, of_set, unified};
use change_set::text::{FileForm, LineEnd};
use codebase::{Codebase, PageFault};
use protocol::{ChangeGroup, DiffHunk, DiffRow, FileChange, ProposedChanges, ProposedFile, RowChange};
use source::{FileEntry, RepoPath};
use std::sync::Arc;

/// Most rows of one file that are shown.
const MOST_ROWS: usize = 4_000;

/// The text of a file that changes are based on.
///
/// # Errors
/// There is no such file, or a page of it is not loaded.
pub fn base_text(codebase: &Codebase, path: &RepoPath) -> Result<Arc<str>, BaseError> {
    let file = codebase.snapshot().find(path.as_str()).ok_or_else(|| BaseError::Gone(path.clone()))?;
    Ok(Arc::from(codebase.text(file)?))
}

/// Why the text that changes are based on could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaseError {
    /// The repository was imported anew since, without the file.
    #[error("`{0}` is no longer in the repository, and a proposed change is based on it")]
    Gone(RepoPath),
    /// A page of the index is not loaded.
    #[error("not all of the index was read")]
    NotLoaded,
}

impl From<PageFault> for BaseError {
    fn from(_: PageFault) -> Self {
        Self::NotLoaded
    }
}

impl From<BaseError> for change_set::review::ReviewError<BaseError> {
    fn from(error: BaseError) -> Self {
        Self::Base(error)
    }
}

/// The differences that a set makes, without highlighting.
///
/// # Errors
/// A file that a change is based on could not be read.
pub fn differences(codebase: &Codebase, set: &ChangeSet) -> Result<Vec<FileDiff>, BaseError> {
    of_set(set, |path| base_text(codebase, path))
}

/// The changes as a patch that `git apply` takes, for the files as they were imported: with their byte order marks.
///
/// # Errors
/// A file that a change is based on could not be read.
pub fn patch(codebase: &Codebase, set: &ChangeSet) -> Result<String, BaseError> {
    let files = as_stored(set, |path| base_text(codebase, path), |path| form(codebase, path))?;
    Ok(unified(&files))
}

/// What a file has around its text.
pub(crate) fn form(codebase: &Codebase, path: &RepoPath) -> FileForm {
    FileForm { stripped_bom: entry(codebase, path).is_some_and(|entry| entry.stripped_bom) }
}

pub(crate) fn entry<'c>(codebase: &'c Codebase, path: &RepoPath) -> Option<&'c FileEntry> {
    let snapshot = codebase.snapshot();
    snapshot.find(path.as_str()).map(|file| snapshot.file(file))
}

/// The differences as the page shows them.
pub fn proposed_changes(set: &ChangeSet, files: &[FileDiff]) -> ProposedChanges {
    let group = |group: change_set::set::GroupInfo<'_>| ChangeGroup {
        number: group.number,
        call: group.call.to_owned(),
        paths: group.paths.into_iter().map(ToString::to_string).collect(),
    };
    ProposedChanges { files: files.iter().map(file).collect(), groups: set.groups().map(group).collect() }
}

fn file(diff: &FileDiff) -> ProposedFile {
    let (mut left, mut omitted) = (MOST_ROWS, 0);
    let mut hunks = Vec::new();
    for from in &diff.hunks {
        // Whole hunks, because each can be decided about.
        if from.rows.len() <= left {
            left -= from.rows.len();
            hunks.push(hunk(from));
        } else {
            left = 0;
            omitted += from.rows.len() as u32;
        }
    }
    ProposedFile {
        path: diff.path.to_string(),
        from: diff.from.as_ref().map(ToString::to_string),
        change: match diff.status {
            Status::Added => FileChange::Added,
            Status::Deleted => FileChange::Deleted,
            Status::Modified => FileChange::Modified,
            Status::Renamed => FileChange::Moved,
        },
        added: diff.added,
        removed: diff.removed,
        hunks,
        omitted_rows: omitted,
    }
}

fn hunk(hunk: &Hunk) -> DiffHunk {
    let &Hunk { old_start, old_lines, new_start, new_lines, .. } = hunk;
    DiffHunk { old_start, old_lines, new_start, new_lines, rows: hunk.rows.iter().map(row).collect() }
}

fn row(row: &Row) -> DiffRow {
    DiffRow {
        change: match row.kind {
            RowKind::Same => RowChange::Same,
            RowKind::Removed => RowChange::Removed,
            RowKind::Added => RowChange::Added,
        },
        old: row.old,
        new: row.new,
        text: row.text.clone(),
        ends_text: row.end == LineEnd::None,
        marks: row.marks.iter().map(|mark| (mark.start, mark.end)).collect(),
        highlight: Vec::new(),
    }
}
