//! Calls that have run, as the state keeps them.

use crate::calls::{RanCall, Stepped};
use crate::graphs::Setting;
use crate::policy::Effect;
use crate::states::plan_review::FileCount;
use crate::states::three_phase::Called;
use crate::{ThreePhaseState, ThreePhaseStateUpdate};

/// Writes what a superstep of calls has done, but for its messages.
pub(super) fn written(
    stepped: Stepped,
    by_agent: bool,
    state: &ThreePhaseState,
    setting: &Setting<'_>,
) -> ThreePhaseStateUpdate {
    let called: Vec<Called> = stepped.ran.iter().map(|ran| called(ran, by_agent, state, setting)).collect();
    let mut update = ThreePhaseStateUpdate::new().calls(called);
    for output in stepped.outputs() {
        update = update.outputs(output);
    }
    let Stepped { queue, updates, grants, .. } = stepped;
    update = updates.into_iter().fold(update, ThreePhaseStateUpdate::changes);
    update = grants.into_iter().fold(update, ThreePhaseStateUpdate::grants);
    update.tool_calls(queue)
}

fn called(ran: &RanCall, by_agent: bool, state: &ThreePhaseState, setting: &Setting<'_>) -> Called {
    let tool = setting.tools.get(&ran.call.name);
    let effect = tool.map(|tool| tool.effect(&ran.call.arguments));
    let from_outside = effect.as_ref().is_ok_and(|effect| matches!(effect, Effect::Net { .. } | Effect::Mcp { .. }));
    let count =
        |file: &crate::ChangedFile| FileCount { path: file.path.to_string(), added: file.added, removed: file.removed };
    Called {
        iteration: state.iterations,
        by_agent,
        tool: ran.call.name.clone(),
        args: ran.call.arguments.clone(),
        ok: ran.ok,
        summary: ran.summary.clone(),
        output: ran.output.id().to_owned(),
        reads: effect.is_ok_and(|effect| matches!(effect, Effect::Read | Effect::Question)),
        changed: ran.changed.iter().map(count).collect(),
        // What another server sends cites nothing of the repository.
        evidence: if from_outside { Vec::new() } else { ran.evidence.clone() },
    }
}
