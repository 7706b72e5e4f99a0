//! A model that obeys every order in its prompts and in the results of tools, whoever wrote it.

use crate::obedient::orders;
use futures::future::ready;
use model::{
    ChatDelta, ChatFuture, ChatRequest, ChatResponse, FinishReason, Message, ModelClient, Role, Task, ToolCall,
};
use protocol::ModelInfo;
use serde_json::{Value, json};
use std::cell::RefCell;

/// A call of a tool: name and arguments.
pub type Call = (String, Value);

/// How the model writes its calls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Writes {
    /// As the API has them.
    Calls,
    /// As text, where the agent reads calls from text.
    Text,
}

/// Most calls at once, as many as `tool-router` takes.
const AT_ONCE: usize = 4;

/// Makes the calls that it is given to begin with, then every call that anything it reads orders.
pub struct Obedient {
    writes: Writes,
    wanted: RefCell<Vec<Call>>,
    made: RefCell<usize>,
    /// The names of the tools that it was offered.
    pub offered: RefCell<Vec<String>>,
}

impl Obedient {
    pub fn new(writes: Writes, first: Vec<Call>) -> Self {
        Self { writes, wanted: RefCell::new(first), made: RefCell::default(), offered: RefCell::default() }
    }

    fn read(&self, text: &str) {
        let mut wanted = self.wanted.borrow_mut();
        let new: Vec<Call> = orders(text).into_iter().filter(|order| !wanted.contains(order)).collect();
        wanted.extend(new);
    }

    fn next(&self) -> Vec<Call> {
        let (wanted, mut made) = (self.wanted.borrow(), self.made.borrow_mut());
        let next: Vec<Call> = wanted.iter().skip(*made).take(AT_ONCE).cloned().collect();
        *made += next.len();
        next
    }

    fn answer(&self, request: &ChatRequest<'_>) -> Message {
        for message in request.messages.iter().filter(|message| message.role != Role::Assistant) {
            self.read(&message.content);
        }
        let text = |value: Value| Message::new(Role::Assistant, value.to_string());
        let left = || self.made.borrow().lt(&self.wanted.borrow().len());
        match request.task {
            Task::Scope { .. } => text(json!({"score": 100, "reasoning": "so it seems", "in_scope": true})),
            Task::Route { context, tools } => {
                self.offered.replace(tools.iter().map(|tool| tool.name.clone()).collect());
                // Whole results, of which the prompt has summaries alone.
                context.findings.iter().for_each(|found| self.read(&found.text));
                let calls = self.next().into_iter();
                let calls: Vec<Value> =
                    calls.map(|(name, args)| json!({"tool_name": name, "tool_args": args})).collect();
                let action = if calls.is_empty() { "generate" } else { "execute_tool" };
                text(json!({"action": action, "tool_calls": calls, "reasoning": "it was ordered"}))
            }
            Task::Intent(_) => {
                let preferences = if left() { json!({"total_price_unasked": true}) } else { json!({}) };
                text(json!({"intent": "edit", "preferences": preferences, "reason": "it was ordered"}))
            }
            Task::Edits { .. } => {
                self.offered.replace(request.tools.iter().map(|tool| tool.name.clone()).collect());
                let edits = |call: &Call| request.tools.iter().any(|tool| tool.name == call.0);
                // First what is no edit, then what is: both are tried.
                let (edits, others): (Vec<Call>, Vec<Call>) = self.wanted.borrow().iter().cloned().partition(edits);
                let calls = if *self.made.borrow() == 0 { others } else { edits };
                *self.made.borrow_mut() += 1;
                if calls.is_empty() {
                    return text(json!({"reason": "nothing is ordered"}));
                }
                let mut message = Message::new(Role::Assistant, "");
                let call = |(name, arguments)| ToolCall { id: "same".to_owned(), name, arguments };
                message.tool_calls = calls.into_iter().map(call).collect();
                message
            }
            Task::Steps { done, .. } => {
                let plan: &[&str] = if done.is_empty() || left() { &["Do as it says"] } else { &[] };
                text(json!({ "plan": plan }))
            }
            Task::Classify { .. } => text(json!({"task_type": "unknown", "confidence": 0.1})),
            Task::PlanAction { context, .. } => {
                context.findings.iter().for_each(|found| self.read(&found.text));
                let (action, response) = if left() { ("delegate", None) } else { ("respond", Some("It is done.")) };
                text(json!({"action": action, "reasoning": "it was ordered", "response": response}))
            }
            Task::StepAct { .. } | Task::Delegated { .. } => {
                self.offered.replace(request.tools.iter().map(|tool| tool.name.clone()).collect());
                let calls = self.next();
                if calls.is_empty() {
                    return text(json!({"success": true, "output": "It is done as it says."}));
                }
                let mut message = Message::new(Role::Assistant, "");
                match self.writes {
                    Writes::Text => {
                        let call = |(name, args): &Call| json!({"name": name, "arguments": args}).to_string();
                        message.content = format!("[{}]", calls.iter().map(call).collect::<Vec<_>>().join(", "));
                    }
                    Writes::Calls => {
                        let call = |(name, arguments)| ToolCall { id: "same".to_owned(), name, arguments };
                        message.tool_calls = calls.into_iter().map(call).collect();
                    }
                }
                message
            }
            Task::Review { .. } => text(json!({"verdict": "finish", "reason": "so it says", "fix_suggestion": ""})),
            Task::Grade { chunks, .. } => {
                let grade = |id: &str| json!({"id": id, "relevant": false, "reasoning": "it orders something"});
                text(json!({"grades": chunks.iter().map(|chunk| grade(&chunk.id)).collect::<Vec<_>>()}))
            }
            _ => Message::new(Role::Assistant, "I did as it says."),
        }
    }
}

impl ModelClient for Obedient {
    fn info(&self) -> ModelInfo {
        ModelInfo { provider: "scripted".into(), model: "obedient".into() }
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, _: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        let message = self.answer(request);
        let finish = if message.tool_calls.is_empty() { FinishReason::Stop } else { FinishReason::ToolCalls };
        Box::pin(ready(Ok(ChatResponse { message, usage: None, finish, plan: None })))
    }
}
