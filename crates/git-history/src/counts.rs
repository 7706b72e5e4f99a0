//! How often files were changed lately.

use crate::differences::ChangeKind;
use crate::history::{End, Query};
use crate::subjects::moves;
use crate::{GitError, ObjectId, Repository};
use limits::git::COUNTED_COMMITS;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// How many of the newest commits changed each file.
#[derive(Debug, Clone)]
pub struct ChangeCounts {
    /// Path and commits, most commits first; by the names that the files have now where they were moved as they were.
    pub files: Vec<(String, u32)>,
    /// Commits whose changes were counted: merges are left out.
    pub commits: u32,
    /// Why there are no more.
    pub end: End,
}

impl Repository {
    /// Counts over the newest commits up to what is checked out, at most [`COUNTED_COMMITS`]; `None` where there is no commit.
    ///
    /// # Errors
    /// That the data cannot be read. Where an older commit or what it changed is not here, it is not counted.
    pub async fn change_counts(&self) -> Result<Option<ChangeCounts>, GitError> {
        let Some(from) = self.head().await?.commit else { return Ok(None) };
        self.change_counts_from(from).await.map(Some)
    }

    async fn change_counts_from(&self, from: ObjectId) -> Result<ChangeCounts, GitError> {
        let history = self.history(&Query { from, first_parent: false, path: None, most: COUNTED_COMMITS }).await?;
        let (mut counts, mut commits, mut end) = (FxHashMap::<String, u32>::default(), 0, history.end);
        // Where a file of an older commit is now.
        let mut moved: FxHashMap<String, String> = FxHashMap::default();
        for logged in history.commits.iter().filter(|it| it.commit.parents.len() < 2 && !it.is_boundary) {
            self.blocks.files.pause().await;
            let changes = match self.plain_changes(&logged.commit).await {
                Ok(changes) => changes,
                Err(GitError::NotHere(_)) => {
                    end = End::NotHere;
                    continue;
                }
                Err(error) => return Err(error),
            };
            commits += 1;
            let now = |path: &str| moved.get(path).map_or_else(|| path.to_owned(), Clone::clone);
            for change in changes.iter().filter(|change| change.kind != ChangeKind::Deleted) {
                *counts.entry(now(&change.path)).or_default() += 1;
            }
            let moves: Vec<(String, String)> =
                moves(&changes).into_iter().map(|(old, new)| (old.to_owned(), now(new))).collect();
            moved.extend(moves);
        }
        let mut files: Vec<(String, u32)> = counts.into_iter().collect();
        files.sort_unstable_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
        Ok(ChangeCounts { files, commits, end })
    }
}
