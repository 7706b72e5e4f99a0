//! The types of a model call: messages, tool specifications, requests and responses.

use crate::{Step, Task};
use protocol::{Evidence, TokenUsage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Instructions to the model.
    System,
    /// The person, or the node that calls the model.
    User,
    /// The model.
    Assistant,
    /// A tool: the message is the result of a call.
    Tool,
}

/// A tool call that a model requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Chosen by the model; the tool's message names it in `tool_call_id`.
    pub id: String,
    /// Name of the tool.
    pub name: String,
    /// The arguments as the model wrote them: an object, or a string if they were not JSON, which the validation of the
    /// tool then reports to the model.
    pub arguments: Value,
}

/// A message of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Unique within a conversation; empty until it is assigned.
    pub id: String,
    /// Its author.
    pub role: Role,
    /// The text; empty if there are only tool calls.
    pub content: String,
    /// The tool calls that an assistant message requests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// In a tool message: the id of the call whose result it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// In a tool message: the spans that the tool returned. Never sent to a provider.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// In a tool message: whether the tool answered with an error.
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

/// The description of a tool, as sent to the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// The name by which the model calls it.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// JSON schema of the arguments.
    pub parameters: Value,
}

/// The format that the response must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResponseFormat {
    /// Free text.
    #[default]
    Text,
    /// JSON, of the shape that the prompt describes.
    Json,
}

/// The input of one model call.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest<'a> {
    /// The conversation, for a language model.
    pub messages: Vec<Message>,
    /// The tools that the model may call.
    pub tools: Vec<ToolSpec>,
    /// The same request in typed form, for the offline model.
    pub task: Task<'a>,
    /// The format that the response must have.
    pub format: ResponseFormat,
}

/// Why a model ended its response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// The response is complete.
    Stop,
    /// It requests tool calls.
    ToolCalls,
    /// It reached its output limit.
    Length,
    /// The provider's content filter stopped it.
    Filtered,
}

/// The output of one model call.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatResponse {
    /// An assistant message.
    pub message: Message,
    /// Token counts; `None` if the provider reports none.
    pub usage: Option<TokenUsage>,
    /// Why the response ended.
    pub finish: FinishReason,
    /// For [`Task::Plan`]: the steps of the message in typed form; `None` from a language model, which writes
    /// sentences.
    pub plan: Option<Vec<Step>>,
}
