//! What a stored run proposes to change, counted: files, lines added and removed.

use crate::commands::run_sources::folder;
use crate::output;
use agent::StoredRun;
use anyhow::{Context, Result};
use change_set::diff::{FileDiff, Status, of_set};
use change_set::{ChangeSet, Overlay};
use host_native::changes::Base;
use serde_json::{Value, json};
use source::RepoPath;
use std::path::Path;

/// The proposed changes of a run.
pub struct Proposed {
    files: Vec<File>,
    /// Why lines are not counted; `None` where they are.
    not_counted: Option<String>,
    /// Files that are not what the changes are based on: they are counted against what is there now.
    conflicts: Vec<String>,
}

struct File {
    path: RepoPath,
    /// What became of it and its lines added and removed; `None` where there is nothing to compare with.
    counted: Option<(Status, u32, u32)>,
}

impl Proposed {
    /// Reads the changes and compares them with the run's repository, or the folder that is named. Without either the files
    /// are known and their lines are not.
    ///
    /// # Errors
    /// If the run's state cannot be read.
    pub fn of(stored: &StoredRun, repository: Option<&Path>) -> Result<Self> {
        let changes = stored.proposed_changes()?;
        if changes.is_empty() {
            return Ok(Self { files: Vec::new(), not_counted: None, conflicts: Vec::new() });
        }
        Ok(compared(stored, &changes, repository).unwrap_or_else(|error| {
            let is_row = |overlay| !matches!(overlay, Overlay::Untouched | Overlay::Deleted { to: Some(_) });
            let paths = changes.iter().filter(|(_, overlay)| is_row(*overlay)).map(|(path, _)| path.clone());
            let files = paths.map(|path| File { path, counted: None }).collect();
            Self { files, not_counted: Some(format!("{error:#}")), conflicts: Vec::new() }
        }))
    }

    /// The sum in a line, then a line for each file; empty where nothing is proposed.
    pub fn lines(&self) -> Vec<String> {
        let files = match self.files.len() {
            0 => return Vec::new(),
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        let counted: Vec<_> = self.files.iter().filter_map(|file| file.counted).collect();
        let sum = |of: fn(&(Status, u32, u32)) -> u32| counted.iter().map(of).sum::<u32>();
        let first = match &self.not_counted {
            None => format!("{files}, +{} -{}", sum(|count| count.1), sum(|count| count.2)),
            Some(why) => format!("{files}; lines are not counted: {}", output::one_line(why)),
        };
        let conflicts = self.conflicts.iter().map(|why| format!("{why}; counted against what is there now"));
        [first].into_iter().chain(self.files.iter().map(File::line)).chain(conflicts).collect()
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let file = |file: &File| {
            let (status, added, removed) =
                file.counted.map_or((None, None, None), |(s, a, r)| (Some(s), Some(a), Some(r)));
            json!({ "path": file.path, "status": status, "added": added, "removed": removed })
        };
        json!({
            "files": self.files.iter().map(file).collect::<Vec<_>>(),
            "not_counted": self.not_counted,
            "conflicts": self.conflicts,
        })
    }
}

impl File {
    fn line(&self) -> String {
        let Some((status, added, removed)) = self.counted else { return self.path.to_string() };
        let what = match status {
            Status::Added => "  (new)",
            Status::Deleted => "  (deleted)",
            Status::Renamed => "  (moved)",
            Status::Modified => "",
        };
        format!("{}  +{added} -{removed}{what}", self.path)
    }
}

fn compared(stored: &StoredRun, changes: &ChangeSet, repository: Option<&Path>) -> Result<Proposed> {
    let base = Base::read(&folder(&stored.about, repository)?, changes)?;
    let read = |path: &RepoPath| base.text(path).with_context(|| format!("`{path}` is no longer there"));
    let file = |diff: FileDiff| File { path: diff.path, counted: Some((diff.status, diff.added, diff.removed)) };
    Ok(Proposed {
        files: of_set(changes, read)?.into_iter().map(file).collect(),
        not_counted: None,
        conflicts: base.conflicts(changes).iter().map(ToString::to_string).collect(),
    })
}
