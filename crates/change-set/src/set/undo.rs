//! What is kept to take a group back.

use super::entry::Entry;
use crate::splice::{self, Splice};
use serde::{Deserialize, Serialize};
use source::RepoPath;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The changes of one tool call: each path as it was before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Group {
    pub number: u32,
    pub call: String,
    pub before: BTreeMap<RepoPath, Before>,
}

/// A path before a group: small, because an edited text is kept as its difference from the text after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Before {
    /// None: the set did not touch the path.
    entry: Option<Entry>,
    /// Where set, `entry` lacks its text: it is the text after with these in place.
    back: Option<Vec<Splice>>,
}

impl Before {
    pub fn of(before: Option<Entry>, after: Option<&Entry>) -> Self {
        let texts = before.as_ref().and_then(Entry::text).zip(after.and_then(Entry::text));
        let Some((old, new)) = texts else { return Self { entry: before, back: None } };
        let back = splice::between(new, old);
        let mut entry = before;
        if let Some(Entry::File { text, .. }) = &mut entry {
            *text = None;
        }
        Self { entry, back: Some(back) }
    }

    /// The entry as it was; an error where a stored log holds splices that do not fit.
    pub fn restored(&self, after: Option<&Entry>) -> Result<Option<Entry>, splice::SpliceError> {
        let mut entry = self.entry.clone();
        if let (Some(back), Some(Entry::File { text, .. })) = (&self.back, &mut entry) {
            let after = after.and_then(Entry::text).map_or("", |text| text);
            *text = Some(Arc::from(splice::apply(after, back)?));
        }
        Ok(entry)
    }

    fn bytes(&self) -> usize {
        let back = self.back.iter().flatten().map(|splice| splice.insert.len()).sum::<usize>();
        back + self.entry.as_ref().map_or(0, Entry::text_len)
    }
}

impl Group {
    /// Whether undoing the group would touch the path, or restore a file that was moved from there.
    pub fn refers_to(&self, path: &RepoPath) -> bool {
        let moved_from =
            |before: &Before| matches!(&before.entry, Some(Entry::File { from: Some(from), .. }) if from.path == *path);
        self.before.contains_key(path) || self.before.values().any(moved_from)
    }

    pub fn bytes(&self) -> usize {
        self.before.values().map(Before::bytes).sum()
    }
}
