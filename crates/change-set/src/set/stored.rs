//! A set as it is stored, before it is checked.

use super::entry::Entry;
use super::undo::Group;
use super::{ChangeSet, MAX_FILE_BYTES, SetError};
use crate::path;
use serde::Deserialize;
use source::RepoPath;
use std::collections::BTreeMap;

/// The fields of a [`ChangeSet`].
#[derive(Deserialize)]
pub(super) struct Stored {
    entries: BTreeMap<RepoPath, Entry>,
    groups: Vec<Group>,
    newest: u32,
    problems: Vec<String>,
}

impl TryFrom<Stored> for ChangeSet {
    type Error = SetError;

    fn try_from(stored: Stored) -> Result<Self, SetError> {
        let restored = stored.groups.iter().flat_map(|group| group.before.keys());
        stored.entries.keys().chain(restored).try_for_each(path::check)?;
        for (path, entry) in &stored.entries {
            if entry.text_len() > MAX_FILE_BYTES {
                return Err(SetError::FileTooLarge { path: path.clone(), bytes: entry.text_len() });
            }
        }
        Ok(Self { entries: stored.entries, groups: stored.groups, newest: stored.newest, problems: stored.problems })
    }
}
