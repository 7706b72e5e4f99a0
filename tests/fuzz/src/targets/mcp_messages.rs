//! MCP messages, by lines and by POST: whatever comes, what goes back is JSON-RPC 2.0 and no more than was asked.

use crate::{Broken, Target};
use agent::{CancelToken, ToolError, ToolOutput};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use mcp::http::{Endpoint, Post, Reply};
use mcp::{About, AskFuture, AskRequest, Connection, Host, Server};
use model::ToolSpec;
use protocol::TimedEvent;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

pub const TARGET: Target = Target {
    name: "mcp_messages",
    dictionary: &[
        b"{\"jsonrpc\":\"2.0\",",
        b"\"id\":1,",
        b"\"id\":\"a\",",
        b"\"id\":null,",
        b"\"method\":\"ping\"",
        b"\"method\":\"tools/call\",\"params\":{",
        b"\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"",
        b"\"name\":\"echo\",\"arguments\":",
        b"\"_meta\":{\"progressToken\":3},",
        b"\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"",
        b"\"result\":{}",
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b"\n",
    ],
    seeds,
    check,
};

fn seeds() -> Vec<Vec<u8>> {
    let request = |id: u32, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let hello = request(0, "initialize", json!({"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {}}));
    let call = request(1, "tools/call", json!({"name": "echo", "arguments": {"text": "x"}, "_meta": {"progressToken": 7}}));
    let ask = request(2, "tools/call", json!({"name": "ask", "arguments": {"question": "why"}}));
    let batch = json!([request(3, "ping", json!({})), request(4, "tools/list", json!({})), 9]);
    [hello, call, ask, batch].iter().map(|one| one.to_string().into_bytes()).collect()
}

fn check(input: &[u8]) -> Result<(), Broken> {
    by_post(input)?;
    by_lines(input)
}

fn by_post(input: &[u8]) -> Result<(), Broken> {
    for version in [None, Some("2025-03-26"), Some("2026-07-28")] {
        let endpoint = Endpoint::new(Server::new(Rc::new(Echo)));
        let (json, both) = (Some("application/json"), Some("application/json, text/event-stream"));
        let post = Post { body: input, content_type: json, accept: both, protocol_version: version, ..Post::default() };
        match block_on(endpoint.post(&post)) {
            Reply::Accepted => {}
            Reply::Json { body, .. } => is_response(&body)?,
            Reply::Stream(exchange) => {
                let sent = RefCell::new(Vec::new());
                block_on(exchange.run(&CancelToken::new(), &|event: String| sent.borrow_mut().push(event)));
                for event in sent.take() {
                    let data = event.strip_prefix("event: message\ndata: ").and_then(|rest| rest.strip_suffix("\n\n"));
                    is_message(&parsed(data.ok_or_else(|| format!("no event: {event}"))?)?)?;
                }
            }
        }
    }
    Ok(())
}

fn by_lines(input: &[u8]) -> Result<(), Broken> {
    let connection = Connection::new(Server::new(Rc::new(Echo)));
    let sent = RefCell::new(Vec::new());
    let send = |line: String| sent.borrow_mut().push(line);
    for line in input.split(|byte| *byte == b'\n') {
        if let Some(work) = connection.receive(line, &send) {
            block_on(work);
        }
    }
    sent.take().iter().try_for_each(|line| match line.contains('\n') {
        true => Err(format!("more than a line: {line}")),
        false => is_response(line),
    })
}

fn parsed(text: &str) -> Result<Value, Broken> {
    serde_json::from_str(text).map_err(|error| format!("no JSON ({error}): {text}"))
}

/// A response, or a batch of them.
fn is_response(text: &str) -> Result<(), Broken> {
    match parsed(text)? {
        Value::Array(all) if all.is_empty() || all.len() > limits::edge::MCP_BATCH => {
            Err(format!("a batch of {} answers", all.len()))
        }
        Value::Array(all) => all.iter().try_for_each(is_message),
        one => is_message(&one),
    }
}

fn is_message(message: &Value) -> Result<(), Broken> {
    let kinds = ["result", "error", "method"].iter().filter(|kind| message.get(**kind).is_some()).count();
    match message["jsonrpc"] == "2.0" && kinds == 1 {
        true => Ok(()),
        false => Err(format!("no JSON-RPC message: {message}")),
    }
}

/// A host with one tool that says its arguments again.
struct Echo;

impl Host for Echo {
    fn about(&self) -> About {
        About { repository: "r".to_owned(), note: None, agents: vec!["plan-react".to_owned()] }
    }

    fn tools(&self) -> LocalBoxFuture<'_, Result<Vec<ToolSpec>, String>> {
        let spec = ToolSpec { name: "echo".to_owned(), description: String::new(), parameters: json!({"type": "object"}) };
        Box::pin(ready(Ok(vec![spec])))
    }

    fn call<'a>(&'a self, tool: &'a str, arguments: &'a Value) -> LocalBoxFuture<'a, Result<ToolOutput, ToolError>> {
        Box::pin(ready(match tool {
            "echo" => Ok(ToolOutput { text: arguments.to_string(), ..ToolOutput::default() }),
            name => Err(ToolError::Unknown { name: name.to_owned(), known: "echo".to_owned() }),
        }))
    }

    fn ask<'a>(&'a self, _: AskRequest, _: &'a CancelToken, _: &'a dyn Fn(TimedEvent)) -> AskFuture<'a> {
        Box::pin(ready(Err("nobody is here to be asked".to_owned())))
    }
}
