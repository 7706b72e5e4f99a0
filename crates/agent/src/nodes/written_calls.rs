//! The calls of tools in a model's response.

use crate::text_calls::of_model;
use model::{ChatResponse, ToolCall, ToolSpec, json};

/// The calls of a response: those that it requests, or else those that it writes as text.
pub(super) fn calls_of(response: &ChatResponse, offered: &[ToolSpec]) -> Vec<ToolCall> {
    let mut calls = response.message.tool_calls.clone();
    if calls.is_empty() {
        let names: Vec<&str> = offered.iter().map(|spec| spec.name.as_str()).collect();
        let written = of_model(&response.message.content, &names).calls.into_iter();
        calls =
            written.map(|call| ToolCall { id: String::new(), name: call.name, arguments: call.arguments }).collect();
    }
    calls.iter_mut().for_each(|call| json::keep_shallow(&mut call.arguments));
    calls
}
