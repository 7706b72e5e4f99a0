//! `delegate`. Reads `selected_agent`, `input`; writes `agent_outcome` and `tool_rounds` (0). Asks no model.

use crate::delegation::Delegate as Other;
use crate::graphs::Setting;
use crate::registry::{self, Target};
use crate::report::record;
use crate::states::three_phase::{Outcome, Status};
use crate::{ThreePhaseState, ThreePhaseStateUpdate};
use protocol::Event;
use state_graph::{Node, NodeContext, NodeResult};

/// Hands the request to the agent that was chosen, or the default.
pub struct Delegate<'a> {
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<ThreePhaseState> for Delegate<'_> {
    type Output = ThreePhaseStateUpdate;

    async fn run(&self, state: &ThreePhaseState, cx: &NodeContext<'_, ThreePhaseState>) -> NodeResult<ThreePhaseState> {
        let agent = match state.selected_agent.as_str() {
            "" => registry::CODER,
            chosen => chosen,
        };
        // A run within the run is reported when it begins.
        if !matches!(registry::resolve(agent, self.setting), Ok(Target::Other(Other::Agent(_)))) {
            record(cx, Event::Delegated { to: agent.to_owned(), task: state.input.clone() });
        }
        let outcome = Outcome { agent: agent.to_owned(), status: Status::Delegated, result: String::new() };
        Ok(ThreePhaseStateUpdate::new().agent_outcome(outcome).tool_rounds(0u32))
    }
}
