//! The envelope of messages: JSON-RPC 2.0.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What pairs a response with its request; also the token of progress notifications.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RequestId {
    /// A whole number.
    Number(i64),
    /// A string.
    Text(String),
}

/// A message that wants a response.
pub fn request(id: &RequestId, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A message that wants none.
pub fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// The response to a request.
pub fn success(id: Option<&RequestId>, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// The response to a request that failed; without an id it is null, as JSON-RPC has it.
pub fn failure(id: Option<&RequestId>, error: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}
