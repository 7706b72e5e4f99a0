//! JSON-RPC 2.0 messages as they come and go.

use crate::error::{ErrorCode, RpcError};
use limits::edge::MCP_BATCH;
pub(crate) use mcp_wire::notification;
use mcp_wire::{RequestId, failure, success};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A request: something to answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Request {
    pub id: RequestId,
    pub method: String,
    pub params: Map<String, Value>,
}

impl Request {
    /// A value of `params._meta`.
    pub fn meta(&self, key: &str) -> Option<&Value> {
        self.params.get("_meta")?.get(key)
    }

    /// The token for progress notifications, if the client wants them.
    pub fn progress_token(&self) -> Option<RequestId> {
        RequestId::deserialize(self.meta("progressToken")?).ok()
    }
}

/// One message from a client.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Message {
    Request(Request),
    Notification {
        method: String,
        params: Map<String, Value>,
    },
    /// An answer to something. This server asks nothing, so it means nothing.
    Response,
    /// Not a message; the id is there where it could be read.
    Broken(Option<RequestId>, RpcError),
}

/// What came at once.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Incoming {
    One(Message),
    Batch(Vec<Message>),
}

/// Reads a message, or a batch of them.
pub(crate) fn read(bytes: &[u8]) -> Incoming {
    let broken = |code, why: String| Incoming::One(Message::Broken(None, RpcError::new(code, why)));
    match serde_json::from_slice(bytes) {
        Ok(Value::Array(all)) if all.is_empty() => broken(ErrorCode::InvalidRequest, "the batch is empty".to_owned()),
        Ok(Value::Array(all)) if all.len() > MCP_BATCH => {
            broken(ErrorCode::InvalidRequest, format!("a batch holds {MCP_BATCH} messages at most"))
        }
        Ok(Value::Array(all)) => Incoming::Batch(all.into_iter().map(message).collect()),
        Ok(one) => Incoming::One(message(one)),
        Err(error) => broken(ErrorCode::Parse, format!("the message is not JSON: {error}")),
    }
}

fn message(value: Value) -> Message {
    let Value::Object(mut fields) = value else {
        return Message::Broken(None, RpcError::new(ErrorCode::InvalidRequest, "a message is a JSON object"));
    };
    let id = fields.get("id").and_then(|id| RequestId::deserialize(id).ok());
    let has_id = fields.contains_key("id");
    let broken = |why: &str| Message::Broken(id.clone(), RpcError::new(ErrorCode::InvalidRequest, why));
    if fields.get("jsonrpc") != Some(&json!("2.0")) {
        return broken("`jsonrpc` must be \"2.0\"");
    }
    let method = match fields.remove("method") {
        Some(Value::String(method)) => method,
        Some(_) => return broken("`method` must be a string"),
        None if fields.contains_key("result") || fields.contains_key("error") => return Message::Response,
        None => return broken("`method` is missing"),
    };
    let params = match fields.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) if has_id => {
            return Message::Broken(id, RpcError::params("`params` must be an object"));
        }
        Some(_) => return broken("`params` must be an object"),
    };
    match id {
        Some(id) => Message::Request(Request { id, method, params }),
        None if has_id => broken("`id` must be a string or a whole number"),
        None => Message::Notification { method, params },
    }
}

pub(crate) fn response(id: Option<&RequestId>, answer: Result<Value, RpcError>) -> Value {
    match answer {
        Ok(result) => success(id, result),
        Err(error) => failure(id, error.to_json()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_and_id(text: &str) -> (i32, Option<RequestId>) {
        match read(text.as_bytes()) {
            Incoming::One(Message::Broken(id, error)) => (error.code.number(), id),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn an_invalid_message_is_reported_with_its_id_if_that_can_be_read() {
        assert_eq!(code_and_id("{\"jsonrpc\""), (-32700, None));
        assert_eq!(code_and_id("\u{fffd}"), (-32700, None));
        assert_eq!(code_and_id("[]"), (-32600, None));
        assert_eq!(code_and_id("7"), (-32600, None));
        assert_eq!(code_and_id("{}"), (-32600, None));
        assert_eq!(code_and_id(r#"{"id":7,"method":"ping"}"#), (-32600, Some(RequestId::Number(7))));
        assert_eq!(code_and_id(r#"{"jsonrpc":"2.0","id":"a"}"#), (-32600, Some(RequestId::Text("a".into()))));
        assert_eq!(code_and_id(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#), (-32600, None));
        assert_eq!(code_and_id(r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#), (-32600, None));
        let params = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}"#;
        assert_eq!(code_and_id(params), (-32602, Some(RequestId::Number(1))));
        assert_eq!(code_and_id(&format!("[{}1]", "1,".repeat(100))), (-32600, None));
    }

    #[test]
    fn deep_nesting_is_refused_and_does_not_overflow() {
        assert_eq!(code_and_id(&"[".repeat(100_000)).0, -32700);
    }

    #[test]
    fn requests_notifications_and_responses_are_distinguished() {
        let one = |text: &str| match read(text.as_bytes()) {
            Incoming::One(message) => message,
            Incoming::Batch(all) => panic!("{all:?}"),
        };
        let request = one(r#"{"jsonrpc":"2.0","id":"x","method":"tools/list","params":{"_meta":{"progressToken":3}}}"#);
        let Message::Request(request) = request else { panic!("{request:?}") };
        assert_eq!(
            (request.id.clone(), request.progress_token()),
            (RequestId::Text("x".into()), Some(RequestId::Number(3)))
        );
        let notification = one(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        assert!(matches!(notification, Message::Notification { method, .. } if method == "notifications/initialized"));
        assert_eq!(one(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Message::Response);
        assert!(matches!(read(br#"[{"jsonrpc":"2.0","method":"a"},3]"#), Incoming::Batch(all) if all.len() == 2));
    }
}
