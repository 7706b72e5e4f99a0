//! A codebase as it is with proposed changes: reading, listing, finding and grep see new, changed, moved and deleted files.
//!
//! Only text is seen through the changes. The call graph and the search index are those of the base; who shows their
//! results looks their lines up here ([`Overlaid::now`]).
//!
//! Like every question these are pure, and a page that is not loaded is [`QuestionError::NotLoaded`], so that a
//! [`Reader`](crate::Reader) runs them again. Without changes each answers as the [`Codebase`] does. Start at
//! [`Overlaid::content`].

mod find;
mod grep;
mod list;
mod read;
mod relocate;
#[cfg(test)]
mod tests;
mod texts;
mod writable;

pub use find::FoundPaths;
pub use relocate::Now;
pub use texts::ChangedText;
pub use writable::{PatchRefused, WriteRefused};

use crate::questions::QuestionError;
use crate::{Codebase, SpanRef};
use change_set::{ChangeSet, Overlay};
use source::{ContentHash, FileId, RepoPath};
use std::collections::BTreeSet;

/// A codebase with proposed changes over it.
#[derive(Debug, Clone, Copy)]
pub struct Overlaid<'a> {
    codebase: &'a Codebase,
    changes: &'a ChangeSet,
}

/// A file of the overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Content<'a> {
    /// Its whole text.
    pub text: &'a str,
    /// The hash of what the base has at the same path, for a [`Proposal`](change_set::Proposal); None for a path that is new.
    pub base: Option<ContentHash>,
    /// The file of the base that it is, wherever that is; None where it is new.
    pub origin: Option<FileId>,
    /// Whether its text or its path is not that of the base.
    pub is_changed: bool,
}

impl<'a> Overlaid<'a> {
    /// A codebase seen through changes.
    pub fn new(codebase: &'a Codebase, changes: &'a ChangeSet) -> Self {
        Self { codebase, changes }
    }

    /// The base: what the repository has.
    pub fn codebase(self) -> &'a Codebase {
        self.codebase
    }

    /// The proposed changes.
    pub fn changes(self) -> &'a ChangeSet {
        self.changes
    }

    /// Whether the changes touch this path.
    pub fn touches(self, path: &str) -> bool {
        !self.changes.is_empty()
            && RepoPath::parse(path).is_ok_and(|path| self.changes.read(&path) != Overlay::Untouched)
    }

    /// The file at a path; None where the overlay has none.
    ///
    /// # Errors
    /// The page of its text is not loaded, or it was moved from a file that the base no longer has.
    pub fn content(self, path: &RepoPath) -> Result<Option<Content<'a>>, QuestionError> {
        let find = |path: &RepoPath| self.codebase.snapshot().find(path.as_str());
        match self.changes.read(path) {
            Overlay::Deleted { .. } => Ok(None),
            Overlay::Changed { text, from, base } => {
                let origin = find(from.unwrap_or(path));
                Ok(Some(Content { text, base, origin, is_changed: true }))
            }
            Overlay::Moved { from, base } => {
                let then = self.changes.base(from).flatten();
                let gone = || QuestionError::BaseChanged { path: path.to_string(), from: from.to_string() };
                let origin = find(from).ok_or_else(gone)?;
                let now = self.codebase.hash_of(origin)?;
                if then.is_some_and(|then| then != now) {
                    return Err(gone());
                }
                let text = self.codebase.text(origin)?;
                Ok(Some(Content { text, base, origin: Some(origin), is_changed: true }))
            }
            Overlay::Untouched => {
                let Some(file) = find(path) else { return Ok(None) };
                let base = Some(self.codebase.hash_of(file)?);
                let text = self.codebase.text(file)?;
                Ok(Some(Content { text, base, origin: Some(file), is_changed: false }))
            }
        }
    }

    /// The hash of what the base has at a path, or had when the path was first changed: what a
    /// [`Proposal`](change_set::Proposal) asks for. None where the base has no such file.
    ///
    /// # Errors
    /// The page of its text is not loaded.
    pub fn base_hash(self, path: &RepoPath) -> Result<Option<ContentHash>, QuestionError> {
        if let Some(base) = self.changes.base(path) {
            return Ok(base);
        }
        let file = self.codebase.snapshot().find(path.as_str());
        Ok(file.map(|file| self.codebase.hash_of(file)).transpose()?)
    }

    /// Every file of the overlay, sorted by path.
    pub fn paths(self) -> Vec<&'a RepoPath> {
        let base = self.codebase.snapshot().files.iter().map(|file| &file.path);
        if self.changes.is_empty() {
            return base.collect();
        }
        let mut paths: BTreeSet<&RepoPath> = base.collect();
        for (path, overlay) in self.changes.iter() {
            match overlay {
                Overlay::Deleted { .. } => paths.remove(path),
                Overlay::Changed { .. } | Overlay::Moved { .. } => paths.insert(path),
                Overlay::Untouched => false,
            };
        }
        paths.into_iter().collect()
    }

    /// The files of the overlay that questions are limited to.
    pub fn paths_in_scope(self) -> Vec<&'a RepoPath> {
        let mut paths = self.paths();
        paths.retain(|path| self.codebase.takes_path(path.as_str()));
        paths
    }

    /// Whether the overlay has a file at this path.
    pub fn has(self, path: &RepoPath) -> bool {
        match self.changes.read(path) {
            Overlay::Changed { .. } | Overlay::Moved { .. } => true,
            Overlay::Deleted { .. } => false,
            Overlay::Untouched => self.codebase.snapshot().find(path.as_str()).is_some(),
        }
    }

    /// The text of a span that the overlay holds: the path exists, the lines are inside the file, and their text has the
    /// hash.
    ///
    /// # Errors
    /// As [`content`](Self::content).
    pub fn text_of(self, span: &SpanRef) -> Result<Option<&'a str>, QuestionError> {
        if !self.touches(&span.path) {
            return Ok(self.codebase.text_of(span)?);
        }
        // What is touched has a path that was read just now.
        let Ok(path) = RepoPath::parse(&span.path) else { return Ok(None) };
        let Some(content) = self.content(&path)? else { return Ok(None) };
        let text = read::lines(content.text, span.start_line, span.end_line);
        Ok(text.filter(|text| ContentHash::of(text.as_bytes()) == span.hash))
    }
}
