//! `git_show`: a commit with its message and what it changed.

use super::reading::{Asking, HistoryOf, HistoryTool};
use super::rows::{differences, row};
use crate::ToolOutput;
use git_history::GitError;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitShow {
    /// The commit: a hash, a branch, a tag, `HEAD~2`.
    rev: String,
    /// Only what it changed in this file or folder; everything if left out.
    #[serde(default)]
    path: String,
}

impl HistoryTool for GitShow {
    const NAME: &'static str = "git_show";
    const DESCRIPTION: &'static str = "Show a commit: who made it and when, its whole message (why), and its difference from its first parent (what).";

    fn run(self, over: HistoryOf<'_>) -> Asking<'_> {
        Box::pin(async move {
            let path = over.path(&self.path)?;
            let commit = over.commit(Some(&self.rev)).await?;
            let (line, evidence) = row(&commit, None);
            let message: String = commit.message.trim().lines().map(|line| format!("    {line}\n")).collect();
            let merge = match commit.parents.len() {
                0 => "The first commit of its history: everything in it is new.\n".to_owned(),
                1 => String::new(),
                parents => format!("A merge of {parents} commits, compared with the first of them.\n"),
            };
            let changed = match over.git.changes_of(&commit, path.as_deref()).await {
                Ok(found) => differences(over, &found).await?,
                Err(error @ GitError::NotHere(_)) => format!("What it changed is not known: {error}."),
                Err(error) => return Err(error.into()),
            };
            let text = format!("{line}\n\n{message}\n{merge}{changed}");
            let summary = format!("{} {}", commit.id.short(), commit.subject());
            Ok(ToolOutput { text, summary, evidence: vec![evidence], ..ToolOutput::default() })
        })
    }
}
