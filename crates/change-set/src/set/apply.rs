//! The reducer: what an update makes of a set.

use super::entry::{Entry, Origin};
use super::undo::{Before, Group};
use super::{ChangeSet, MAX_FILE_BYTES, MAX_FILES, MAX_GROUPS, MAX_PROBLEMS, MAX_SET_BYTES, SetError};
use crate::change::{Change, ChangeKind, Update};
use crate::{path, splice};
use source::{ContentHash, RepoPath};
use std::sync::Arc;

/// Paths and what the set is to know of them afterwards.
type Next = Vec<(RepoPath, Option<Entry>)>;

impl ChangeSet {
    /// Applies an update; the set is as it was where it is refused.
    pub fn apply(&mut self, update: &Update) -> Result<(), SetError> {
        match update {
            Update::Change(change) => self.change(change),
            Update::Undo { group } => self.undo(*group),
            Update::Accepted(accepted) => self.accept(accepted),
        }
    }

    /// [`ChangeSet::apply`] for a log, where nobody is there to be refused: the reason goes to [`ChangeSet::problems`].
    pub fn reduce(&mut self, update: Update) {
        if let Err(error) = self.apply(&update)
            && self.problems.len() < MAX_PROBLEMS
        {
            self.problems.push(error.to_string());
        }
    }

    fn change(&mut self, change: &Change) -> Result<(), SetError> {
        path::check(&change.path)?;
        if change.group < self.newest || change.group == 0 {
            return Err(SetError::ClosedGroup { group: change.group, newest: self.newest });
        }
        let next = self.next(change)?;
        self.check_limits(&next)?;
        self.record(change, &next)?;
        for (path, entry) in next {
            self.set(path, entry);
        }
        self.newest = change.group;
        Ok(())
    }

    pub(super) fn set(&mut self, path: RepoPath, entry: Option<Entry>) {
        match entry {
            Some(entry) => self.entries.insert(path, entry),
            None => self.entries.remove(&path),
        };
    }

    fn next(&self, change: &Change) -> Result<Next, SetError> {
        let path = &change.path;
        let entry = self.entries.get(path);
        match &change.kind {
            ChangeKind::Text(text) => Ok(vec![self.written(path, change.base, text.as_str().into())]),
            ChangeKind::Hunks { before, splices } => {
                let text = entry.and_then(Entry::text).ok_or_else(|| SetError::Stale(path.clone()))?;
                if *before != Some(ContentHash::of(text.as_bytes())) {
                    return Err(SetError::Stale(path.clone()));
                }
                let text = splice::apply(text, splices);
                let text = text.map_err(|error| SetError::Misfit { path: path.clone(), error })?;
                Ok(vec![self.written(path, change.base, text.into())])
            }
            ChangeKind::Delete => self.deleted(path, change.base),
            ChangeKind::Move { to } => self.moved(path, change.base, to),
            ChangeKind::Revert => self.reverted(path),
        }
    }

    fn written(&self, path: &RepoPath, base: Option<ContentHash>, text: Arc<str>) -> (RepoPath, Option<Entry>) {
        let entry = match self.entries.get(path) {
            None => Entry::file(base, None, text),
            Some(Entry::File { base, from, .. }) => Entry::file(*base, from.clone(), text),
            Some(Entry::Gone { base, .. }) => Entry::file(*base, None, text),
        };
        (path.clone(), entry)
    }

    fn deleted(&self, path: &RepoPath, base: Option<ContentHash>) -> Result<Next, SetError> {
        match self.entries.get(path) {
            None if base.is_some() => Ok(vec![(path.clone(), Entry::gone(base, None))]),
            Some(Entry::File { base, from, .. }) => {
                let mut next = vec![(path.clone(), Entry::gone(*base, None))];
                if let Some(from) = from
                    && let Some(Entry::Gone { base, to: Some(to) }) = self.entries.get(&from.path)
                    && to == path
                {
                    next.push((from.path.clone(), Entry::gone(*base, None)));
                }
                Ok(next)
            }
            None | Some(Entry::Gone { .. }) => Err(SetError::Missing(path.clone())),
        }
    }

    fn moved(&self, path: &RepoPath, base: Option<ContentHash>, to: &RepoPath) -> Result<Next, SetError> {
        path::check(to)?;
        let (base, from, text) = match self.entries.get(path) {
            None if base.is_some() => (base, None, None),
            Some(Entry::File { base, from, text }) => (*base, from.clone(), text.clone()),
            None | Some(Entry::Gone { .. }) => return Err(SetError::Missing(path.clone())),
        };
        // A file of the base was moved from where the base has it, however often it was moved since.
        let origin = from.clone().or(base.map(|_| Origin { path: path.clone(), hash: base }));
        let is_home = origin.as_ref().is_some_and(|origin| origin.path == *to);
        let target_base = match self.entries.get(to) {
            None if to != path && !is_home => None,
            Some(Entry::Gone { base, .. }) => *base,
            None | Some(Entry::File { .. }) => return Err(SetError::Exists(to.clone())),
        };
        let target = match text {
            Some(text) => Entry::file(target_base, origin.filter(|_| !is_home), text),
            None if is_home => None,
            None => Some(Entry::File { base: target_base, from: origin, text: None }),
        };
        let mut next = vec![(path.clone(), Entry::gone(base, from.is_none().then(|| to.clone())))];
        if let Some(from) = from.filter(|_| !is_home)
            && let Some(Entry::Gone { base, to: Some(was_at) }) = self.entries.get(&from.path)
            && was_at == path
        {
            next.push((from.path, Entry::gone(*base, Some(to.clone()))));
        }
        next.push((to.clone(), target));
        Ok(next)
    }

    fn reverted(&self, path: &RepoPath) -> Result<Next, SetError> {
        let entry = self.entries.get(path).ok_or_else(|| SetError::Unchanged(path.clone()))?;
        let partner = match entry {
            Entry::File { from, .. } => from.as_ref().map(|from| &from.path),
            Entry::Gone { to, .. } => to.as_ref(),
        };
        let mut next = vec![(path.clone(), None)];
        if let Some(partner) = partner.filter(|partner| self.are_one_move(path, partner)) {
            next.push((partner.clone(), None));
        }
        Ok(next)
    }

    /// Whether one path is where the file at the other was moved from.
    fn are_one_move(&self, one: &RepoPath, other: &RepoPath) -> bool {
        let moved = |from, to| matches!(self.entries.get(from), Some(Entry::Gone { to: Some(it), .. }) if it == to);
        moved(one, other) || moved(other, one)
    }

    fn check_limits(&self, next: &Next) -> Result<(), SetError> {
        let (mut files, mut bytes) = (self.entries.len(), self.bytes());
        let (files_before, bytes_before) = (files, bytes);
        for (path, entry) in next {
            let before = self.entries.get(path);
            let len = entry.as_ref().map_or(0, Entry::text_len);
            if len > MAX_FILE_BYTES {
                return Err(SetError::FileTooLarge { path: path.clone(), bytes: len });
            }
            files = files + usize::from(entry.is_some()) - usize::from(before.is_some());
            bytes = bytes + len - before.map_or(0, Entry::text_len);
        }
        // What makes a set smaller is never refused.
        if files > MAX_FILES && files > files_before {
            return Err(SetError::TooManyFiles { files });
        }
        if bytes > MAX_SET_BYTES && bytes > bytes_before {
            return Err(SetError::SetTooLarge { bytes });
        }
        Ok(())
    }

    fn record(&mut self, change: &Change, next: &Next) -> Result<(), SetError> {
        let is_open = self.groups.last().is_some_and(|group| group.number == change.group);
        let mut before = if is_open { self.groups[self.groups.len() - 1].before.clone() } else { Default::default() };
        for (path, entry) in next {
            let now = self.entries.get(path);
            let old = match before.get(path) {
                Some(old) => old.restored(now).map_err(|error| SetError::Misfit { path: path.clone(), error })?,
                None => now.cloned(),
            };
            before.insert(path.clone(), Before::of(old, entry.as_ref()));
        }
        if is_open {
            self.groups.pop();
        }
        self.groups.push(Group { number: change.group, call: change.call.clone(), before });
        while self.groups.len() > MAX_GROUPS
            || (self.groups.len() > 1 && self.groups.iter().map(Group::bytes).sum::<usize>() > MAX_SET_BYTES)
        {
            self.groups.remove(0);
        }
        Ok(())
    }
}
