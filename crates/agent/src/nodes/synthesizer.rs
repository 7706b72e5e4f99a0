//! `synthesizer`. Reads `input`, `findings`; writes `response`. Errors of the model end the run, and so does an answer
//! that is empty a second time.

use super::ask_model::{Piece, ask};
use crate::report::{emit, record};
use crate::{AgentState, AgentStateUpdate, CitationFilter, Verifier, prompts};
use model::{ChatRequest, Context, Message, ModelClient, ModelError, ModelErrorKind, Role, Task};
use protocol::{Citation, EMPTY_ANSWER, Event, Evidence, caveat};
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
        let mut answer = self.answer(&request, &evidence, &holding, cx).await?;
        if is_empty(&answer) {
            let why = "The model gave an empty answer.".to_owned();
            record(cx, Event::Retrying { node: cx.node().to_owned(), why, attempt: 2, wait_ms: 0 });
            emit(cx, Event::AnswerRestarted);
            answer = self.answer(&request, &evidence, &holding, cx).await?;
        }
        if is_empty(&answer) {
            return Err(empty_twice().into());
        }
        let (markdown, citations, dropped) = answer;
        record(cx, Event::Answer { markdown: markdown.clone(), citations, dropped });
        Ok(AgentStateUpdate::new().response(markdown))
    }
}

/// The text, its citations, and how many were taken out.
type Written = (String, Vec<Citation>, u32);

impl Synthesizer<'_> {
    /// Asks once, and streams what passes.
    async fn answer(
        &self,
        request: &ChatRequest<'_>,
        evidence: &[&Evidence],
        holding: &[bool],
        cx: &NodeContext<'_, AgentState>,
    ) -> Result<Written, ModelError> {
        let mut filter = CitationFilter::new(evidence, holding);
        let mut streamed = false;
        let response = ask(self.model, request, cx, &mut |piece| match piece {
            Piece::Text(text) => {
                streamed = true;
                emit_passed(cx, filter.push(text));
            }
            Piece::Restart => {
                filter = CitationFilter::new(evidence, holding);
                emit(cx, Event::AnswerRestarted);
            }
        })
        .await?;
        if !streamed {
            emit_passed(cx, filter.push(&response.message.content));
        }
        emit_passed(cx, filter.end());
        Ok(filter.into_answer())
    }
}

fn is_empty((markdown, citations, _): &Written) -> bool {
    caveat(markdown, citations) == Some(EMPTY_ANSWER)
}

fn empty_twice() -> ModelError {
    ModelError {
        kind: ModelErrorKind::BrokenAnswer,
        message: "The model gave an empty answer twice".to_owned(),
        advice: Some("Ask again, in other words if need be, or choose another model.".to_owned()),
    }
}

fn emit_passed(cx: &NodeContext<'_, AgentState>, passed: crate::citations::Passed) {
    for citation in passed.citations {
        emit(cx, Event::CitationAdded { citation });
    }
    if !passed.text.is_empty() {
        emit(cx, Event::AnswerText { text: passed.text });
    }
}
