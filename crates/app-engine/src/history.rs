//! A commit of the open repository's git history, shown with what it changed.

use crate::failure;
use change_set::diff::unified;
use git_history::{Content, GitError, Repository};
use host_web::sentence;
use protocol::{CommitFile, CommitInfo, CommitView, Failure, Reply};

/// Most files of which the changed lines are shown.
const FILES: usize = 200;
/// Most bytes of changed lines.
const BYTES: usize = 400_000;

/// The commit of this hash.
pub async fn commit(history: Option<&Repository>, hash: &str) -> Result<Reply, Failure> {
    let history = history.ok_or_else(|| failure::not_found("No git history was kept of this repository."))?;
    Ok(Reply::Commit { commit: view(history, hash).await.map_err(|error| failure::not_found(sentence(&error)))? })
}

async fn view(history: &Repository, hash: &str) -> Result<CommitView, GitError> {
    let commit = history.commit(history.resolve(hash).await?).await?;
    let mut view = CommitView {
        commit: CommitInfo {
            hash: commit.id.to_string(),
            subject: commit.subject(),
            author: commit.author.name.clone(),
            date: commit.authored.to_string(),
        },
        body: commit.body().to_owned(),
        parents: commit.parents.iter().map(ToString::to_string).collect(),
        files: Vec::new(),
        note: None,
    };
    let found = match history.changes_of(&commit, None).await {
        Ok(found) => found,
        Err(error @ GitError::NotHere(_)) => {
            view.note = Some(format!("What it changed is not known: {error}."));
            return Ok(view);
        }
        Err(error) => return Err(error),
    };
    let mut bytes = 0;
    for change in found.files.iter().take(FILES) {
        let (path, from, kind) = (change.path.clone(), change.from.clone(), change.kind.word().to_owned());
        let mut file = CommitFile { path, from, kind, added: 0, removed: 0, diff: String::new(), note: None };
        match history.content(change).await? {
            Content::Text(diff) => {
                (file.added, file.removed) = (diff.added, diff.removed);
                file.diff = unified(&[diff]);
            }
            Content::Other(why) => file.note = Some(format!("It {why}.")),
        }
        bytes += file.diff.len();
        if bytes > BYTES {
            (file.diff, file.note) = (String::new(), Some("The difference is too long to be shown here.".to_owned()));
        }
        view.files.push(file);
    }
    let left = found.files.len().saturating_sub(FILES);
    if left > 0 || found.cut {
        view.note =
            Some(format!("{left} more files are not shown{}.", if found.cut { ", and there are others" } else { "" }));
    }
    Ok(view)
}
