//! `llm_pre_plan`. Reads `input`, `changes`, `failures`, `calls`; writes `classification` and `next_action`, and where it
//! decides `iterations` (+1) and what follows from that. Once something was tried it passes on without a call. A
//! classification that could not be had is made of the words of the request; errors of the model that every later call would
//! meet end the run.

use super::ending::{Closing, Ending};
use super::textual_pre_plan::call;
use super::{request, words};
use crate::calls::CallQueue;
use crate::graphs::Setting;
use crate::nodes::written::ask_for;
use crate::prompts::three_phase as prompts;
use crate::registry;
use crate::report::record;
use crate::states::three_phase::{Action, Classification, TaskType};
use crate::structured::Schema;
use crate::{ThreePhaseState, ThreePhaseStateUpdate};
use codebase::Reader;
use limits::agent::TEXT_CALLS;
use model::{ChatRequest, Message, ModelClient, RequestKind, Role, Task, ToolCall};
use protocol::Event;
use serde_json::json;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// From this confidence on, cheap kinds of requests are decided.
const SURE: f64 = 0.8;
/// From this confidence on, code is changed without a plan.
const SURE_OF_CODE: f64 = 0.9;
const HELLO: &str = "Hello. Name a file or a function, and say what to do with it.";

/// Classifies the request.
pub struct LlmPrePlan<'a> {
    /// The model to call.
    pub model: &'a dyn ModelClient,
    /// Where paths exist.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
    /// Writes the answer.
    pub ending: Ending<'a>,
}

impl Node<ThreePhaseState> for LlmPrePlan<'_> {
    type Output = ThreePhaseStateUpdate;

    async fn run(&self, state: &ThreePhaseState, cx: &NodeContext<'_, ThreePhaseState>) -> NodeResult<ThreePhaseState> {
        let update = ThreePhaseStateUpdate::new();
        if state.has_begun() {
            return Ok(update.next_action(Action::ContinueToLlmPlan));
        }
        let specs = self.setting.tools.specs();
        let offered: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
        let failed = |failure| NodeError::from(failure).permanent();
        let named = request::read(self.repository, &state.changes, &state.input, &offered).await.map_err(failed)?;
        let found = self.classify(state, words::classify(&state.input, named.files), cx).await?;
        record(
            cx,
            Event::Classified {
                kind: found.task_type.name().to_owned(),
                confidence: Some((found.confidence * 100.0).round() as u32),
                reason: found.reasoning.clone(),
            },
        );
        let (kind, sure) = (found.task_type, found.confidence >= SURE);
        let very_sure = found.confidence >= SURE_OF_CODE;
        let existing = request::existing(self.repository, &state.changes, &found.files).await.map_err(failed)?;
        let update = update.classification(Some(found));
        let decided = update.clone().iterations(state.iterations + 1);
        let calls: Vec<ToolCall> = match kind {
            TaskType::Greeting if sure => {
                let response = self.ending.write(&Closing::words(HELLO, state), &[], cx).await?;
                return Ok(decided.response(response).next_action(Action::End));
            }
            TaskType::CodeFix | TaskType::CodeGeneration | TaskType::ComplexRefactor if very_sure => {
                return Ok(decided.selected_agent(registry::CODER).next_action(Action::Delegate));
            }
            // What a model takes for a deletion may be one of something inside the file: only the grammar decides that.
            TaskType::FileOperation if sure => {
                named.calls.calls.into_iter().map(|found| call(&found.name, found.arguments)).collect()
            }
            TaskType::Explanation if sure && offered.contains(&"read_file") => {
                let read = |path: &String| call("read_file", json!({ "file_path": path }));
                existing.iter().take(TEXT_CALLS).map(read).collect()
            }
            _ => Vec::new(),
        };
        if calls.is_empty() {
            return Ok(update.next_action(Action::ContinueToLlmPlan));
        }
        let tools = calls.iter().map(|call| call.name.clone()).collect();
        record(cx, Event::Routed { tools, reason: "The classification is sure enough.".to_owned() });
        let queue = CallQueue::of(calls, &format!("tool-{}", state.iterations));
        let by_person = kind == TaskType::FileOperation;
        Ok(decided.tool_calls(queue).by_person(by_person).next_action(Action::Tool))
    }
}

impl LlmPrePlan<'_> {
    /// What a model takes the request for, or its words where no model's answer can be used.
    async fn classify(
        &self,
        state: &ThreePhaseState,
        by_words: Classification,
        cx: &NodeContext<'_, ThreePhaseState>,
    ) -> Result<Classification, NodeError> {
        let schema = Schema::<Classification>::of_type().with_check(|found| {
            let fits = (0.0..=1.0).contains(&found.confidence);
            if fits { Ok(()) } else { Err(format!("`confidence` is {}, not between 0 and 1", found.confidence)) }
        });
        let known = RequestKind {
            kind: by_words.task_type.name(),
            confidence: by_words.confidence,
            files: &by_words.files,
            reasoning: &by_words.reasoning,
        };
        let messages = vec![Message::new(Role::User, prompts::classify(state, &schema.text()))];
        let request =
            ChatRequest { temperature: Some(0.0), ..ChatRequest::new(messages, Task::Classify { by_words: known }) };
        match ask_for(&schema, self.model, request, cx).await {
            Ok(answer) => Ok(answer.or_else(|_, _| by_words.clone())),
            Err(error) if error.is_hopeless() => Err(error.into()),
            Err(error) => {
                record(cx, Event::Fallback { node: cx.node().to_owned(), why: error.to_string() });
                Ok(by_words.clone())
            }
        }
    }
}
