//! Assembles a response from the pieces of a stream.

use super::arguments;
use crate::{ChatResponse, FinishReason, Message, Role, ToolCall};
use limits::model::TOOL_CALLS;
use protocol::TokenUsage;
use serde_json::Value;

#[derive(Debug, Default)]
struct PartialCall {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

/// A response requests more tool calls than [`TOOL_CALLS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it wants more than {TOOL_CALLS} tools at once")]
pub struct TooManyCalls;

/// The part of a response that has arrived. Accepts streamed chunks (`delta`) and whole responses (`message`) alike.
#[derive(Debug, Default)]
pub struct Assembly {
    text: String,
    calls: Vec<PartialCall>,
    usage: Option<TokenUsage>,
    finish: Option<FinishReason>,
}

impl Assembly {
    /// Adds a chunk; returns the text that it adds.
    ///
    /// # Errors
    /// If the response requests too many tool calls.
    pub fn take(&mut self, chunk: &Value) -> Result<String, TooManyCalls> {
        if let Some(usage) = chunk.get("usage").filter(|usage| usage.is_object()) {
            let count = |name: &str| usage.get(name).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
            self.usage = Some(TokenUsage {
                input: count("prompt_tokens").unwrap_or(0),
                output: count("completion_tokens").unwrap_or(0),
            });
        }
        let Some(choice) = chunk.get("choices").and_then(|choices| choices.get(0)) else { return Ok(String::new()) };
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(match reason {
                "tool_calls" | "function_call" => FinishReason::ToolCalls,
                "length" => FinishReason::Length,
                "content_filter" => FinishReason::Filtered,
                _ => FinishReason::Stop,
            });
        }
        let Some(delta) = choice.get("delta").or_else(|| choice.get("message")) else { return Ok(String::new()) };
        for call in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.take_call(call)?;
        }
        // A chunk without content adds no text.
        let piece = delta.get("content").map_or_else(String::new, text_of);
        self.text.push_str(&piece);
        Ok(piece)
    }

    fn take_call(&mut self, call: &Value) -> Result<(), TooManyCalls> {
        let word = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or("").to_owned();
        let index = call.get("index").and_then(Value::as_u64);
        let (id, function) = (word(call.get("id")), call.get("function"));
        let name = word(function.and_then(|function| function.get("name")));
        let at = self.place_of(index, &id, &name);
        if at == TOOL_CALLS {
            return Err(TooManyCalls);
        }
        let partial = &mut self.calls[at];
        if partial.id.is_empty() {
            partial.id = id;
        }
        if partial.name.is_empty() {
            partial.name = name;
        }
        match function.and_then(|function| function.get("arguments")) {
            Some(Value::String(piece)) => partial.arguments.push_str(piece),
            Some(Value::Null) | None => {}
            Some(whole) => partial.arguments = whole.to_string(),
        }
        Ok(())
    }

    /// Which call a delta belongs to. Some servers give no index, or the same one to every call of a batch: a new id
    /// together with a name then begins a new call.
    fn place_of(&mut self, index: Option<u64>, id: &str, name: &str) -> usize {
        let known = match index {
            Some(_) => self.calls.iter().rposition(|call| call.index == index),
            None if !id.is_empty() => self.calls.iter().rposition(|call| call.id == id),
            None if name.is_empty() => self.calls.len().checked_sub(1),
            None => None,
        };
        let is_other = |call: &PartialCall| !id.is_empty() && !call.id.is_empty() && call.id != id && !name.is_empty();
        match known {
            Some(at) if !is_other(&self.calls[at]) => at,
            _ => {
                self.calls.push(PartialCall { index, ..PartialCall::default() });
                self.calls.len() - 1
            }
        }
    }

    /// Whether the server has sent a finish reason.
    pub fn is_finished(&self) -> bool {
        self.finish.is_some()
    }

    /// True while nothing a reader would miss has come.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.calls.is_empty()
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The response. Calls without an id get `call00001` and so on, counted from `first_id`: nine letters and digits,
    /// the format of the strictest provider.
    pub fn finish(self, first_id: usize) -> ChatResponse {
        let mut message = Message::new(Role::Assistant, self.text);
        message.tool_calls = self
            .calls
            .into_iter()
            .filter(|call| !call.name.is_empty())
            .enumerate()
            .map(|(i, call)| ToolCall {
                id: if call.id.is_empty() { format!("call{:05}", first_id + i) } else { call.id },
                name: call.name,
                arguments: arguments::read(&call.arguments),
            })
            .collect();
        let finish = match self.finish {
            _ if !message.tool_calls.is_empty() => FinishReason::ToolCalls,
            None | Some(FinishReason::ToolCalls) => FinishReason::Stop,
            Some(reason) => reason,
        };
        ChatResponse { message, usage: self.usage, finish, plan: None }
    }
}

/// Content is a string, or a list of parts of which the text ones count.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn delta(delta: Value) -> Value {
        json!({ "choices": [{ "delta": delta }] })
    }

    fn calls(deltas: &[Value]) -> Vec<(String, String, Value)> {
        let mut assembly = Assembly::default();
        deltas.iter().for_each(|calls| drop(assembly.take(&delta(json!({ "tool_calls": calls }))).unwrap()));
        let calls = assembly.finish(1).message.tool_calls;
        calls.into_iter().map(|call| (call.id, call.name, call.arguments)).collect()
    }

    #[test]
    fn merges_calls_by_index() {
        let merged = calls(&[
            json!([{"index": 0, "id": "a", "function": {"name": "f", "arguments": ""}}]),
            json!([{"index": 1, "id": "b", "function": {"name": "g", "arguments": "{\"x\""}}]),
            json!([{"index": 0, "function": {"arguments": "{\"y\":"}}]),
            json!([{"index": 1, "function": {"arguments": ":1}"}}, {"index": 0, "function": {"arguments": "2}"}}]),
        ]);
        assert_eq!(merged, [("a".into(), "f".into(), json!({"y": 2})), ("b".into(), "g".into(), json!({"x": 1}))]);
    }

    #[test]
    fn copes_with_missing_ids_and_indices() {
        let made_up = calls(&[json!([{"index": 0, "function": {"name": "f", "arguments": {"x": 1}}}])]);
        assert_eq!(made_up, [("call00001".into(), "f".into(), json!({"x": 1}))]);
        let no_index = calls(&[
            json!([{"id": "a", "function": {"name": "f", "arguments": "{"}}]),
            json!([{"function": {"arguments": "}"}}]),
            json!([{"id": "b", "function": {"name": "g", "arguments": "{}"}}]),
        ]);
        assert_eq!(no_index.len(), 2);
        let same_index = calls(&[
            json!([{"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}}]),
            json!([{"index": 0, "id": "b", "function": {"name": "f", "arguments": "{}"}}]),
        ]);
        assert_eq!(same_index.len(), 2);
    }

    #[test]
    fn reads_parts_usage_and_reasons() {
        let mut assembly = Assembly::default();
        assert_eq!(assembly.take(&delta(json!({"content": [{"type": "text", "text": "мир"}]}))), Ok("мир".into()));
        assembly.take(&json!({"choices": [{"delta": {}, "finish_reason": "length"}]})).unwrap();
        assembly.take(&json!({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})).unwrap();
        let response = assembly.finish(1);
        assert_eq!((response.message.content.as_str(), response.finish), ("мир", FinishReason::Length));
        assert_eq!(response.usage, Some(TokenUsage { input: 7, output: 2 }));
    }
}
