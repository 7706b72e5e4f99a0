//! Small changes of the program whose output is wrong, tried where the model has no edit for it and nothing was edited in the
//! turn: what a model or an exact sentence has edited is not changed further by trying. Found, they are a trial fix, which is
//! proposed and verified like any edit.

use super::Edit;
use crate::nodes::intent_router::turn::at;
use crate::repair::{Repair, repair};
use crate::states::intent_router::{NextEdit, SmallChanges};
use crate::verify::{Recipe, Verifying};
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext};
use source::RepoPath;
use state_graph::NodeError;

impl Edit<'_> {
    /// Whether small changes can be tried, and were not: nothing is edited, and a check has failed that compares a program's
    /// output.
    pub(super) async fn may_try_small_changes(&self, state: &IntentRouterState) -> Result<bool, NodeError> {
        if state.failure.is_none() || !state.edited.is_empty() || state.small_changes != SmallChanges::Untried {
            return Ok(false);
        }
        let about = self.about(state).await?;
        let recipe = self.verifying(&about).recipe(&state.changes).await?;
        Ok(matches!(recipe, Ok(Recipe::Expected { .. })))
    }

    /// Tries small changes, and proposes one with which the output is as expected.
    pub(super) async fn try_small_changes(
        &self,
        state: &IntentRouterState,
        cx: &RunContext<'_>,
    ) -> Result<IntentRouterStateUpdate, NodeError> {
        let about = self.about(state).await?;
        let verifying = self.verifying(&about);
        let update = at(state, "try small changes", self.setting, cx).small_changes(SmallChanges::Tried);
        let recipe = match verifying.recipe(&state.changes).await? {
            Ok(recipe) => recipe,
            Err(why) => {
                return Ok(update.response(format!("{}\n\n{why}.", state.response)).next_edit(NextEdit::Finish));
            }
        };
        let call = format!("s{}-small", cx.step());
        let Repair { repaired, said, grants } =
            repair(&verifying, &recipe, &state.changes, &state.grants, &call, cx).await?;
        let update = grants.into_iter().fold(update, IntentRouterStateUpdate::grants);
        let (Some(repaired), Recipe::Expected { main, .. }) = (repaired, &recipe) else {
            return Ok(update.response(format!("{}\n\n{said}", state.response)).next_edit(NextEdit::Finish));
        };
        let update = repaired.updates.into_iter().fold(update, IntentRouterStateUpdate::changes);
        let update = update.edited(vec![main.to_string()]).read_files(main.to_string());
        Ok(update.response(repaired.what).next_edit(NextEdit::Verify))
    }

    /// What it takes to check the changes.
    pub(super) fn verifying<'v>(&'v self, about: &'v [RepoPath]) -> Verifying<'v> {
        Verifying { reader: self.repository, setting: self.setting, about, tried: &[] }
    }
}
