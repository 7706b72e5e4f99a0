//! A decision as a model writes it.

use crate::states::tool_router::Action;
use model::{ToolCall, json};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// The decision.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
pub(super) struct WrittenRouting {
    /// Whether tools are called, or the answer is written.
    action: Action,
    /// The calls, at most 4; empty for the answer.
    tool_calls: Vec<WrittenCall>,
    /// Why: a sentence.
    pub(super) reasoning: String,
}

/// A call.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
struct WrittenCall {
    /// The name of the tool.
    tool_name: String,
    /// Its arguments.
    #[schemars(with = "Map<String, Value>")]
    tool_args: Value,
}

/// All spellings that are read.
#[derive(Deserialize)]
struct Loose {
    action: Action,
    #[serde(default)]
    tool_calls: Option<Vec<LooseCall>>,
    #[serde(default)]
    tool_name: Option<String>,
    #[serde(default)]
    tool_args: Option<Value>,
    #[serde(default)]
    tool_args_json: Option<String>,
    #[serde(default)]
    reasoning: Option<String>,
}

#[derive(Deserialize)]
struct LooseCall {
    #[serde(alias = "name", alias = "tool")]
    tool_name: String,
    #[serde(default, alias = "args", alias = "arguments")]
    tool_args: Option<Value>,
    #[serde(default)]
    tool_args_json: Option<String>,
}

impl From<LooseCall> for WrittenCall {
    fn from(LooseCall { tool_name, tool_args, tool_args_json }: LooseCall) -> Self {
        let tool_args = match (tool_args, tool_args_json) {
            (Some(Value::String(text)), _) | (None | Some(Value::Null), Some(text)) => read(text),
            (None | Some(Value::Null), None) => Value::Object(Map::new()),
            (Some(args), _) => args,
        };
        Self { tool_name, tool_args }
    }
}

/// Arguments that were written as text; what is no JSON stays a text, with which no tool runs.
fn read(text: String) -> Value {
    match text.trim() {
        "" => Value::Object(Map::new()),
        trimmed => serde_json::from_str(trimmed).unwrap_or(Value::String(text)),
    }
}

impl<'de> Deserialize<'de> for WrittenRouting {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Loose { action, tool_calls, tool_name, tool_args, tool_args_json, reasoning } = Loose::deserialize(from)?;
        // A decision to answer names no call, and a reason is wished for, not needed.
        let several = tool_calls.unwrap_or_default().into_iter();
        // An empty name is how providers with strict schemas write "none".
        let one = tool_name.filter(|name| !name.is_empty());
        let one = one.map(|tool_name| LooseCall { tool_name, tool_args, tool_args_json });
        let tool_calls = several.chain(one).map(WrittenCall::from).collect();
        Ok(Self { action, tool_calls, reasoning: reasoning.unwrap_or_default() })
    }
}

impl WrittenRouting {
    /// A decision for the answer.
    pub(super) fn answer(reasoning: String) -> Self {
        Self { action: Action::Generate, tool_calls: Vec::new(), reasoning }
    }

    /// A decision for one call.
    pub(super) fn one_call(tool: &str, tool_args: Value, reasoning: String) -> Self {
        let call = WrittenCall { tool_name: tool.to_owned(), tool_args };
        Self { action: Action::ExecuteTool, tool_calls: vec![call], reasoning }
    }

    /// What a schema cannot say.
    pub(super) fn check(&self) -> Result<(), String> {
        match (self.action, self.tool_calls.is_empty()) {
            (Action::ExecuteTool, true) => Err("`action` is `execute_tool`, and `tool_calls` is empty".to_owned()),
            _ => Ok(()),
        }
    }

    /// The calls to make: none for the answer, whatever was written beside it.
    pub(super) fn calls(&self) -> Vec<ToolCall> {
        if self.action == Action::Generate {
            return Vec::new();
        }
        let call = |written: &WrittenCall| {
            let mut arguments = written.tool_args.clone();
            json::keep_shallow(&mut arguments);
            ToolCall { id: String::new(), name: written.tool_name.clone(), arguments }
        };
        self.tool_calls.iter().map(call).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structured::Schema;
    use serde_json::json;

    fn calls(text: &str) -> Vec<(String, Value)> {
        let read = Schema::<WrittenRouting>::of_type().with_check(WrittenRouting::check).read(text).unwrap();
        let routing = read.or_else(|why, _| panic!("{why}"));
        routing.calls().into_iter().map(|call| (call.name, call.arguments)).collect()
    }

    #[test]
    fn a_single_call_with_arguments_as_text_is_read_too() {
        let several =
            r#"{"action": "execute_tool", "tool_calls": [{"tool_name": "grep", "tool_args": {"pattern": "x"}}]}"#;
        let one = r#"{"action": "execute_tool", "tool_name": "grep", "tool_args_json": "{\"pattern\": \"x\"}"}"#;
        for text in [several, one] {
            assert_eq!(calls(text), [("grep".to_owned(), json!({"pattern": "x"}))]);
        }
    }

    #[test]
    fn arguments_that_are_no_json_stay_text() {
        let text = r#"{"action": "execute_tool", "tool_name": "undo", "tool_args_json": "all of it"}"#;
        assert_eq!(calls(text), [("undo".to_owned(), json!("all of it"))]);
    }

    #[test]
    fn calls_beside_the_answer_are_not_made_and_none_beside_tools_is_an_error() {
        assert!(calls(r#"{"action": "generate", "tool_name": "undo", "tool_args_json": ""}"#).is_empty());
        let schema = Schema::<WrittenRouting>::of_type().with_check(WrittenRouting::check);
        assert!(schema.read(r#"{"action": "execute_tool", "tool_calls": []}"#).is_err());
        assert!(schema.read(r#"{"action": "delete_everything"}"#).is_err());
    }
}
