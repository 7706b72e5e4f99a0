//! The graph: nodes borrow what they need, the state has a messages channel, a route decides between tools and the end,
//! and nodes emit their own events.

use serde::{Deserialize, Serialize};
use state_graph::{Graph, GraphBuilder, Message, Node, NodeContext, NodeResult, Route, START, State};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chat {
    id: Option<String>,
    role: String,
    text: String,
    tool_calls: Vec<String>,
}

impl Chat {
    pub fn new(role: &str, text: impl Into<String>) -> Self {
        Self { id: None, role: role.to_owned(), text: text.into(), tool_calls: Vec::new() }
    }
}

impl Message for Chat {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn set_id(&mut self, id: String) {
        self.id = Some(id);
    }
}

/// What the nodes report while they run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum AgentEvent {
    ToolStarted(String),
}

#[derive(Clone, Default, Serialize, Deserialize, State)]
#[state(event = AgentEvent)]
pub struct AgentState {
    #[channel(messages)]
    pub messages: Vec<Chat>,
    pub calls: u32,
    pub response: String,
}

/// A model that asks for one tool, then answers.
pub struct ScriptedModel;

impl ScriptedModel {
    async fn chat(&self, messages: &[Chat]) -> Result<Chat, std::fmt::Error> {
        match messages.iter().rev().find(|message| message.role == "tool") {
            Some(found) => Ok(Chat::new("ai", format!("It says: {}", found.text))),
            None => Ok(Chat { tool_calls: vec!["search".to_owned()], ..Chat::new("ai", "") }),
        }
    }
}

/// A node as a struct: it borrows the model.
struct Executor<'m> {
    model: &'m ScriptedModel,
}

impl Node<AgentState> for Executor<'_> {
    type Output = AgentStateUpdate;

    async fn run(&self, state: &AgentState, _cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
        let answer = self.model.chat(&state.messages).await?;
        let response = answer.text.clone();
        Ok(AgentStateUpdate::new().messages(answer).calls(state.calls + 1).response(response))
    }
}

/// A node as a function.
async fn tools(state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
    let calls = state.messages.last().map(|message| message.tool_calls.as_slice()).unwrap_or_default();
    for call in calls {
        cx.emit(AgentEvent::ToolStarted(call.clone()));
    }
    Ok(AgentStateUpdate::new().messages(vec![Chat::new("tool", "the answer is in lib.rs"); calls.len()]))
}

#[derive(Route)]
enum AfterExecutor {
    #[route("tool_node")]
    Tools,
    #[route(end)]
    Answer,
}

fn after_executor(state: &AgentState) -> AfterExecutor {
    let wants_tools = state.messages.last().is_some_and(|message| !message.tool_calls.is_empty());
    if wants_tools && state.calls < 10 { AfterExecutor::Tools } else { AfterExecutor::Answer }
}

pub fn react(model: &ScriptedModel) -> Result<Graph<'_, AgentState>, state_graph::CompileError> {
    GraphBuilder::new()
        .node("executor_llm", Executor { model })
        .node("tool_node", tools)
        .edge(START, "executor_llm")
        .route("executor_llm", after_executor)
        .edge("tool_node", "executor_llm")
        .compile()
}
