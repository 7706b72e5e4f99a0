//! `git_prepare_pr`: says what a pull request would hold.

use super::work_tree::{WorkTreeTool, Working, first_lines};
use crate::policy::Effect;
use git_history::WorkTree;
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitPreparePr {
    /// The branch that it is to go into, such as `main`.
    base: String,
}

impl WorkTreeTool for GitPreparePr {
    const NAME: &'static str = "git_prepare_pr";
    const DESCRIPTION: &'static str = "Prepare a pull request of the branch that is checked out: its commits and files against a base branch. Nothing is pushed or sent. The person is asked first. Refused where files are changed and not committed.";
    const EFFECT: Effect<'static> = Effect::GitWrite;

    fn run(self, git: Rc<dyn WorkTree>) -> Working {
        Box::pin(async move {
            let ready = git.prepare(&self.base).await?;
            let text = format!(
                "`{}` into `{}`, nothing was pushed. The person pushes it with: git push -u origin {}\n\nCommits:\n{}\nFiles:\n{}",
                ready.branch, ready.base, ready.branch, ready.commits, ready.stat
            );
            Ok((first_lines(&text), format!("`{}` into `{}`", ready.branch, ready.base)))
        })
    }
}
