//! What a model answers: JSON in its text, and a whole answer of a provider with its tool calls. Whatever comes is
//! text, shallow JSON or an error; good JSON is read as what it is.

use crate::{Broken, Target};
use futures::executor::block_on;
use limits::model::{JSON_DEPTH, TOOL_CALLS};
use model::json::{self, Reading};
use model::scripted::answer_of_server;
use serde_json::Value;

pub const TARGET: Target = Target {
    name: "model_answers",
    dictionary: &[
        b"{", b"}", b"[", b"]", b"\"", b"'", b"`", b",", b":", b"\\", b"\\u12", b"\\ud83d", b"```json\n", b"//", b"/*",
        b"*/", b"#", b"True", b"None", b"1e9", b"-", b"data: ", b"\n\n", b"{\"a\":", b"{\"choices\":[{\"delta\":",
        b"\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":\"{", "“".as_bytes(), "ü".as_bytes(), b" ",
    ],
    seeds: || {
        vec![
            br#"["Find where `a` is defined", "List the callers of `b`"]"#.to_vec(),
            b"Here you are:\n```json\n{'decision': 'FINISH', reason: \"enough\",}\n```".to_vec(),
            br#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":[1]}"}}]},"finish_reason":"tool_calls"}]}

"#
            .to_vec(),
        ]
    },
    check,
};

fn check(input: &[u8]) -> Result<(), Broken> {
    let text = String::from_utf8_lossy(input);
    if let Ok(value) = json::read(&text) {
        shallow(&value)?;
        let again = json::read(&value.to_string());
        if again.as_ref() != Ok(&value) {
            return Err(format!("{value} is read again as {again:?}"));
        }
    }
    if let Ok(good) = serde_json::from_str::<Value>(&text)
        && depth(&good) <= JSON_DEPTH
        && json::read(&text) != Ok(good)
    {
        return Err("good JSON is read as something else".to_owned());
    }
    if let Ok((value, _)) = json::read_first(&text) {
        shallow(&value)?;
        let again = json::read_first(&value.to_string());
        if again.as_ref() != Ok(&(value.clone(), Reading::Whole)) {
            return Err(format!("{value} is read again as {again:?}"));
        }
    }
    answers(input)?;
    // The same bytes as the arguments of a call in a good answer.
    let call = serde_json::json!({ "function": { "name": "f", "arguments": text } });
    let chunk = serde_json::json!({ "choices": [{ "delta": { "tool_calls": [call] }, "finish_reason": "tool_calls" }] });
    answers(format!("data: {chunk}\n\n").as_bytes())
}

fn answers(body: &[u8]) -> Result<(), Broken> {
    match block_on(answer_of_server(body.to_vec())) {
        Err(error) if error.message.is_empty() => Err("an error without words".to_owned()),
        Err(_) => Ok(()),
        Ok(answer) if answer.message.tool_calls.len() > TOOL_CALLS => Err("too many calls passed".to_owned()),
        Ok(answer) => answer.message.tool_calls.iter().try_for_each(|call| shallow(&call.arguments)),
    }
}

fn shallow(value: &Value) -> Result<(), Broken> {
    if depth(value) <= JSON_DEPTH { Ok(()) } else { Err(format!("{} levels: {value}", depth(value))) }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
