//! `git_branch_list`: the branches.

use super::work_tree::{WorkTreeTool, Working, first_lines};
use crate::policy::Effect;
use git_history::WorkTree;
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitBranchList {}

impl WorkTreeTool for GitBranchList {
    const NAME: &'static str = "git_branch_list";
    const DESCRIPTION: &'static str =
        "List the branches, newest first; the one that is checked out is marked with a star.";
    const EFFECT: Effect<'static> = Effect::Read;

    fn run(self, git: Rc<dyn WorkTree>) -> Working {
        Box::pin(async move {
            let text = git.branches().await?;
            Ok((first_lines(&text), format!("{} branches", text.lines().count())))
        })
    }
}
