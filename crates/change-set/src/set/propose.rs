//! The changes of one tool call, checked as they are made.

use super::{ChangeSet, Overlay, SetError};
use crate::change::{Change, ChangeKind, Update};
use crate::splice;
use source::{ContentHash, RepoPath};

/// The changes of one tool call. They are tried on a copy of the set, so that dropping this is refusing all of them.
#[derive(Debug, Clone)]
pub struct Proposal {
    set: ChangeSet,
    group: u32,
    call: String,
    changes: Vec<Change>,
}

impl ChangeSet {
    /// Begins the changes of a tool call: a group of its own.
    pub fn propose(&self, call: &str) -> Proposal {
        Proposal { set: self.clone(), group: self.newest.saturating_add(1), call: call.to_owned(), changes: Vec::new() }
    }

    /// The number of the newest group, undone or not; 0 before the first.
    pub fn newest_group(&self) -> u32 {
        self.newest
    }
}

impl Proposal {
    /// The set with the changes so far.
    pub fn set(&self) -> &ChangeSet {
        &self.set
    }

    /// The changes, to be applied to the set in order.
    pub fn finish(self) -> Vec<Change> {
        self.changes
    }

    /// A file's whole new text. `base` is the hash of what the base has at the path, and matters only where the set does not
    /// touch it yet. A text equal to the one that is there makes no change.
    pub fn write(&mut self, path: &RepoPath, base: Option<ContentHash>, text: &str) -> Result<(), SetError> {
        let kind = match self.set.read(path) {
            Overlay::Changed { text: now, .. } if **now == *text => return Ok(()),
            Overlay::Untouched if base == Some(ContentHash::of(text.as_bytes())) => return Ok(()),
            Overlay::Changed { text: now, .. } => hunks_or_text(now, text),
            _ => ChangeKind::Text(text.to_owned()),
        };
        self.change(path, base, kind)
    }

    /// A file that must be new.
    pub fn create(&mut self, path: &RepoPath, base: Option<ContentHash>, text: &str) -> Result<(), SetError> {
        self.must_be_free(path, base)?;
        self.write(path, None, text)
    }

    /// The file goes.
    pub fn delete(&mut self, path: &RepoPath, base: Option<ContentHash>) -> Result<(), SetError> {
        self.change(path, base, ChangeKind::Delete)
    }

    /// The file moves. `to_base` is what the base has at the target, which must be free.
    pub fn rename(
        &mut self,
        path: &RepoPath,
        base: Option<ContentHash>,
        to: &RepoPath,
        to_base: Option<ContentHash>,
    ) -> Result<(), SetError> {
        self.must_be_free(to, to_base)?;
        self.change(path, base, ChangeKind::Move { to: to.clone() })
    }

    /// The path is as in the base again: what rejecting a file means.
    pub fn revert(&mut self, path: &RepoPath) -> Result<(), SetError> {
        self.change(path, None, ChangeKind::Revert)
    }

    /// Everything is as in the base again.
    pub fn revert_all(&mut self) -> Result<(), SetError> {
        while let Some(path) = self.set.entries.keys().next().cloned() {
            self.revert(&path)?;
        }
        Ok(())
    }

    fn must_be_free(&self, path: &RepoPath, base: Option<ContentHash>) -> Result<(), SetError> {
        match self.set.read(path) {
            Overlay::Untouched if base.is_none() => Ok(()),
            Overlay::Deleted { .. } => Ok(()),
            _ => Err(SetError::Exists(path.clone())),
        }
    }

    fn change(&mut self, path: &RepoPath, base: Option<ContentHash>, kind: ChangeKind) -> Result<(), SetError> {
        let base = self.set.base(path).unwrap_or(base);
        let change = Change { path: path.clone(), base, kind, group: self.group, call: self.call.clone() };
        let update = Update::Change(change);
        self.set.apply(&update)?;
        if let Update::Change(change) = update {
            self.changes.push(change);
        }
        Ok(())
    }
}

/// Hunks where they are shorter than the text.
fn hunks_or_text(now: &str, text: &str) -> ChangeKind {
    let splices = splice::between(now, text);
    let len = splices.iter().map(|splice| splice.insert.len() + 40).sum::<usize>();
    if len < text.len() {
        ChangeKind::Hunks { before: Some(ContentHash::of(now.as_bytes())), splices }
    } else {
        ChangeKind::Text(text.to_owned())
    }
}
