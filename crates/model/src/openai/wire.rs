//! The JSON of requests to a Chat Completions server.

use super::arguments;
use super::features::{Features, MaxTokensField};
use crate::{ChatRequest, Message, ResponseFormat, Role, ToolChoice};
use serde_json::{Value, json};

/// The body of a request, without the optional fields that the server has refused. Fields for which the request leaves
/// the choice to the provider are not sent.
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
        if let Some(choice) = tool_choice(&request.tool_choice).filter(|_| features.tool_choice) {
            body["tool_choice"] = choice;
        }
    }
    if let Some(format) = response_format(&request.format, features) {
        body["response_format"] = format;
    }
    if let Some(temperature) = request.temperature.filter(|_| features.temperature) {
        body["temperature"] = json!(temperature);
    }
    match (request.max_tokens, features.max_tokens) {
        (Some(most), MaxTokensField::MaxTokens) => body["max_tokens"] = json!(most),
        (Some(most), MaxTokensField::MaxCompletionTokens) => body["max_completion_tokens"] = json!(most),
        (Some(_), MaxTokensField::Neither) | (None, _) => {}
    }
    body.to_string().into_bytes()
}

/// The mode of JSON that the server is asked for. A schema is sent without `strict`, which would refuse schemas with
/// optional fields; where schemas are refused, an object is asked for.
fn response_format(format: &ResponseFormat, features: Features) -> Option<Value> {
    match format {
        ResponseFormat::JsonSchema(it) if features.json_schema => Some(json!({
            "type": "json_schema",
            "json_schema": { "name": it.name, "schema": it.schema },
        })),
        ResponseFormat::JsonSchema(_) | ResponseFormat::JsonObject if features.json_object => {
            Some(json!({ "type": "json_object" }))
        }
        _ => None,
    }
}

fn tool_choice(choice: &ToolChoice) -> Option<Value> {
    match choice {
        ToolChoice::Auto => None,
        ToolChoice::None => Some(json!("none")),
        ToolChoice::Required => Some(json!("required")),
        ToolChoice::Named(name) => Some(json!({ "type": "function", "function": { "name": name } })),
    }
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
    use crate::{Task, ToolCall, ToolSpec};
    use expect_test::expect;

    #[test]
    fn renders_a_conversation_with_tools() {
        let mut call = Message::new(Role::Assistant, "");
        call.tool_calls =
            vec![ToolCall { id: "c1".into(), name: "read_file".into(), arguments: json!({"file_path": "a.py"}) }];
        let mut result = Message::new(Role::Tool, "x = 1");
        result.tool_call_id = Some("c1".into());
        let messages = vec![Message::new(Role::System, "Be exact."), call, result];
        let request = ChatRequest {
            tools: vec![ToolSpec {
                name: "read_file".into(),
                description: "Reads a file.".into(),
                parameters: json!({"type": "object"}),
            }],
            format: ResponseFormat::JsonObject,
            ..ChatRequest::new(messages, Task::Free)
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
        let plain = text(Features { usage: false, json_object: false, ..Features::default() });
        assert!(!plain.contains("stream_options") && !plain.contains("response_format"));
    }
}
