//! `git_remote_list`: the remotes.

use super::work_tree::{WorkTreeTool, Working, first_lines};
use crate::policy::Effect;
use git_history::WorkTree;
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitRemoteList {}

impl WorkTreeTool for GitRemoteList {
    const NAME: &'static str = "git_remote_list";
    const DESCRIPTION: &'static str = "List the remotes with their addresses.";
    const EFFECT: Effect<'static> = Effect::Read;

    fn run(self, git: Rc<dyn WorkTree>) -> Working {
        Box::pin(async move {
            let text = git.remotes().await?;
            let text = if text.is_empty() { "There are no remotes.".to_owned() } else { first_lines(&text) };
            Ok((text, "remotes".to_owned()))
        })
    }
}
