//! The protocol without I/O: requests out, messages in.

use crate::error::words;
use crate::{McpError, Outgoing, TransportError};
use mcp_wire::{RequestId, Version, failure, meta, notification, request, success};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The error of a server that does not speak the version of a request.
const UNSUPPORTED_VERSION: i64 = -32022;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const INVALID_REQUEST: i64 = -32600;
/// Messages of one batch that are read.
const BATCH: usize = limits::edge::MCP_BATCH;

/// One client's side of a conversation with one server.
#[derive(Debug, Default)]
pub struct Session {
    last: i64,
    version: Option<Version>,
    tools_changed: bool,
}

/// What a message from a server means.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// The answer to the request of this id.
    Answer {
        /// The request.
        id: RequestId,
        /// Its result, or the server's error: its number and its words, cut.
        result: Result<Value, (i64, String)>,
    },
    /// The server has asked something; this is to be sent.
    Reply(Box<Outgoing>),
    /// Nothing to do.
    Nothing,
}

impl Session {
    /// The version that is agreed on.
    pub fn version(&self) -> Option<Version> {
        self.version
    }

    /// Whether the server has said, since this was asked last, that its tools have changed.
    pub fn take_tools_changed(&mut self) -> bool {
        std::mem::take(&mut self.tools_changed)
    }

    /// The first request of a conversation.
    pub fn initialize(&mut self) -> Outgoing {
        self.version = None;
        let params = json!({
            "protocolVersion": Version::LAST_WITH_HANDSHAKE.name(),
            "capabilities": {},
            "clientInfo": client(),
        });
        self.request("initialize", params, None)
    }

    /// Takes the result of `initialize`; the notification that ends the handshake.
    ///
    /// # Errors
    /// The server has chosen a version that is not supported, or none.
    pub fn initialized(&mut self, result: &Value) -> Result<Outgoing, McpError> {
        let name = result.get("protocolVersion").and_then(Value::as_str).unwrap_or("(none)");
        let version = Version::from_name(name).filter(|version| !version.is_stateless());
        self.version = Some(version.ok_or_else(|| McpError::Version(words(name)))?);
        Ok(self.notification("notifications/initialized", json!({})))
    }

    /// Whether an error that answers `initialize` may come from a server that speaks only the stateless versions.
    pub fn may_be_stateless(code: i64) -> bool {
        [UNSUPPORTED_VERSION, METHOD_NOT_FOUND, INVALID_PARAMS, INVALID_REQUEST].contains(&code)
    }

    /// The first request to a server without handshake, by whose rules all others follow.
    pub fn discover(&mut self) -> Outgoing {
        self.version = Some(Version::V2026_07_28);
        self.request("server/discover", json!({}), None)
    }

    /// A request; `name` is what it is about.
    pub fn request(&mut self, method: &str, params: Value, name: Option<&str>) -> Outgoing {
        self.last += 1;
        let id = RequestId::Number(self.last);
        let text = request(&id, method, self.with_meta(params)).to_string();
        self.outgoing(text, Some(method), name, Some(id))
    }

    /// A notification.
    pub fn notification(&self, method: &str, params: Value) -> Outgoing {
        self.outgoing(notification(method, self.with_meta(params)).to_string(), Some(method), None, None)
    }

    /// Notifies the server that nobody waits for the answer any more.
    pub fn cancelled(&self, id: &RequestId, why: &str) -> Outgoing {
        self.notification("notifications/cancelled", json!({ "requestId": id, "reason": why }))
    }

    /// Reads what has arrived: a message, or several at once.
    ///
    /// # Errors
    /// It is no message. What follows on the same connection must not be read.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<Vec<Incoming>, TransportError> {
        let malformed = |what: &str| TransportError::Malformed(what.to_owned());
        match serde_json::from_slice(bytes).map_err(|_| malformed("something that is not JSON"))? {
            Value::Array(all) if all.len() > BATCH => Err(malformed("too many messages at once")),
            Value::Array(all) => all.into_iter().map(|one| self.message(one)).collect(),
            one => Ok(vec![self.message(one)?]),
        }
    }

    fn message(&mut self, value: Value) -> Result<Incoming, TransportError> {
        let malformed = |what: &str| TransportError::Malformed(what.to_owned());
        let Value::Object(mut fields) = value else { return Err(malformed("a message that is no object")) };
        let id = fields.get("id").and_then(|id| RequestId::deserialize(id).ok());
        match (fields.remove("method"), id) {
            (Some(Value::String(method)), Some(id)) => Ok(Incoming::Reply(Box::new(self.answer(&method, &id)))),
            (Some(Value::String(method)), None) => {
                self.tools_changed |= method == "notifications/tools/list_changed";
                Ok(Incoming::Nothing)
            }
            (Some(_), _) => Err(malformed("a message whose method is no text")),
            (None, Some(id)) => Ok(Incoming::Answer { id, result: answered(fields)? }),
            // An error about a message that the server could not read has no id.
            (None, None) if fields.contains_key("error") => {
                let (code, message) = error_of(fields.remove("error").as_ref());
                Err(TransportError::Malformed(format!("error {code} for a message that it could not read: {message}")))
            }
            (None, None) => Err(malformed("a message without method and id")),
        }
    }

    /// What a server that asks gets: an answer to a ping, and otherwise that this client does not do that.
    fn answer(&self, method: &str, id: &RequestId) -> Outgoing {
        let text = match method {
            "ping" => success(Some(id), json!({})),
            other => {
                let message = format!("this client does not do `{}`", words(other));
                failure(Some(id), json!({ "code": METHOD_NOT_FOUND, "message": message }))
            }
        };
        self.outgoing(text.to_string(), None, None, None)
    }

    fn outgoing(&self, text: String, method: Option<&str>, name: Option<&str>, id: Option<RequestId>) -> Outgoing {
        let (method, name) = (method.map(str::to_owned), name.map(str::to_owned));
        Outgoing { text, method, name, id, version: self.version }
    }

    /// Without handshake each message says what the handshake would have said.
    fn with_meta(&self, mut params: Value) -> Value {
        let Some(version) = self.version.filter(|version| version.is_stateless()) else { return params };
        params["_meta"] = json!({ meta::VERSION: version.name(), meta::CAPABILITIES: {}, meta::CLIENT: client() });
        params
    }
}

fn client() -> Value {
    json!({ "name": "quarry", "title": "Quarry", "version": env!("CARGO_PKG_VERSION") })
}

fn answered(mut fields: Map<String, Value>) -> Result<Result<Value, (i64, String)>, TransportError> {
    match (fields.remove("result"), fields.remove("error")) {
        (Some(result), None) => Ok(Ok(result)),
        (_, Some(error)) => Ok(Err(error_of(Some(&error)))),
        (None, None) => Err(TransportError::Malformed("an answer without result and error".to_owned())),
    }
}

fn error_of(error: Option<&Value>) -> (i64, String) {
    let field = |name: &str| error.and_then(|error| error.get(name));
    let code = field("code").and_then(Value::as_i64).unwrap_or(0);
    (code, words(field("message").and_then(Value::as_str).unwrap_or("no reason given")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreed(version: &str) -> Result<Session, McpError> {
        let mut session = Session::default();
        session.initialize();
        session.initialized(&json!({ "protocolVersion": version }))?;
        Ok(session)
    }

    #[test]
    fn the_handshake_agrees_on_a_version_or_ends() {
        assert_eq!(agreed("2025-06-18").unwrap().version(), Some(Version::V2025_06_18));
        assert_eq!(agreed("2031-01-01").unwrap_err(), McpError::Version("2031-01-01".to_owned()));
        let mut session = Session::default();
        let sent: Value = serde_json::from_str(&session.initialize().text).unwrap();
        assert_eq!(sent["params"]["protocolVersion"], "2025-11-25");
        assert_eq!(sent["params"]["capabilities"], json!({}));
    }

    #[test]
    fn without_handshake_each_message_says_who_asks() {
        let mut session = Session::default();
        session.discover();
        let sent = session.request("tools/call", json!({ "name": "echo" }), Some("echo"));
        let text: Value = serde_json::from_str(&sent.text).unwrap();
        assert_eq!(text["params"]["_meta"][meta::VERSION], "2026-07-28");
        assert_eq!((sent.method.as_deref(), sent.name.as_deref()), (Some("tools/call"), Some("echo")));
    }

    #[test]
    fn what_a_server_asks_is_refused_except_a_ping() {
        let mut session = agreed("2025-11-25").unwrap();
        let mut reply = |text: &str| match session.receive(text.as_bytes()).unwrap().remove(0) {
            Incoming::Reply(reply) => reply.text,
            other => panic!("{other:?}"),
        };
        assert_eq!(reply(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#), r#"{"id":7,"jsonrpc":"2.0","result":{}}"#);
        let refused = reply(r#"{"jsonrpc":"2.0","id":"a","method":"sampling/createMessage","params":{}}"#);
        assert!(refused.contains("-32601") && refused.contains("does not do `sampling/createMessage`"), "{refused}");
    }

    #[test]
    fn answers_errors_and_notices_are_told_apart() {
        let mut session = agreed("2025-11-25").unwrap();
        let mut one = |text: &str| session.receive(text.as_bytes()).map(|mut all| all.remove(0));
        let id = RequestId::Number(2);
        assert_eq!(
            one(r#"{"jsonrpc":"2.0","id":2,"result":{}}"#),
            Ok(Incoming::Answer { id: id.clone(), result: Ok(json!({})) })
        );
        let refused = one(r#"{"jsonrpc":"2.0","id":2,"error":{"code":-1,"message":"no\nway"}}"#);
        assert_eq!(refused, Ok(Incoming::Answer { id, result: Err((-1, "no way".to_owned())) }));
        assert_eq!(one(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#), Ok(Incoming::Nothing));
        for wrong in ["<html>", "3", "{}", r#"{"id":1}"#, r#"{"method":3}"#] {
            assert!(matches!(one(wrong), Err(TransportError::Malformed(_))), "{wrong}");
        }
        assert!(session.take_tools_changed() && !session.take_tools_changed());
    }
}
