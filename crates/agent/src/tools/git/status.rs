//! `git_status`: what is changed and not committed.

use super::work_tree::{WorkTreeTool, Working, first_lines};
use crate::policy::Effect;
use git_history::WorkTree;
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitStatus {}

impl WorkTreeTool for GitStatus {
    const NAME: &'static str = "git_status";
    const DESCRIPTION: &'static str = "What is changed on disk and not committed, and the branch that is checked out, in git's short form. Proposed changes are not on disk.";
    const EFFECT: Effect<'static> = Effect::Read;

    fn run(self, git: Rc<dyn WorkTree>) -> Working {
        Box::pin(async move {
            let text = git.status().await?;
            let changed = text.lines().skip(1).count();
            Ok((first_lines(&text), format!("{changed} changed files")))
        })
    }
}
