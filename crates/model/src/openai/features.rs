//! The optional fields of a request, which some servers refuse.

use crate::{ChatRequest, ResponseFormat, ToolChoice};

/// The optional fields that a server has not refused. One that it refuses is left out of this client's later requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features {
    /// `stream_options.include_usage`.
    pub usage: bool,
    /// `response_format` of type `json_object`.
    pub json_object: bool,
    /// `response_format` of type `json_schema`.
    pub json_schema: bool,
    /// `temperature`: reasoning models often have only their own.
    pub temperature: bool,
    /// The field for the most tokens of an answer.
    pub max_tokens: MaxTokensField,
    /// `tool_choice`.
    pub tool_choice: bool,
}

/// The name under which a server takes the most tokens of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaxTokensField {
    /// `max_tokens`, which most servers know.
    MaxTokens,
    /// `max_completion_tokens`, which replaces it at newer ones.
    MaxCompletionTokens,
    /// The server takes neither.
    Neither,
}

/// What servers call `response_format` and its types when they refuse it.
const FORMAT_WORDS: [&str; 5] = ["response_format", "response format", "json_object", "json mode", "json_schema"];

impl Default for Features {
    fn default() -> Self {
        Self {
            usage: true,
            json_object: true,
            json_schema: true,
            temperature: true,
            max_tokens: MaxTokensField::MaxTokens,
            tool_choice: true,
        }
    }
}

impl Features {
    /// The fields to send after a 400 with this text, and the field that is refused; `None` if the text names no
    /// optional field that the request had.
    pub fn without_refused(self, request: &ChatRequest<'_>, text: &str) -> Option<(Self, &'static str)> {
        let text = text.to_lowercase();
        let names = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let has_schema = self.json_schema && matches!(request.format, ResponseFormat::JsonSchema(_));
        let has_object = self.json_object && !has_schema && request.format != ResponseFormat::Text;
        let has_temperature = self.temperature && request.temperature.is_some();
        let has_choice = self.tool_choice && !request.tools.is_empty() && request.tool_choice != ToolChoice::Auto;
        if self.usage && names(&["stream_options", "include_usage"]) {
            Some((Self { usage: false, ..self }, "stream_options"))
        } else if has_schema && names(&FORMAT_WORDS) {
            Some((Self { json_schema: false, ..self }, "json_schema"))
        } else if has_object && names(&FORMAT_WORDS) {
            Some((Self { json_object: false, ..self }, "json_object"))
        } else if has_temperature && names(&["temperature"]) {
            Some((Self { temperature: false, ..self }, "temperature"))
        } else if has_choice && names(&["tool_choice"]) {
            Some((Self { tool_choice: false, ..self }, "tool_choice"))
        } else {
            request.max_tokens.and_then(|_| self.without_max_tokens(&names))
        }
    }

    fn without_max_tokens(self, names: &dyn Fn(&[&str]) -> bool) -> Option<(Self, &'static str)> {
        let names_new = names(&["max_completion_tokens"]);
        let (next, field) = match self.max_tokens {
            MaxTokensField::MaxTokens if names_new => (MaxTokensField::MaxCompletionTokens, "max_tokens"),
            MaxTokensField::MaxTokens if names(&["max_tokens"]) => (MaxTokensField::Neither, "max_tokens"),
            MaxTokensField::MaxCompletionTokens if names_new => (MaxTokensField::Neither, "max_completion_tokens"),
            _ => return None,
        };
        Some((Self { max_tokens: next, ..self }, field))
    }
}
