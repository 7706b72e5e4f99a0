//! Making the edits that were chosen: they are proposed, and asked about where the person wants that.

use super::Edit;
use crate::Acting;
use crate::calls::Stepped;
use crate::nodes::intent_router::turn::{at, failed};
use crate::states::intent_router::NextEdit;
use crate::{IntentRouterState, IntentRouterStateUpdate, RunContext};
use state_graph::NodeError;

impl Edit<'_> {
    pub(super) async fn make(
        &self,
        state: &IntentRouterState,
        cx: &RunContext<'_>,
    ) -> Result<IntentRouterStateUpdate, NodeError> {
        let stepped = self.setting.calls().step(state.queue.clone(), state.view(), cx).await?;
        let mut update = at(state, "make the edits", self.setting, cx);
        for output in stepped.outputs() {
            update = update.outputs(output);
        }
        let Stepped { queue, ran, updates, grants } = stepped;
        let changed: Vec<String> = ran.iter().flat_map(|ran| &ran.changed).map(|file| file.path.to_string()).collect();
        for ran in ran.iter().filter(|ran| !ran.ok) {
            update = update.feedback_history(failed(&ran.summary, 0, self.setting, cx));
        }
        let not_made: Vec<String> = ran.iter().filter(|ran| !ran.ok).map(|ran| format!("- {}", ran.summary)).collect();
        if !not_made.is_empty() {
            let beginning = if changed.is_empty() { "No file is changed" } else { "Not all edits were made" };
            update = update.response(format!("{beginning}:\n\n{}", not_made.join("\n")));
        }
        let next = match queue.is_empty() {
            false => NextEdit::Again,
            true if changed.is_empty() => NextEdit::Finish,
            true => NextEdit::Verify,
        };
        update = changed.iter().cloned().fold(update, IntentRouterStateUpdate::read_files);
        update = updates.into_iter().fold(update, IntentRouterStateUpdate::changes);
        update = grants.into_iter().fold(update, IntentRouterStateUpdate::grants);
        Ok(update.queue(queue).edited(changed).next_edit(next).refusals(0u32))
    }
}
