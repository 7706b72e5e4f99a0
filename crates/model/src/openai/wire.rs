//! The JSON of requests to a Chat Completions server.

use super::arguments;
use crate::{ChatRequest, Message, ResponseFormat, Role, Task};
use serde_json::{Value, json};

/// Optional request fields. Each is left out once the server has refused it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features {
    /// `stream_options.include_usage`.
    pub usage: bool,
    /// `response_format`.
    pub json: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self { usage: true, json: true }
    }
}

impl Features {
    /// The fields to send after a 400 with this text; `None` if it names no optional field.
    pub fn without_refused(self, text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let has_any = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if self.usage && has_any(&["stream_options", "include_usage"]) {
            Some(Self { usage: false, ..self })
        } else if self.json && has_any(&["response_format", "json_object", "json mode", "json_schema"]) {
            Some(Self { json: false, ..self })
        } else {
            None
        }
    }
}

pub fn body(model: &str, request: &ChatRequest<'_>, features: Features) -> Vec<u8> {
    let mut body = json!({
        "model": model,
        "messages": request.messages.iter().map(message).collect::<Vec<_>>(),
        "stream": true,
    });
    if features.usage {
        body["stream_options"] = json!({ "include_usage": true });
    }
    if !request.tools.is_empty() {
        body["tools"] = request.tools.iter().map(|tool| json!({ "type": "function", "function": tool })).collect();
    }
    // This mode forces an object; a plan is an array.
    let wants_object = request.format == ResponseFormat::Json && !matches!(request.task, Task::Plan(_));
    if features.json && wants_object {
        body["response_format"] = json!({ "type": "json_object" });
    }
    body.to_string().into_bytes()
}

fn message(message: &Message) -> Value {
    let role = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
    };
    let mut wire = json!({ "role": role, "content": message.content });
    if !message.tool_calls.is_empty() {
        if message.content.is_empty() {
            wire["content"] = Value::Null;
        }
        wire["tool_calls"] = message
            .tool_calls
            .iter()
            .map(|call| {
                let function = json!({ "name": call.name, "arguments": arguments::write(&call.arguments) });
                json!({ "id": call.id, "type": "function", "function": function })
            })
            .collect();
    }
    if let Some(id) = &message.tool_call_id {
        wire["tool_call_id"] = json!(id);
    }
    wire
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ToolCall, ToolSpec};
    use expect_test::expect;

    #[test]
    fn renders_a_conversation_with_tools() {
        let mut call = Message::new(Role::Assistant, "");
        call.tool_calls =
            vec![ToolCall { id: "c1".into(), name: "read_file".into(), arguments: json!({"file_path": "a.py"}) }];
        let mut result = Message::new(Role::Tool, "x = 1");
        result.tool_call_id = Some("c1".into());
        let request = ChatRequest {
            messages: vec![Message::new(Role::System, "Be exact."), call, result],
            tools: vec![ToolSpec {
                name: "read_file".into(),
                description: "Reads a file.".into(),
                parameters: json!({"type": "object"}),
            }],
            task: Task::Free,
            format: ResponseFormat::Json,
        };
        let text = |features| {
            let value: Value = serde_json::from_slice(&body("m", &request, features)).unwrap();
            serde_json::to_string_pretty(&value).unwrap()
        };
        expect![[r#"
            {
              "messages": [
                {
                  "content": "Be exact.",
                  "role": "system"
                },
                {
                  "content": null,
                  "role": "assistant",
                  "tool_calls": [
                    {
                      "function": {
                        "arguments": "{\"file_path\":\"a.py\"}",
                        "name": "read_file"
                      },
                      "id": "c1",
                      "type": "function"
                    }
                  ]
                },
                {
                  "content": "x = 1",
                  "role": "tool",
                  "tool_call_id": "c1"
                }
              ],
              "model": "m",
              "response_format": {
                "type": "json_object"
              },
              "stream": true,
              "stream_options": {
                "include_usage": true
              },
              "tools": [
                {
                  "function": {
                    "description": "Reads a file.",
                    "name": "read_file",
                    "parameters": {
                      "type": "object"
                    }
                  },
                  "type": "function"
                }
              ]
            }"#]]
        .assert_eq(&text(Features::default()));
        let plain = text(Features { usage: false, json: false });
        assert!(!plain.contains("stream_options") && !plain.contains("response_format"));
    }

    #[test]
    fn leaves_out_what_a_server_refuses() {
        let all = Features::default();
        let no_usage = all.without_refused("Unrecognized request argument: stream_options").unwrap();
        assert_eq!(no_usage, Features { usage: false, json: true });
        assert_eq!(no_usage.without_refused("stream_options"), None);
        assert_eq!(
            no_usage.without_refused("'response_format.type' must be 'text'"),
            Some(Features { usage: false, json: false })
        );
        assert_eq!(all.without_refused("temperature too high"), None);
    }
}
