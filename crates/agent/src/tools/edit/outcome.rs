//! What a call proposes, and how it is shown.

use super::files::{Files, Refused};
use crate::{ChangedFile, ToolOutput};
use change_set::diff::{FileDiff, Status, unified};
use change_set::{Change, ChangeKind, ChangeSet, Proposal, Update};
use limits::agent::EDIT_DIFF_BYTES;
use source::RepoPath;
use std::collections::BTreeMap;

/// What a call proposes.
pub(crate) struct Edited {
    updates: Vec<Update>,
    /// The set with them.
    after: ChangeSet,
    /// The paths that they touch, each with the path from which its file comes.
    touched: BTreeMap<RepoPath, Option<RepoPath>>,
    /// What is said before the diff.
    said: String,
}

impl Edited {
    /// The changes of a proposal.
    pub fn of(proposal: Proposal, said: impl Into<String>) -> Self {
        let after = proposal.set().clone();
        let changes = proposal.finish();
        let touched = touched(&changes);
        let updates = changes.into_iter().map(Update::Change).collect();
        Self { updates, after, touched, said: said.into() }
    }

    /// A group taken back, which touches these paths.
    pub fn undone(group: u32, after: ChangeSet, paths: Vec<RepoPath>, said: String) -> Self {
        let touched = paths.into_iter().map(|path| (path, None)).collect();
        Self { updates: vec![Update::Undo { group }], after, touched, said }
    }

    /// Nothing is changed, as was asked for.
    pub fn nothing(said: impl Into<String>) -> Self {
        let (updates, touched) = (Vec::new(), BTreeMap::new());
        Self { updates, after: ChangeSet::default(), touched, said: said.into() }
    }

    /// As the result of the call.
    pub fn shown(self, before: &Files<'_>) -> Result<ToolOutput, Refused> {
        if self.updates.is_empty() {
            let said = if self.said.is_empty() { "Nothing is changed: the files say so already." } else { &self.said };
            let summary = said.lines().next().unwrap_or("").to_owned();
            return Ok(ToolOutput { text: said.to_owned(), summary, ..ToolOutput::default() });
        }
        let after = before.with(&self.after);
        let mut changed = Vec::new();
        for (path, from) in &self.touched {
            let gone_to = |other: &&RepoPath| self.touched.get(*other).is_some_and(|it| it.as_ref() == Some(path));
            let is_shown_elsewhere = after.text(path)?.is_none() && self.touched.keys().any(|other| gone_to(&other));
            if !is_shown_elsewhere && let Some(diff) = difference(path, from.as_ref(), before, &after)? {
                changed.push(diff);
            }
        }
        let (added, removed) = changed.iter().fold((0, 0), |(a, r), file| (a + file.added, r + file.removed));
        let files = match changed.as_slice() {
            [only] => only.path.to_string(),
            several => format!("{} files", several.len()),
        };
        let summary = format!("{files}: +{added} -{removed}");
        let diff: String = changed.iter().map(|file| file.diff.as_str()).collect();
        let said = if self.said.is_empty() { String::new() } else { format!("{}\n", self.said) };
        let text = format!("{said}Proposed ({summary}):\n{}", cut(&diff));
        Ok(ToolOutput { text, summary, updates: self.updates, changed, ..ToolOutput::default() })
    }
}

fn touched(changes: &[Change]) -> BTreeMap<RepoPath, Option<RepoPath>> {
    let mut touched: BTreeMap<RepoPath, Option<RepoPath>> = BTreeMap::new();
    for change in changes {
        let from = touched.entry(change.path.clone()).or_default().clone();
        if let ChangeKind::Move { to } = &change.kind {
            // A file that is moved twice comes from where it was first.
            touched.insert(to.clone(), Some(from.unwrap_or_else(|| change.path.clone())));
        }
    }
    touched
}

fn difference(
    path: &RepoPath,
    from: Option<&RepoPath>,
    before: &Files<'_>,
    after: &Files<'_>,
) -> Result<Option<ChangedFile>, Refused> {
    let old = before.text(from.unwrap_or(path))?;
    let new = after.text(path)?;
    let (status, old, new) = match (old, new) {
        (None, None) => return Ok(None),
        (Some(old), Some(new)) if from.is_some() => (Status::Renamed, old, new),
        (Some(old), Some(new)) if old == new => return Ok(None),
        (Some(old), Some(new)) => (Status::Modified, old, new),
        (Some(old), None) => (Status::Deleted, old, "".into()),
        (None, Some(new)) => (Status::Added, "".into(), new),
    };
    let diff = FileDiff::new(path.clone(), from.cloned(), status, &old, &new);
    let (added, removed) = (diff.added, diff.removed);
    Ok(Some(ChangedFile { path: path.clone(), added, removed, diff: unified(&[diff]) }))
}

/// As much of a diff as a model is shown, in whole lines.
fn cut(diff: &str) -> String {
    if diff.len() <= EDIT_DIFF_BYTES {
        return diff.to_owned();
    }
    let end = diff.floor_char_boundary(EDIT_DIFF_BYTES);
    let shown = &diff[..diff[..end].rfind('\n').map_or(end, |line| line + 1)];
    let left = diff[shown.len()..].lines().count();
    format!("{shown}[{left} more lines of the diff are not shown; `changes` shows them by file]\n")
}
