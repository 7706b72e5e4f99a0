//! A commit of the open repository's git history, shown with what it changed.

use crate::failure;
use change_set::diff::unified;
use codebase::Codebase;
use git_history::{Content, GitError, Repository};
use host_web::sentence;
use protocol::{CommitFile, CommitInfo, CommitView, Failure, OverviewKind, OverviewLine, OverviewSection, Reply};
use std::collections::BTreeSet;

/// Most files of which the changed lines are shown.
const FILES: usize = 200;
/// Most bytes of changed lines.
const BYTES: usize = 400_000;

/// Most files that are listed of those that were changed most.
const CHANGED: usize = 8;

/// The files of the repository that most of the newest commits changed.
pub async fn changed_most(history: Option<&Repository>, codebase: &Codebase) -> Result<Reply, Failure> {
    let Some(history) = history else { return Ok(Reply::ChangedMost { section: None }) };
    let found = history.change_counts().await.map_err(|error| failure::not_found(sentence(&error)))?;
    let section = found.and_then(|counts| {
        let here: BTreeSet<&str> = codebase.snapshot().files.iter().map(|file| file.path.as_str()).collect();
        let line = |(path, commits): (String, u32)| OverviewLine {
            title: path.clone(),
            detail: String::new(),
            path,
            start_line: 1,
            end_line: 1,
            symbol: None,
            count: Some(commits),
        };
        let kept = counts.files.into_iter().filter(|(path, _)| here.contains(path.as_str()));
        let lines: Vec<OverviewLine> = kept.take(CHANGED).map(line).collect();
        let section = OverviewSection { kind: OverviewKind::Changed, lines, total: Some(counts.commits) };
        (!section.lines.is_empty()).then_some(section)
    });
    Ok(Reply::ChangedMost { section })
}

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
