//! What commits say of the files that they changed, for those who search by it.

use crate::differences::{Change, ChangeKind};
use crate::history::{End, Query};
use crate::{Commit, GitError, ObjectId, Repository};
use limits::git::{SUBJECT_COMMITS, SUBJECT_FILES};
use rustc_hash::FxHashMap;

/// A commit whose subject speaks for the files that it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The commit.
    pub commit: ObjectId,
    /// The first paragraph of its message, on one line.
    pub text: String,
    /// What it changed, by the names that the files have now where they were moved as they were; in order.
    pub paths: Vec<String>,
}

/// The subjects of a history.
#[derive(Debug, Clone)]
pub struct Subjects {
    /// Newest first. Merges, reverts, what robots wrote, releases and mass changes are left out.
    pub commits: Vec<Subject>,
    /// Commits that were looked at.
    pub read: usize,
    /// Why there are no more.
    pub end: End,
}

/// What the first word of a subject is where the rest says nothing of the code.
const EMPTY_STARTS: &[&str] =
    &["bump", "fixup", "format", "lint", "merge", "reformat", "release", "revert", "rustfmt", "squash", "typo", "wip"];

/// Beginnings of that kind that are more than a word.
const EMPTY_BEGINNINGS: &[&str] = &[
    "apply suggestions from code review",
    "build(deps",
    "chore(deps",
    "chore(release",
    "cargo fmt",
    "initial commit",
    "prepare release",
    "run prettier",
    "update changelog",
    "update dependenc",
    "version bump",
];

impl Repository {
    /// The subjects up to what is checked out; `None` where there is no commit yet.
    ///
    /// # Errors
    /// As of [`subjects`](Self::subjects).
    pub async fn subjects_of_head(&self) -> Result<Option<Subjects>, GitError> {
        match self.head().await?.commit {
            Some(commit) => self.subjects(commit).await.map(Some),
            None => Ok(None),
        }
    }

    /// What the newest commits up to `from` say of the files that they changed; at most [`SUBJECT_COMMITS`] are looked at.
    ///
    /// # Errors
    /// That the data cannot be read. Where an older commit or what it changed is not here, the list ends with
    /// [`End::NotHere`] or goes on without it.
    pub async fn subjects(&self, from: ObjectId) -> Result<Subjects, GitError> {
        let history = self.history(&Query { from, first_parent: false, path: None, most: SUBJECT_COMMITS }).await?;
        let mut commits = Vec::new();
        // Where a file of an older commit is now.
        let mut moved: FxHashMap<String, String> = FxHashMap::default();
        let mut end = history.end;
        for logged in history.commits.iter().filter(|logged| logged.commit.parents.len() < 2) {
            if logged.is_boundary {
                continue;
            }
            self.blocks.files.pause().await;
            let changes = match self.plain_changes(&logged.commit).await {
                Ok(changes) => changes,
                Err(GitError::NotHere(_)) => {
                    end = End::NotHere;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let now = |path: &str| moved.get(path).map_or_else(|| path.to_owned(), Clone::clone);
            let kept = changes.iter().filter(|change| change.kind != ChangeKind::Deleted);
            let mut paths: Vec<String> = kept.map(|change| now(&change.path)).collect();
            let moves: Vec<(String, String)> =
                moves(&changes).into_iter().map(|(old, new)| (old.to_owned(), now(new))).collect();
            moved.extend(moves);
            let text = logged.commit.subject();
            if (1..=SUBJECT_FILES).contains(&changes.len()) && !paths.is_empty() && speaks(&logged.commit, &text) {
                paths.sort_unstable();
                commits.push(Subject { commit: logged.commit.id, text, paths });
            }
        }
        Ok(Subjects { commits, read: history.commits.len(), end })
    }

    pub(crate) async fn plain_changes(&self, commit: &Commit) -> Result<Vec<Change>, GitError> {
        let before = match commit.parents.first() {
            Some(parent) => Some(self.commit(*parent).await?.tree),
            None => None,
        };
        Ok(self.plain_differences(before, commit.tree).await?.0)
    }
}

/// Files that were moved without any change of their content: from, to.
pub(crate) fn moves(changes: &[Change]) -> Vec<(&str, &str)> {
    let mut gone: FxHashMap<ObjectId, &str> = FxHashMap::default();
    for change in changes.iter().filter(|change| change.kind == ChangeKind::Deleted) {
        gone.extend(change.old.map(|entry| (entry.id, change.path.as_str())));
    }
    let came = changes.iter().filter(|change| change.kind == ChangeKind::Added);
    came.filter_map(|change| Some((gone.remove(&change.new?.id)?, change.path.as_str()))).collect()
}

/// Whether a subject says what was changed in the code.
fn speaks(commit: &Commit, subject: &str) -> bool {
    let author = commit.author.name.to_lowercase();
    let is_robot = author.ends_with("[bot]") || author.ends_with("-bot") || author.contains("dependabot");
    let lower = subject.to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("");
    let is_version = first.strip_prefix('v').unwrap_or(first).bytes().all(|byte| byte.is_ascii_digit());
    let is_empty = EMPTY_STARTS.contains(&first) || EMPTY_BEGINNINGS.iter().any(|start| lower.starts_with(start));
    !(is_robot || is_version || is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Person, Time};

    fn speaks_of(author: &str, subject: &str) -> bool {
        let id = ObjectId::from_bytes([7; 20]);
        let time = Time { seconds: 0, zone_minutes: 0 };
        let author = Person { name: author.to_owned(), email: String::new() };
        let message = subject.to_owned();
        let commit = Commit { id, tree: id, parents: vec![], author, authored: time, committed: time, message };
        speaks(&commit, subject)
    }

    #[test]
    fn subjects_that_say_nothing_of_the_code_are_known() {
        for subject in ["Retry payments when the provider is away", "fix(cart): empty carts", "Versions are compared"] {
            assert!(speaks_of("Ada", subject), "{subject}");
        }
        for subject in ["Revert \"Retry payments\"", "Bump serde from 1 to 2", "v1.2.3", "2.0", "WIP", "chore(deps): x"]
        {
            assert!(!speaks_of("Ada", subject), "{subject}");
        }
        assert!(!speaks_of("renovate[bot]", "Retry payments"));
    }
}
