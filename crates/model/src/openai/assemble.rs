//! Assembles a response from the pieces of a stream.

use super::arguments;
use super::thinking::{Divided, Thinking};
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
    thinking: Thinking,
    calls: Vec<PartialCall>,
    usage: Option<TokenUsage>,
    finish: Option<FinishReason>,
}

impl Assembly {
    /// Adds a chunk; returns the text that it adds, and what the model thinks.
    ///
    /// # Errors
    /// If the response requests too many tool calls.
    pub fn take(&mut self, chunk: &Value) -> Result<Divided, TooManyCalls> {
        if let Some(usage) = chunk.get("usage").filter(|usage| usage.is_object()) {
            self.usage = Some(usage_of(usage));
        }
        let Some(choice) = chunk.get("choices").and_then(|choices| choices.get(0)) else {
            return Ok(Divided::default());
        };
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            self.finish = Some(match reason {
                "tool_calls" | "function_call" => FinishReason::ToolCalls,
                "length" => FinishReason::Length,
                "content_filter" => FinishReason::Filtered,
                _ => FinishReason::Stop,
            });
        }
        let Some(delta) = choice.get("delta").or_else(|| choice.get("message")) else { return Ok(Divided::default()) };
        for call in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.take_call(call)?;
        }
        // A chunk without content adds no text.
        let piece = delta.get("content").map_or_else(String::new, text_of);
        let mut divided = self.thinking.take(&piece);
        divided.thought.insert_str(0, &thought_of(delta));
        self.text.push_str(&divided.text);
        Ok(divided)
    }

    /// The end of the stream: what was held back because it might have been a tag.
    pub fn end(&mut self) -> Divided {
        let rest = self.thinking.end();
        self.text.push_str(&rest.text);
        rest
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
/// What a delta has of the model's thinking, by the names of several servers.
fn thought_of(delta: &Value) -> String {
    let field = ["reasoning_content", "reasoning"].iter().find_map(|name| delta.get(name)?.as_str());
    let parts = delta.get("content").and_then(Value::as_array).into_iter().flatten();
    let in_parts = || parts.filter_map(|part| part.get("thinking")).map(text_of).collect();
    field.map_or_else(in_parts, str::to_owned)
}

/// Token counts; what the provider had in its cache is named differently by each.
fn usage_of(usage: &Value) -> TokenUsage {
    let number = |value: Option<&Value>| value.and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
    let count = |name: &str| number(usage.get(name));
    let of_prompt = usage.get("prompt_tokens_details").and_then(|details| details.get("cached_tokens"));
    let elsewhere = || ["prompt_cache_hit_tokens", "cache_read_input_tokens"].iter().find_map(|name| count(name));
    TokenUsage {
        input: count("prompt_tokens").unwrap_or(0),
        output: count("completion_tokens").unwrap_or(0),
        cached: number(of_prompt).or_else(elsewhere).unwrap_or(0),
    }
}

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
    fn thinking_comes_apart_from_the_text_however_the_server_sends_it() {
        let parts = json!([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]);
        for thought in [
            json!({"reasoning_content": "hm", "content": null}),
            json!({"reasoning": "hm", "content": ""}),
            json!({"content": parts}),
            json!({"content": "<think>hm</think>"}),
        ] {
            let mut assembly = Assembly::default();
            let piece = assembly.take(&delta(thought)).unwrap();
            assert_eq!((piece.text.as_str(), piece.thought.as_str()), ("", "hm"));
            assembly.take(&delta(json!({"content": "Yes."}))).unwrap();
            assembly.end();
            assert_eq!(assembly.finish(1).message.content, "Yes.");
        }
    }

    #[test]
    fn tokens_of_the_cache_are_read_by_the_names_of_several_servers() {
        for usage in [
            json!({"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}}),
            json!({"prompt_tokens": 9, "completion_tokens": 2, "prompt_cache_hit_tokens": 4}),
        ] {
            assert_eq!(usage_of(&usage), TokenUsage { input: 9, output: 2, cached: 4 });
        }
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
        assert_eq!(
            assembly.take(&delta(json!({"content": [{"type": "text", "text": "мир"}]}))),
            Ok(Divided { text: "мир".into(), ..Divided::default() })
        );
        assembly.take(&json!({"choices": [{"delta": {}, "finish_reason": "length"}]})).unwrap();
        assembly.take(&json!({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})).unwrap();
        let response = assembly.finish(1);
        assert_eq!((response.message.content.as_str(), response.finish), ("мир", FinishReason::Length));
        assert_eq!(response.usage, Some(TokenUsage { input: 7, output: 2, cached: 0 }));
    }
}
