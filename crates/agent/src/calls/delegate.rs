//! Calls that hand tasks to other agents: the first of a queue, together.

use super::queue::{CallQueue, Decision, QueuedCall};
use super::runner::{CallRunner, Ended, Stepped, started};
use crate::delegation::{AT_ONCE, Handover, Reply};
use crate::policy::Effect;
use crate::report::record;
use crate::tools::handover;
use crate::{RunContext, ToolError, ToolOutput};
use change_set::ChangeSet;
use protocol::Event;
use state_graph::NodeError;

impl CallRunner<'_> {
    /// The tasks that the first calls of the queue hand over, as many as are worked on together: some that only read, or one
    /// that acts. Calls that are refused or wrong are not among them.
    pub(super) fn handed_over(&self, queue: &CallQueue) -> Vec<Handover> {
        let mut tasks: Vec<Handover> = Vec::new();
        for queued in queue.0.iter().take(AT_ONCE) {
            let Some(task) = self.task(queued) else { break };
            let acts = task.to.acts();
            if acts && !tasks.is_empty() {
                break;
            }
            tasks.push(task);
            if acts {
                break;
            }
        }
        tasks
    }

    fn task(&self, queued: &QueuedCall) -> Option<Handover> {
        let tool = self.tools.get(&queued.call.name).ok()?;
        let is_one = tool.effect(&queued.call.arguments) == Effect::Delegate && queued.decision == Decision::Allowed;
        // What is wrong with the others, the tool says when it is called.
        let task = handover(&queued.call).ok().filter(|_| is_one && self.delegation.is_some())?;
        // Who has written the state of a fork or of an imported run may not have calls made that nobody was asked about.
        (self.remembers || !task.to.acts()).then_some(task)
    }

    /// Has the tasks of these calls carried out.
    pub(super) async fn delegate(
        &self,
        calls: Vec<QueuedCall>,
        tasks: &[Handover],
        changes: &mut ChangeSet,
        stepped: &mut Stepped,
        cx: &RunContext<'_>,
    ) -> Result<(), NodeError> {
        let began = cx.now();
        for (queued, task) in calls.iter().zip(tasks) {
            record(cx, started(&queued.call));
            record(cx, Event::Delegated { to: task.to.name(), task: task.task.clone() });
        }
        let base = changes.clone();
        let mut replies = self.hand_over(tasks, &base, cx).await?;
        for QueuedCall { call, .. } in calls {
            let at = replies.iter().position(|reply| reply.call == call.id);
            let reply = at.map(|at| replies.remove(at));
            self.finish(Ended { call, result: result(reply), cached: false, began }, changes, stepped, cx).await?;
        }
        Ok(())
    }
}

fn result(reply: Option<Reply>) -> Result<ToolOutput, ToolError> {
    let Some(Reply { ok, text, evidence, updates, .. }) = reply else {
        return Err(ToolError::Failed("nothing came back".to_owned()));
    };
    if !ok {
        return Err(ToolError::Failed(text));
    }
    let summary = text.lines().next().unwrap_or_default().chars().take(120).collect();
    Ok(ToolOutput { text, summary, evidence, updates, ..ToolOutput::default() })
}
