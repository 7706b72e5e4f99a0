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

/// The format that the provider is to enforce on the response.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ResponseFormat {
    /// None: free text, or JSON that only the prompt asks for. A JSON list has to be asked for in this way, because
    /// providers enforce objects alone.
    #[default]
    Text,
    /// A JSON object, of the shape that the prompt describes.
    JsonObject,
    /// A JSON object that fits a schema.
    JsonSchema(JsonSchema),
}

/// A JSON schema with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonSchema {
    /// At most 64 letters, digits, `_` and `-`.
    pub name: String,
    /// The schema. Providers refuse one whose root is not of `"type": "object"`.
    pub schema: Value,
}

/// Whether the response may or must call tools. Has no meaning in a request without tools.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// It must write text. The tools stay in the request, because their calls are in the conversation.
    None,
    /// It must call at least one tool.
    Required,
    /// It must call the tool of this name.
    Named(String),
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
    /// Randomness of the response, from 0; `None` for the provider's default.
    pub temperature: Option<f64>,
    /// The most tokens that the response may have; `None` for the provider's default.
    pub max_tokens: Option<u32>,
    /// Whether it may or must call tools.
    pub tool_choice: ToolChoice,
    /// The folder of the repository that the run is limited to, for the offline model: the messages say it too.
    pub folder: Option<&'a str>,
    /// What the repository is called, for the offline model: of the repository itself such a word says nothing.
    pub project: &'a [String],
    /// Whether text of the repository is fetched where it is read, for the offline model: it reads none that it need not.
    pub is_fetched: bool,
}

impl<'a> ChatRequest<'a> {
    /// A request for text, without tools, with everything else left to the provider.
    pub fn new(messages: Vec<Message>, task: Task<'a>) -> Self {
        Self {
            messages,
            tools: Vec::new(),
            task,
            format: ResponseFormat::Text,
            temperature: None,
            max_tokens: None,
            tool_choice: ToolChoice::Auto,
            folder: None,
            project: &[],
            is_fetched: false,
        }
    }
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
