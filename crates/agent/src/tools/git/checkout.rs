//! `git_checkout`: checks a branch out.

use super::work_tree::{WorkTreeTool, Working, first_lines};
use crate::policy::Effect;
use git_history::WorkTree;
use schemars::JsonSchema;
use serde::Deserialize;
use std::rc::Rc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GitCheckout {
    /// The branch.
    branch: String,
    /// Whether to make it.
    #[serde(default)]
    create: bool,
}

impl WorkTreeTool for GitCheckout {
    const NAME: &'static str = "git_checkout";
    const DESCRIPTION: &'static str = "Check a branch out, or make a new one from here. The person is asked first. Refused where files are changed and not committed.";
    const EFFECT: Effect<'static> = Effect::GitWrite;

    fn run(self, git: Rc<dyn WorkTree>) -> Working {
        Box::pin(async move {
            let text = git.checkout(&self.branch, self.create).await?;
            let stale =
                if self.create { "" } else { "\nWhat was indexed is of the branch before; its files may differ now." };
            Ok((format!("{}{stale}", first_lines(&text)), format!("on `{}`", self.branch)))
        })
    }
}
