//! `git_add`: adds files to the next commit.

use super::work_tree::{WorkTreeTool, Working, first_lines};
use crate::policy::Effect;
use git_history::WorkTree;
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitAdd {
    /// The files, relative to the repository's root.
    paths: Vec<String>,
}

impl WorkTreeTool for GitAdd {
    const NAME: &'static str = "git_add";
    const DESCRIPTION: &'static str = "Add files on disk to the next commit. The person is asked first.";
    const EFFECT: Effect<'static> = Effect::GitWrite;

    fn run(self, git: Rc<dyn WorkTree>) -> Working {
        Box::pin(async move {
            let text = git.add(&self.paths).await?;
            Ok((
                format!("Added. In the next commit:\n{}", first_lines(&text)),
                format!("{} paths added", self.paths.len()),
            ))
        })
    }
}
