//! `delegate`: hands a task to another agent, or to a model without tools.

use super::{ToolError, arguments, spec};
use crate::delegation::{Delegate, Handover};
use crate::policy::Effect;
use crate::{CallContext, Tool, ToolOutput};
use futures::future::LocalBoxFuture;
use limits::agent::DELEGATED_TASK_BYTES;
use model::{ToolCall, ToolSpec};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

const NAME: &str = "delegate";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Who: `agent:NAME` or `llm:PROFILE`.
    to: String,
    /// What is to be done or answered, with everything that is to be known: the other sees nothing of this conversation.
    task: String,
}

/// Checks what is handed over; [`CallRunner`](crate::calls::CallRunner) has it carried out.
pub(super) struct HandOver;

/// What a call hands over.
///
/// # Errors
/// What is wrong with its arguments.
pub(crate) fn handover(call: &ToolCall) -> Result<Handover, ToolError> {
    let wrong = |why: String| ToolError::Arguments { tool: NAME, why };
    let Given { to, task } = arguments(NAME, &call.arguments)?;
    let to = Delegate::named(&to).map_err(wrong)?;
    if task.trim().is_empty() {
        return Err(wrong("`task` is empty".to_owned()));
    }
    if task.len() > DELEGATED_TASK_BYTES {
        return Err(wrong(format!(
            "`task` has {} bytes, and at most {DELEGATED_TASK_BYTES} are handed over",
            task.len()
        )));
    }
    Ok(Handover { call: call.id.clone(), to, task })
}

impl Tool for HandOver {
    fn spec(&self) -> ToolSpec {
        let names = Delegate::names().join(", ");
        let description = format!(
            "Hand a task to another agent, which works on it with its own plan and tools, or to a model without tools ({names}). Several calls to agents that only read, such as agent:plan-react, are worked on side by side. It sees nothing of this conversation, and cannot hand on tasks itself."
        );
        spec::<Given>(NAME, &description)
    }

    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        Effect::Delegate
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let call = ToolCall { id: cx.id.to_owned(), name: NAME.to_owned(), arguments: value.clone() };
            handover(&call)?;
            Err(ToolError::Failed("tasks can be handed over only within a run of an agent".to_owned()))
        })
    }
}
