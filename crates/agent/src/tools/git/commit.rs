//! `git_commit`: commits what was added.

use super::work_tree::{WorkTreeTool, Working, first_lines};
use crate::policy::Effect;
use git_history::WorkTree;
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitCommit {
    /// The message: a subject of at most 72 characters; then, after an empty line, why.
    message: String,
}

impl WorkTreeTool for GitCommit {
    const NAME: &'static str = "git_commit";
    const DESCRIPTION: &'static str =
        "Commit what was added. The person is asked first. No hooks run, and the commit is not signed.";
    const EFFECT: Effect<'static> = Effect::GitWrite;

    fn run(self, git: Rc<dyn WorkTree>) -> Working {
        Box::pin(async move {
            let text = git.commit(&self.message).await?;
            Ok((format!("Committed; no hooks ran.\n{}", first_lines(&text)), "committed".to_owned()))
        })
    }
}
