//! `git_log`: the commits of the repository, or those that changed a file or folder.

use super::reading::{Asking, HistoryOf, HistoryTool};
use super::rows::{counted, row};
use crate::ToolOutput;
use git_history::{End, Query};
use limits::git::{COMMITS_LISTED, COMMITS_READ};
use schemars::JsonSchema;
use serde::Deserialize;

const DEFAULT: usize = 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitLog {
    /// Only commits that changed this file or folder; a file is followed to its earlier names. All if left out.
    #[serde(default)]
    path: String,
    /// The newest commit: a hash, a branch, a tag, `HEAD~2`. HEAD if left out.
    #[serde(default)]
    rev: Option<String>,
    /// How many commits; 20 if left out.
    #[serde(default)]
    max_count: Option<usize>,
    /// Of merges only what was merged into, not the commits of the branch.
    #[serde(default)]
    first_parent: bool,
}

impl HistoryTool for GitLog {
    const NAME: &'static str = "git_log";
    const DESCRIPTION: &'static str = "List commits, newest first: hash, date, author, subject. With a path: when and by whom that file or folder was changed. Cite a commit by its id in double brackets.";

    fn run(self, over: HistoryOf<'_>) -> Asking<'_> {
        Box::pin(async move {
            let path = over.path(&self.path)?;
            let from = over.commit(self.rev.as_deref()).await?.id;
            let most = self.max_count.unwrap_or(DEFAULT).clamp(1, COMMITS_LISTED);
            let query = Query { from, first_parent: self.first_parent, path: path.as_deref(), most };
            let history = over.git.history(&query).await?;
            let (mut rows, mut evidence) = (Vec::new(), Vec::new());
            for logged in &history.commits {
                // Whether it changed the path is not known where its parent is not here.
                let touched = logged.path.as_deref().filter(|_| !logged.is_boundary);
                let (mut text, found) = row(&logged.commit, touched);
                if let Some(from) = &logged.renamed_from {
                    text += &format!("  (renamed from `{from}`)");
                }
                if logged.path.is_some() && logged.is_boundary {
                    text += "  (this change or an earlier one: the history that is here begins there)";
                }
                rows.push(text);
                evidence.push(found);
            }
            let of = path.as_ref().map_or_else(String::new, |path| format!(" that changed `{path}`"));
            let count = counted(history.commits.len());
            rows.insert(0, format!("{count}{of}, newest first:"));
            rows.extend(end(history.end));
            Ok(ToolOutput { text: rows.join("\n"), summary: count, evidence, ..ToolOutput::default() })
        })
    }
}

fn end(end: End) -> Option<String> {
    match end {
        End::Beginning => None,
        End::Most => {
            Some("There are older ones; ask for more with max_count, or from an older commit with rev.".to_owned())
        }
        End::Read => Some(format!("{COMMITS_READ} commits were read; there may be older ones.")),
        End::NotHere => {
            Some("Older commits are not here: the clone is shallow, or not all git data was kept.".to_owned())
        }
    }
}
