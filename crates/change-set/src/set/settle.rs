//! What ends a proposal: taking a group back, and accepting.

use super::entry::Entry;
use super::undo::Group;
use super::{ChangeSet, SetError};
use crate::change::Accepted;
use source::RepoPath;

impl ChangeSet {
    pub(super) fn undo(&mut self, number: u32) -> Result<(), SetError> {
        let kept = || self.groups.iter().map(|group| group.number).collect::<Vec<_>>();
        if self.groups.is_empty() {
            return Err(SetError::NothingToUndo);
        }
        let Some(at) = self.groups.iter().position(|group| group.number == number) else {
            return Err(SetError::UnknownGroup { group: number, kept: kept() });
        };
        let group = &self.groups[at];
        let touches = |later: &&Group| later.before.keys().any(|path| group.before.contains_key(path));
        let later: Vec<u32> = self.groups[at + 1..].iter().filter(touches).map(|later| later.number).rev().collect();
        if !later.is_empty() {
            return Err(SetError::UndoLaterFirst { later });
        }
        let restored = group.before.iter().map(|(path, before)| match before.restored(self.entries.get(path)) {
            Ok(entry) => Ok((path.clone(), entry)),
            Err(error) => Err(SetError::Misfit { path: path.clone(), error }),
        });
        for (path, entry) in restored.collect::<Result<Vec<_>, _>>()? {
            self.set(path, entry);
        }
        self.groups.remove(at);
        Ok(())
    }

    pub(super) fn accept(&mut self, accepted: &[Accepted]) -> Result<(), SetError> {
        let has = |path: &RepoPath| accepted.iter().any(|it| it.path == *path);
        let mut next = Vec::new();
        for Accepted { path, now } in accepted {
            if let Some(to) = self.copies_of(path).find(|to| !has(to)) {
                return Err(SetError::HalfOfMove { from: path.clone(), to: to.clone() });
            }
            let entry = match self.entries.get(path).ok_or_else(|| SetError::Unchanged(path.clone()))? {
                Entry::Gone { to, .. } => Entry::gone(*now, to.clone()),
                Entry::File { from: Some(from), text: None, .. } if *now == from.hash => None,
                Entry::File { from: Some(from), text: None, .. } => {
                    return Err(SetError::HalfOfMove { from: from.path.clone(), to: path.clone() });
                }
                Entry::File { text: None, from: None, .. } => None,
                Entry::File { text: Some(text), .. } => Entry::file(*now, None, text.clone()),
            };
            next.push((path.clone(), entry));
        }
        for (path, entry) in next {
            self.forget_groups(&path);
            self.unlink(&path);
            self.set(path, entry);
        }
        Ok(())
    }

    /// The moved files whose text is the one that the base has at `path`.
    fn copies_of<'a>(&'a self, path: &'a RepoPath) -> impl Iterator<Item = &'a RepoPath> {
        let is_copy = move |entry: &Entry| matches!(entry, Entry::File { from: Some(from), text: None, .. } if from.path == *path);
        self.entries.iter().filter(move |(_, entry)| is_copy(entry)).map(|(to, _)| to)
    }

    /// A group that touched an accepted path cannot be undone any more: what it would restore was over another base.
    fn forget_groups(&mut self, path: &RepoPath) {
        self.groups.retain(|group| !group.refers_to(path));
    }

    /// The other path of a move no longer refers to this one.
    fn unlink(&mut self, path: &RepoPath) {
        for entry in self.entries.values_mut() {
            match entry {
                Entry::Gone { to, .. } if to.as_ref() == Some(path) => *to = None,
                Entry::File { from, text: Some(_), .. } if from.as_ref().is_some_and(|from| from.path == *path) => {
                    *from = None;
                }
                _ => {}
            }
        }
    }
}
