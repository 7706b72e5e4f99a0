//! `synthesizer`. Reads `input`, `findings`; writes `response`. Errors of the model end the run, and so does an answer
//! that is empty a second time.

use super::answer::write_answer;
use crate::report::record;
use crate::{AgentState, AgentStateUpdate, Verifier, prompts};
use model::{ChatRequest, Context, Message, ModelClient, Role, Task};
use protocol::Event;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Writes the answer, with its citations verified.
pub struct Synthesizer<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// Verifies the citations.
    pub verifier: &'a dyn Verifier,
}

impl Node<AgentState> for Synthesizer<'_> {
    type Output = AgentStateUpdate;

    async fn run(&self, state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
        let evidence: Vec<_> = state.findings.iter().flat_map(|finding| &finding.evidence).collect();
        let holding = self.verifier.check(&evidence).await.map_err(|failure| NodeError::from(failure).permanent())?;
        let (history, findings) = (state.turns(), state.findings.holding(&holding));
        let messages = vec![Message::new(Role::User, prompts::synthesize(state))];
        let task = Task::Answer(Context { findings: &findings, ..state.context(&history) });
        let request = ChatRequest::new(messages, task);
        let (markdown, citations, dropped) = write_answer(self.model, &request, &evidence, &holding, cx).await?;
        record(cx, Event::Answer { markdown: markdown.clone(), citations, dropped });
        Ok(AgentStateUpdate::new().response(markdown))
    }
}
