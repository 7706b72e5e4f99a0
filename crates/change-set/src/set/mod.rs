//! The set of proposed changes: what each touched path is now, and how to take the last groups back.
//!
//! A set changes by [`ChangeSet::apply`] alone, which checks every limit first and leaves the set as it was where it refuses.
//! Two views of it: [`ChangeSet::read`] answers what the overlay has at a path, [`crate::diff`] shows what differs from the
//! base. [`ChangeSet::propose`] makes the changes of a tool call.

mod apply;
mod entry;
mod error;
mod propose;
mod settle;
mod stored;
#[cfg(test)]
mod tests;
mod toward;
mod undo;

pub use error::SetError;
pub use propose::Proposal;

use entry::Entry;
use serde::{Deserialize, Serialize};
use source::{ContentHash, RepoPath};
use std::collections::BTreeMap;
use std::sync::Arc;
use undo::Group;

pub use limits::edits::{
    FILE_BYTES as MAX_FILE_BYTES, FILES as MAX_FILES, GROUPS as MAX_GROUPS, SET_BYTES as MAX_SET_BYTES,
};

use limits::edits::PROBLEMS as MAX_PROBLEMS;

/// Proposed changes over a base that the set itself does not hold.
///
/// A stored set is not trusted: it is read only where every path may be written and every text is within the limit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "stored::Stored")]
pub struct ChangeSet {
    entries: BTreeMap<RepoPath, Entry>,
    /// Oldest first.
    groups: Vec<Group>,
    newest: u32,
    problems: Vec<String>,
}

/// What the overlay has at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlay<'a> {
    /// The set does not touch the path: ask the base.
    Untouched,
    /// A file with this text.
    Changed {
        /// The whole text.
        text: &'a Arc<str>,
        /// Where the file is in the base, if it was moved.
        from: Option<&'a RepoPath>,
        /// What the base has at this path; None where the file is new here.
        base: Option<ContentHash>,
    },
    /// A moved file whose text is the one that the base has at `from`.
    Moved {
        /// Where the file is in the base.
        from: &'a RepoPath,
        /// What the base has at this path; None where the file is new here.
        base: Option<ContentHash>,
    },
    /// The base has a file there, the overlay has none.
    Deleted {
        /// Where it was moved to, if it was.
        to: Option<&'a RepoPath>,
    },
}

/// A group that can be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupInfo<'a> {
    /// Its number.
    pub number: u32,
    /// The tool call that made it.
    pub call: &'a str,
    /// The paths it touched, sorted.
    pub paths: Vec<&'a RepoPath>,
}

impl ChangeSet {
    /// What the overlay has at a path.
    pub fn read(&self, path: &RepoPath) -> Overlay<'_> {
        self.entries.get(path).map_or(Overlay::Untouched, overlay)
    }

    /// Every touched path, sorted, with what the overlay has there.
    pub fn iter(&self) -> impl Iterator<Item = (&RepoPath, Overlay<'_>)> {
        self.entries.iter().map(|(path, entry)| (path, overlay(entry)))
    }

    /// What the base has, or had when it was first touched, at a path that the set touches: what a host checks on disk
    /// before it writes. The outer None: the set does not touch the path.
    pub fn base(&self, path: &RepoPath) -> Option<Option<ContentHash>> {
        self.entries.get(path).map(Entry::base)
    }

    /// How many paths are touched.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is proposed.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes of all changed texts.
    pub fn bytes(&self) -> usize {
        self.entries.values().map(Entry::text_len).sum()
    }

    /// The groups that can be undone, oldest first.
    pub fn groups(&self) -> impl DoubleEndedIterator<Item = GroupInfo<'_>> {
        self.groups.iter().map(|group| GroupInfo {
            number: group.number,
            call: &group.call,
            paths: group.before.keys().collect(),
        })
    }

    /// A hash of what the overlay shows: equal for sets that show the same, whatever their history.
    pub fn hash(&self) -> ContentHash {
        let mut seen = String::new();
        for (path, entry) in &self.entries {
            let shown = match entry {
                Entry::File { text: Some(text), .. } => format!("text {}", ContentHash::of(text.as_bytes())),
                Entry::File { from, .. } => format!("from {:?}", from.as_ref().map(|from| (&from.path, from.hash))),
                Entry::Gone { .. } => "gone".to_owned(),
            };
            seen.push_str(&format!("{path}\0{shown}\n"));
        }
        ContentHash::of(seen.as_bytes())
    }

    /// Why updates of a log were left out by [`ChangeSet::reduce`]; the first few.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

fn overlay(entry: &Entry) -> Overlay<'_> {
    match entry {
        Entry::File { text: Some(text), from, base } => {
            Overlay::Changed { text, from: from.as_ref().map(|from| &from.path), base: *base }
        }
        Entry::File { text: None, from: Some(from), base } => Overlay::Moved { from: &from.path, base: *base },
        Entry::File { text: None, from: None, .. } => Overlay::Untouched,
        Entry::Gone { to, .. } => Overlay::Deleted { to: to.as_ref() },
    }
}
