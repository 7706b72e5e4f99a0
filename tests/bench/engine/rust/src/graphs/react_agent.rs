//! A scripted model that asks for one tool so many times, then answers.

use super::chat::{Chat, Role, ToolCall};
use crate::letters::letters;
use crate::run::{Case, GraphCase};
use serde::{Deserialize, Serialize};
use state_graph::{CompileError, GraphBuilder, Messages, Node, NodeContext, NodeResult, Route, START, State};
use std::cell::Cell;

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Agent {
    #[channel(messages)]
    messages: Messages<Chat>,
}

#[derive(Route)]
enum AfterAgent {
    Tools,
    #[route(end)]
    Answer,
}

/// Gives its replies in turn, then starts anew.
struct Scripted {
    replies: Vec<Chat>,
    at: Cell<usize>,
}

impl Node<Agent> for Scripted {
    type Output = AgentUpdate;

    async fn run(&self, _: &Agent, _: &NodeContext<'_, Agent>) -> NodeResult<Agent> {
        let at = self.at.get();
        self.at.set((at + 1) % self.replies.len());
        Ok(AgentUpdate::new().messages(self.replies[at].clone()))
    }
}

async fn tools(state: &Agent, _: &NodeContext<'_, Agent>) -> NodeResult<Agent> {
    let calls = state.messages.last().map(|message| message.tool_calls.as_slice()).unwrap_or_default();
    let answer = |call: &ToolCall| {
        let content = format!("result for query: {}", call.query).repeat(10);
        Chat { answers: Some(call.id.clone()), ..Chat::new(Role::Tool, content) }
    };
    Ok(AgentUpdate::new().messages(calls.iter().map(answer).collect::<Vec<_>>()))
}

fn after_agent(state: &Agent) -> AfterAgent {
    let asks = state.messages.last().is_some_and(|message| !message.tool_calls.is_empty());
    if asks { AfterAgent::Tools } else { AfterAgent::Answer }
}

/// As long as a UUID.
fn id() -> String {
    letters(36)
}

fn ask() -> Chat {
    let call = ToolCall { id: id(), name: "search".to_owned(), query: id().repeat(100) };
    Chat { id: Some(id()), tool_calls: vec![call], ..Chat::new(Role::Model, "") }
}

pub fn case(calls: usize) -> Result<Box<dyn Case>, CompileError> {
    let answer = Chat { id: Some(id()), ..Chat::new(Role::Model, "answer".repeat(100)) };
    let replies = (0..calls).map(|_| ask()).chain([answer]).collect();
    let graph = GraphBuilder::new()
        .node("agent", Scripted { replies, at: Cell::new(0) })
        .node("tools", tools)
        .edge(START, "agent")
        .route("agent", after_agent)
        .edge("tools", "agent")
        .compile()?;
    let input = Agent { messages: [Chat::new(Role::Human, "hi?")].into_iter().collect() };
    Ok(GraphCase::boxed(graph, input, |end| end.messages.len() as u64))
}
