//! `profile`. Reads `memory`, `memory_writes`; writes `response`, `working`. Says which preferences are in force. Asks no
//! model: `route` has stored what the request says.

use super::turn::at;
use crate::graphs::Setting;
use crate::prompts::intent_router::listed;
use crate::{IntentRouterState, IntentRouterStateUpdate};
use state_graph::{Node, NodeContext, NodeResult};

/// Says what the person prefers.
pub struct Profile<'a> {
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<IntentRouterState> for Profile<'_> {
    type Output = IntentRouterStateUpdate;

    async fn run(
        &self,
        state: &IntentRouterState,
        cx: &NodeContext<'_, IntentRouterState>,
    ) -> NodeResult<IntentRouterState> {
        Ok(at(state, "profile", self.setting, cx).response(answer(state)))
    }
}

fn answer(state: &IntentRouterState) -> String {
    let stored: Vec<String> = state.memory_writes.iter().map(|write| format!("`{}`", write.preference)).collect();
    let stored = match stored.as_slice() {
        [] => String::new(),
        names => format!("Remembered for you: {}.\n\n", names.join(", ")),
    };
    if state.memory.preferences.is_empty() {
        return format!(
            "{stored}No preference is in force. Say what you want from now on, such as \"always add docstrings\"."
        );
    }
    format!("{stored}In force from now on, in every repository:\n\n{}", listed(&state.memory.preferences))
}
