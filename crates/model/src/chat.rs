//! Messages, tools, requests, responses.

use crate::{Step, Task};
use protocol::{Evidence, TokenUsage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Who wrote a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Instructions.
    System,
    /// The person, or the node that asks.
    User,
    /// The model.
    Assistant,
    /// A tool's result.
    Tool,
}

/// A call of a tool, as a model asks for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Given by the model; the tool's message answers to it.
    pub id: String,
    /// The tool.
    pub name: String,
    /// As the model wrote them. A string if they were not JSON: the tool's validation then reports that to the model.
    pub arguments: Value,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Unique within a conversation; empty until one is given.
    pub id: String,
    /// Who wrote it.
    pub role: Role,
    /// The text; empty if there are only tool calls.
    pub content: String,
    /// An assistant's tool calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// A tool message: the call it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// A tool message: the spans it returned. Never sent to a provider.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// A tool message: the tool answered with an error.
    #[serde(default)]
    pub is_error: bool,
}

impl Message {
    /// A message without tool calls.
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self {
            id: String::new(),
            role,
            content: content.into(),
            tool_calls: Vec::new(),
            tool_call_id: None,
            evidence: Vec::new(),
            is_error: false,
        }
    }
}

/// The description of a tool that a model is given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// JSON schema of its arguments.
    pub parameters: Value,
}

/// What shape the answer must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResponseFormat {
    /// Free text.
    #[default]
    Text,
    /// JSON, as the prompt describes.
    Json,
}

/// One call of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest<'a> {
    /// What a language model reads.
    pub messages: Vec<Message>,
    /// The tools it may call.
    pub tools: Vec<ToolSpec>,
    /// The same request, typed.
    pub task: Task<'a>,
    /// The shape of the answer.
    pub format: ResponseFormat,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// It was done.
    Stop,
    /// It asks for tools to be called.
    ToolCalls,
    /// It reached its output limit.
    Length,
    /// The provider's content filter stopped it.
    Filtered,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatResponse {
    /// An assistant message.
    pub message: Message,
    /// Tokens as the provider counts them; None if it does not.
    pub usage: Option<TokenUsage>,
    /// Why it stopped.
    pub finish: FinishReason,
    /// To [`Task::Plan`]: the steps of the message, typed; None from a model that only writes sentences.
    pub plan: Option<Vec<Step>>,
}
