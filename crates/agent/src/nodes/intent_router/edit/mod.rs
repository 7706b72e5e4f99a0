//! `edit`. Reads `input`, `chat_history`, `notes`, `steering`, `memory`, `read_files`, `feedback_history`, `failure`,
//! `refused`, `fix_attempts`, `looked`, `queue`, `changes`, `grants`, `outputs`; writes `queue`, `changes`, `grants`,
//! `outputs`, `edited`, `remarks`, `refused`, `looked`, `failure`, `next_edit`, `feedback_history`, `read_files`,
//! `response`, `working`. Its graph returns to it: the output of a check that fails is looked at first where the request is
//! about one; then the model is asked; its edits are made in a superstep of their own. Edits that do not match are refused
//! and asked for again, with the nearest lines. Where the model has no edit for a program whose output is wrong, small changes
//! of it are tried.

mod ask;
mod context;
mod make;
mod small;
mod tried;

use super::turn::at;
use super::words::is_about_a_failure;
use crate::graphs::Setting;
use crate::states::intent_router::{NextEdit, SmallChanges};
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext};
use codebase::Reader;
use model::ModelClient;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Asks for edits and makes them.
pub struct Edit<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<IntentRouterState> for Edit<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        if !state.queue.is_empty() {
            return self.make(state, cx).await;
        }
        if state.small_changes == SmallChanges::Wanted {
            return self.try_small_changes(state, cx).await;
        }
        if !state.looked && is_about_a_failure(&state.input) && self.setting.services.runner.is_some() {
            return self.look(state, cx).await;
        }
        self.ask(state, cx).await
    }
}

impl Edit<'_> {
    /// Runs the check before anything is edited, for its output.
    async fn look(&self, state: &IntentRouterState, cx: &RunContext<'_>) -> Result<IntentRouterStateUpdate, NodeError> {
        let about = self.about(state).await?;
        let verified = self.verifying(&about).verify(&state.changes, &state.grants, cx).await?;
        let update =
            at(state, "look", self.setting, cx).looked(true).failure(verified.failure).next_edit(NextEdit::Again);
        Ok(verified.grants.into_iter().fold(update, IntentRouterStateUpdate::grants))
    }
}
