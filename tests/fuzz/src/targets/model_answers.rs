//! What a model answers: JSON in its text, and a whole answer of a provider with its tool calls. Whatever comes is
//! text, shallow JSON or an error; good JSON is read as what it is.

use crate::{Broken, Target};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use futures::stream::{self, StreamExt};
use limits::model::{JSON_DEPTH, TOOL_CALLS};
use model::openai::{Config, OpenAiClient};
use model::{
    ChatRequest, HttpClient, HttpError, HttpRequest, HttpResponse, Message, ModelClient, ResponseFormat, Role, Task,
    Timer, json,
};
use serde_json::Value;
use std::rc::Rc;

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
    answers(input)?;
    // The same bytes as the arguments of a call in a good answer.
    let call = serde_json::json!({ "function": { "name": "f", "arguments": text } });
    let chunk = serde_json::json!({ "choices": [{ "delta": { "tool_calls": [call] }, "finish_reason": "tool_calls" }] });
    answers(format!("data: {chunk}\n\n").as_bytes())
}

/// A server that answers with these bytes.
struct Canned(Vec<u8>);

impl HttpClient for Canned {
    fn send(&self, _: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        let body = stream::iter([Ok(self.0.clone())]).boxed_local();
        Box::pin(ready(Ok(HttpResponse { status: 200, headers: Vec::new(), body })))
    }
}

struct AtOnce;

impl Timer for AtOnce {
    fn sleep(&self, _: u64) -> LocalBoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}

fn answers(body: &[u8]) -> Result<(), Broken> {
    let config = Config {
        base_url: "https://api.example/v1".to_owned(),
        model: "m".to_owned(),
        key: None,
        page_origin: None,
        max_attempts: 1,
    };
    let client = OpenAiClient::new(config, Rc::new(Canned(body.to_vec())), Rc::new(AtOnce));
    let request = ChatRequest {
        messages: vec![Message::new(Role::User, "?")],
        tools: Vec::new(),
        task: Task::Free,
        format: ResponseFormat::Text,
    };
    match block_on(client.chat(&request, &mut |_| {})) {
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
