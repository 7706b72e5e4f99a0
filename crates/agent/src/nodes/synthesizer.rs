//! `synthesizer`. Reads `input`, `findings`; writes `response`. Errors of the model end the run.

use super::ask_model::{Piece, ask};
use super::say::{note, say};
use crate::{AgentState, AgentStateUpdate, CitationFilter, Verifier, prompts};
use model::{ChatRequest, Message, ModelClient, ResponseFormat, Role, Task};
use protocol::Event;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Writes the answer.
pub struct Synthesizer<'a> {
    /// Who answers.
    pub model: &'a dyn ModelClient,
    /// Who checks what it cites.
    pub verifier: &'a dyn Verifier,
}

impl Node<AgentState> for Synthesizer<'_> {
    async fn run(&self, state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
        let evidence: Vec<_> = state.findings.iter().flat_map(|finding| &finding.evidence).collect();
        let holding = self.verifier.check(&evidence).await.map_err(|failure| NodeError::from(failure).permanent())?;
        let request = ChatRequest {
            messages: vec![Message::new(Role::User, prompts::synthesize(state))],
            tools: Vec::new(),
            task: Task::Answer {
                question: state.input.clone(),
                history: state.turns(),
                findings: state.findings.notes_of(&holding),
            },
            format: ResponseFormat::Text,
        };
        let mut filter = CitationFilter::new(&evidence, &holding);
        let mut streamed = false;
        let response = ask(self.model, &request, cx, &mut |piece| match piece {
            Piece::Text(text) => {
                streamed = true;
                emit(cx, filter.push(text));
            }
            Piece::Restart => {
                filter = CitationFilter::new(&evidence, &holding);
                say(cx, Event::AnswerRestarted);
            }
        })
        .await?;
        if !streamed {
            emit(cx, filter.push(&response.message.content));
        }
        emit(cx, filter.end());
        let (markdown, citations, dropped) = filter.into_answer();
        note(cx, Event::Answer { markdown: markdown.clone(), citations, dropped });
        Ok(AgentStateUpdate::new().response(markdown))
    }
}

fn emit(cx: &NodeContext<'_, AgentState>, passed: crate::citations::Passed) {
    for citation in passed.citations {
        say(cx, Event::CitationAdded { citation });
    }
    if !passed.text.is_empty() {
        say(cx, Event::AnswerText { text: passed.text });
    }
}
