//! `git_diff`: what differs between two commits, or between a commit and the files as they are proposed to be.

use super::reading::{Asking, HistoryError, HistoryOf, HistoryTool};
use super::rows::{cut, differences, row};
use crate::ToolOutput;
use change_set::diff::{FileDiff, Status, unified};
use git_history::Commit;
use schemars::JsonSchema;
use serde::Deserialize;
use source::RepoPath;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitDiff {
    /// The older commit; HEAD if left out.
    #[serde(default)]
    from: Option<String>,
    /// The newer commit. If left out, the files as they are now, with what is proposed to change.
    #[serde(default)]
    to: Option<String>,
    /// Only this file or folder. Needed for a comparison with the files as they are now, where nothing is proposed to change.
    #[serde(default)]
    path: String,
}

impl HistoryTool for GitDiff {
    const NAME: &'static str = "git_diff";
    const DESCRIPTION: &'static str = "Show what differs between two commits, or between a commit and the files as they are now with what is proposed to change, as a unified diff.";

    fn run(self, over: HistoryOf<'_>) -> Asking<'_> {
        Box::pin(async move {
            let path = over.path(&self.path)?;
            let old = over.commit(self.from.as_deref()).await?;
            match self.to.as_deref().filter(|to| !to.trim().is_empty()) {
                None => with_present(over, &old, path).await,
                Some(to) => {
                    let new = over.commit(Some(to)).await?;
                    let found = over.git.changes_between(&old, &new, path.as_deref()).await?;
                    let ((from, old), (to, new)) = (row(&old, None), row(&new, None));
                    let text = format!("From {from}\nto {to}\n\n{}", differences(over, &found).await?);
                    let summary = format!("{} files", found.files.len());
                    Ok(ToolOutput { text, summary, evidence: vec![old, new], ..ToolOutput::default() })
                }
            }
        })
    }
}

async fn with_present(over: HistoryOf<'_>, old: &Commit, path: Option<String>) -> Result<ToolOutput, HistoryError> {
    // The folder that the run is limited to is no file to compare.
    let path = path.filter(|path| Some(path.as_str()) != over.folder());
    let is_all = path.is_none();
    let paths = path.map_or_else(|| over.proposed(), |path| vec![path]);
    if paths.is_empty() {
        let why = "nothing is proposed to change; give the path of a file to compare it with the commit";
        return Err(HistoryError::Refused(why.to_owned()));
    }
    let mut diffs = Vec::new();
    for path in &paths {
        let (before, after) = (over.git.text_at(old, path).await?, over.present(path).await?);
        let status = match (&before, &after) {
            (None, None) => {
                let commit = old.id.short();
                return Err(HistoryError::Refused(format!(
                    "`{path}` is neither in the commit {commit} nor among the files now"
                )));
            }
            (None, Some(_)) => Status::Added,
            (Some(_), None) => Status::Deleted,
            (Some(before), Some(after)) if before == after => continue,
            (Some(_), Some(_)) => Status::Modified,
        };
        let path = RepoPath::parse(path).map_err(|error| HistoryError::Refused(error.to_string()))?;
        // A file that is not there differs as an empty one does; the status says which it is.
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        over.will_show_part_of([&before, &after]);
        diffs.push(FileDiff::new(path, None, status, &before, &after));
    }
    let (commit, evidence) = row(old, None);
    let rows: String =
        diffs.iter().map(|diff| format!("  {}  +{} -{}\n", diff.path, diff.added, diff.removed)).collect();
    let differs =
        if diffs.is_empty() { "No difference.\n".to_owned() } else { format!("{rows}\n{}", cut(&unified(&diffs))) };
    let only =
        if is_all { "Only the files that are proposed to change are compared; give a path for another.\n" } else { "" };
    let text = format!("From {commit}\nto the files as they are now:\n{differs}{only}");
    let summary = format!("{} files", diffs.len());
    Ok(ToolOutput { text, summary, evidence: vec![evidence], ..ToolOutput::default() })
}
