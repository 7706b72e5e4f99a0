//! Errors of the protocol itself. What a tool could not do is not one of them: that is a result with `isError`.

use crate::Version;
use serde_json::{Value, json};

/// The kinds of errors, as JSON-RPC and the protocol number them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    /// The text is not JSON.
    Parse,
    /// The JSON is no message, or not one that may come now.
    InvalidRequest,
    /// There is no such method in the version that the request is answered by.
    MethodNotFound,
    /// Parameters do not fit the method, or name a tool that there is not.
    InvalidParams,
    /// The host could not do its part.
    Internal,
    /// The caller calls too often.
    RateLimited,
    /// HTTP headers and body contradict each other.
    HeaderMismatch,
    /// The request asks for a version that this server does not support.
    UnsupportedVersion,
}

impl ErrorCode {
    /// The number on the wire.
    pub fn number(self) -> i32 {
        match self {
            Self::Parse => -32700,
            Self::InvalidRequest => -32600,
            Self::MethodNotFound => -32601,
            Self::InvalidParams => -32602,
            Self::Internal => -32603,
            // The first of the numbers that JSON-RPC leaves to servers.
            Self::RateLimited => -32000,
            Self::HeaderMismatch => -32020,
            Self::UnsupportedVersion => -32022,
        }
    }
}

/// Why a request was not answered.
#[derive(Debug, Clone, PartialEq)]
pub struct RpcError {
    /// Its kind.
    pub code: ErrorCode,
    /// What is wrong and what to do.
    pub message: String,
    /// More, for programs.
    pub data: Option<Value>,
}

impl RpcError {
    /// An error without data.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// For a version that this server does not support.
    pub fn unsupported(asked: &str) -> Self {
        let message = format!("unsupported protocol version; this server speaks {}", Version::names().join(", "));
        let data = json!({ "supported": Version::names(), "requested": asked });
        Self { data: Some(data), ..Self::new(ErrorCode::UnsupportedVersion, message) }
    }

    pub(crate) fn params(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidParams, message)
    }

    /// As the `error` of a response.
    pub fn to_json(&self) -> Value {
        let mut error = json!({ "code": self.code.number(), "message": self.message });
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        error
    }
}
