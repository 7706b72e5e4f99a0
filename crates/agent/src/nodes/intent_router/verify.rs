//! `verify`. Reads `changes`, `grants`, `fix_attempts`, `feedback_history`; writes `verification`, `failure`, `fix_attempts`,
//! `grants`, `feedback_history`, `working`. Runs what shows whether the edits are right, where the person allows it. It proposes
//! nothing, so where its process ends it may run once more.

use super::turn::{at, failed};
use crate::graphs::Setting;
use crate::verify::{Verified, Verifying};
use crate::{IntentRouterState, IntentRouterStateUpdate};
use codebase::Reader;
use source::RepoPath;
use state_graph::{Node, NodeContext, NodeResult};

/// Earlier failures that the report names.
const TRIED: usize = 3;

/// Checks the edits.
pub struct Verify<'a> {
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<IntentRouterState> for Verify<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        // What was edited exists, or did.
        let about: Vec<RepoPath> = state.edited.iter().filter_map(|file| RepoPath::parse(file).ok()).collect();
        let failures = state.feedback_history.iter().filter(|past| past.node == cx.node() && !past.success);
        let tried: Vec<String> = failures.filter_map(|past| past.error.clone()).collect();
        let tried = &tried[tried.len().saturating_sub(TRIED)..];
        let verifying = Verifying { reader: self.repository, setting: self.setting, about: &about, tried };
        let Verified { verification, failure, grants, .. } =
            verifying.verify(&state.changes, &state.grants, cx).await?;
        // The first edits are one of the rounds.
        let most = self.setting.limits.max_iterations.saturating_sub(1);
        let mut update = at(state, "verify", self.setting, cx);
        if let Some(failure) = &failure {
            let headline = failed(&failure.headline, state.fix_attempts, self.setting, cx);
            update = update.feedback_history(headline).response("");
            update = update.fix_attempts((state.fix_attempts + 1).min(most));
        }
        let goes_on = failure.is_some() && state.fix_attempts < most;
        update = grants.into_iter().fold(update, IntentRouterStateUpdate::grants);
        Ok(update.verification(verification).failure(failure).fixing(goes_on))
    }
}
