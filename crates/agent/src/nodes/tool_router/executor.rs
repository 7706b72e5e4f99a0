//! `executor`. Reads `queue`, `iteration`, `tool_history`, `outputs`, `retrieved`, `changes`, `grants`; writes `queue` (what is
//! left), `tool_history`, `retrieved`, `web`, `outputs`, `changes`, `grants`, `status`, `pause_reason`. Asks no model. Its graph
//! returns to it until the queue is empty.

use super::known::earlier_result;
use crate::Acting;
use crate::calls::{RanCall, Stepped};
use crate::graphs::Setting;
use crate::policy::Effect;
use crate::states::tool_router::{RETRIEVAL, Status, ToolExecution, WebResult};
use crate::{ToolRouterState, ToolRouterStateUpdate};
use state_graph::{Node, NodeContext, NodeResult};

/// Most characters of a result from another server that an answer is written from.
const WEB_CHARS: usize = 6_000;
/// Most characters of an error that the router sees.
const ERROR_CHARS: usize = 2_000;

/// Executes the calls that the router has chosen.
pub struct Executor<'a> {
    /// What the run may do.
    pub setting: &'a Setting<'a>,
}

impl Node<ToolRouterState> for Executor<'_> {
    type Output = ToolRouterStateUpdate;

    async fn run(&self, state: &ToolRouterState, cx: &NodeContext<'_, ToolRouterState>) -> NodeResult<ToolRouterState> {
        let calls = self.setting.calls();
        let stepped = calls
            .step_knowing(state.queue.clone(), state.view(), cx, &|call, changes| {
                // Of a run that somebody else may have written nothing is taken for the result of a call.
                let reads = self.setting.remembers && self.effect_is(call, |effect| effect == Effect::Read);
                if reads { earlier_result(state, call, changes) } else { None }
            })
            .await?;
        let overlay = state.changes.hash().to_string();
        let mut update = ToolRouterStateUpdate::new().status(Status::Running).pause_reason(None);
        for ran in &stepped.ran {
            if ran.ok && ran.call.name == RETRIEVAL {
                update = ran.evidence.iter().cloned().fold(update, ToolRouterStateUpdate::retrieved);
            }
        }
        let from_web = |ran: &&RanCall| ran.ok && self.effect_is(&ran.call, |effect| effect.is_from_outside());
        let web: Vec<WebResult> = stepped.ran.iter().filter(from_web).map(web_result).collect();
        let ran: Vec<ToolExecution> =
            stepped.ran.iter().map(|ran| self.execution(ran, state.iteration, &overlay)).collect();
        for output in stepped.outputs() {
            update = update.outputs(output);
        }
        let Stepped { queue, updates, grants, .. } = stepped;
        update = updates.into_iter().fold(update, ToolRouterStateUpdate::changes);
        update = grants.into_iter().fold(update, ToolRouterStateUpdate::grants);
        Ok(update.queue(queue).tool_history(ran).web(web))
    }
}

impl Executor<'_> {
    fn effect_is(&self, call: &model::ToolCall, is_it: impl Fn(Effect<'_>) -> bool) -> bool {
        self.setting.tools.get(&call.name).is_ok_and(|tool| is_it(tool.effect(&call.arguments)))
    }

    fn execution(&self, ran: &RanCall, iteration: u32, overlay: &str) -> ToolExecution {
        let retrieval = ran.ok && ran.call.name == RETRIEVAL;
        let from_web = self.effect_is(&ran.call, |effect| effect.is_from_outside());
        // What another server sends cites nothing of the repository.
        let evidence = if retrieval || from_web { Vec::new() } else { ran.evidence.clone() };
        let error = (!ran.ok).then(|| {
            let text = ran.output.whole().unwrap_or(&ran.summary);
            text.strip_prefix("Error: ").unwrap_or(text).chars().take(ERROR_CHARS).collect()
        });
        ToolExecution {
            iteration,
            tool: ran.call.name.clone(),
            args: ran.call.arguments.clone(),
            success: ran.ok,
            summary: ran.summary.clone(),
            error,
            cached: ran.cached,
            output: ran.output.id().to_owned(),
            reads: self.effect_is(&ran.call, |effect| matches!(effect, Effect::Read | Effect::Question)),
            overlay: overlay.to_owned(),
            chunks: if retrieval { ran.evidence.iter().map(|found| found.id.clone()).collect() } else { Vec::new() },
            evidence: if ran.cached { Vec::new() } else { evidence },
        }
    }
}

fn web_result(ran: &RanCall) -> WebResult {
    let whole = ran.output.whole().unwrap_or(&ran.summary);
    let mut text: String = whole.chars().take(WEB_CHARS).collect();
    let all = whole.chars().count();
    if all > WEB_CHARS {
        text += &format!("\n[cut here: {} of {all} characters are left out]", all - WEB_CHARS);
    }
    WebResult { tool: ran.call.name.clone(), args: ran.call.arguments.clone(), text }
}
