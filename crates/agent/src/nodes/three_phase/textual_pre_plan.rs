//! `textual_pre_plan`. Reads `input`, `changes`, `failures`, `calls`; writes `next_action`, and where it decides `iterations`
//! (+1), `tool_calls` and `by_person`, or `response`. Asks no model. Once something was tried it passes on: a second attempt is
//! never decided by the words of the request. Only a repository that cannot be read ends the run.

use super::ending::{Closing, Ending};
use super::{request, words};
use crate::calls::CallQueue;
use crate::graphs::Setting;
use crate::report::record;
use crate::states::three_phase::Action;
use crate::{ThreePhaseState, ThreePhaseStateUpdate};
use codebase::Reader;
use model::ToolCall;
use protocol::Event;
use serde_json::json;
use state_graph::{Node, NodeContext, NodeError, NodeResult};

/// Reads the request by rules.
pub struct TextualPrePlan<'a> {
    /// Where paths exist.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
    /// Writes the answer.
    pub ending: Ending<'a>,
}

impl Node<ThreePhaseState> for TextualPrePlan<'_> {
    type Output = ThreePhaseStateUpdate;

    async fn run(&self, state: &ThreePhaseState, cx: &NodeContext<'_, ThreePhaseState>) -> NodeResult<ThreePhaseState> {
        let update = ThreePhaseStateUpdate::new();
        if state.has_begun() {
            return Ok(update.next_action(Action::ContinueToLlmPrePlan));
        }
        let decided = update.clone().iterations(state.iterations + 1);
        if let Some(reply) = words::reply_to_greeting(&state.input) {
            by_words(cx, "greeting", "All of it is a greeting.");
            let response = self.ending.write(&Closing::words(reply, state), &[], cx).await?;
            return Ok(decided.response(response).next_action(Action::End));
        }
        let specs = self.setting.tools.specs();
        let offered: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
        let named = request::read(self.repository, &state.changes, &state.input, &offered).await;
        let named = named.map_err(|failure| NodeError::from(failure).permanent())?;
        let (kind, calls) = match named.files.as_slice() {
            [file] if words::asks_to_explain(&state.input) && offered.contains(&"read_file") => {
                ("explanation", vec![call("read_file", json!({ "file_path": file }))])
            }
            _ => ("command", named.calls.calls.into_iter().map(|found| call(&found.name, found.arguments)).collect()),
        };
        if calls.is_empty() {
            return Ok(update.next_action(Action::ContinueToLlmPrePlan));
        }
        by_words(cx, kind, "Its words fit a rule, so no model is asked.");
        let tools = calls.iter().map(|call| call.name.clone()).collect();
        record(cx, Event::Routed { tools, reason: "The request says so.".to_owned() });
        let queue = CallQueue::of(calls, &format!("tool-{}", state.iterations));
        Ok(decided.tool_calls(queue).by_person(true).next_action(Action::Tool))
    }
}

/// A call whose id the queue gives.
pub(super) fn call(name: &str, arguments: serde_json::Value) -> ToolCall {
    ToolCall { id: String::new(), name: name.to_owned(), arguments }
}

fn by_words(cx: &NodeContext<'_, ThreePhaseState>, kind: &str, reason: &str) {
    record(cx, Event::Classified { kind: kind.to_owned(), confidence: None, reason: reason.to_owned() });
}
