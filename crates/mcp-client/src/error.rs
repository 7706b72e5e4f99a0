//! Why a server of tools gave no answer.

use limits::mcp::{ANSWER_MS, ERROR_BYTES, MESSAGE_BYTES, MESSAGES};

/// Why no message came, or could go. Its text is a sentence for people and models.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// The server cannot be reached or started; the reason of the host.
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    /// The connection broke, or the process ended.
    #[error("the connection ended before it answered{}", because(.0))]
    Ended(String),
    /// An HTTP status other than success.
    #[error("it answered with HTTP status {status}{}{}", because(.text), advice(.status))]
    Status {
        /// The status.
        status: u16,
        /// The beginning of the body.
        text: String,
    },
    /// The server has forgotten the session.
    #[error("it has forgotten the session")]
    SessionGone,
    /// What arrived is no message, or too long.
    #[error("it sent {0}")]
    Malformed(String),
}

impl TransportError {
    /// For a message that is longer than allowed.
    pub fn too_long() -> Self {
        Self::Malformed(format!("a message of more than {MESSAGE_BYTES} bytes"))
    }
}

/// Why a request to a server of tools failed. Its text is a sentence for people and models; the server's part of it is
/// untrusted and cut.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum McpError {
    /// No such server is set up.
    #[error("no server `{name}` is set up; {}", known(.there))]
    NoServer {
        /// The name.
        name: String,
        /// Those that there are.
        there: Vec<String>,
    },
    /// The server has no such tool.
    #[error("the server has no tool `{name}`; {}", tools(.there))]
    NoTool {
        /// The name.
        name: String,
        /// Those that it has.
        there: Vec<String>,
    },
    /// The transport failed.
    #[error("{0}")]
    Transport(#[from] TransportError),
    /// The server has refused the request.
    #[error("it refused `{method}`: {message} (error {code})")]
    Refused {
        /// The method.
        method: String,
        /// The number of the error.
        code: i64,
        /// What the server says, cut.
        message: String,
    },
    /// The answer does not have the form that the protocol gives it.
    #[error("its answer to `{method}` cannot be read: {why}")]
    Unreadable {
        /// The method.
        method: String,
        /// What is wrong.
        why: String,
    },
    /// No version of the protocol that both speak.
    #[error("it speaks version {0} of the protocol, which is not supported")]
    Version(String),
    /// The server did not answer in time.
    #[error("it did not answer `{0}` within {seconds} seconds", seconds = ANSWER_MS / 1_000)]
    Silent(String),
    /// The server sends messages without end, but no answer.
    #[error("it sent more than {MESSAGES} messages and no answer to `{0}`")]
    Flood(String),
}

/// At most [`ERROR_BYTES`] of a server's words, in one line without control characters.
pub(crate) fn words(text: &str) -> String {
    let end = text.floor_char_boundary(ERROR_BYTES.min(text.len()));
    let shown: String = text[..end].chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    shown.trim().to_owned()
}

fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(": {why}") }
}

fn advice(status: &u16) -> &'static str {
    match *status {
        401 | 403 => "; set a token for it, or a new one",
        404 | 405 => "; check the address, which often ends in /mcp",
        _ => "",
    }
}

fn known(there: &[String]) -> String {
    if there.is_empty() { "none is".to_owned() } else { format!("there are {}", there.join(", ")) }
}

fn tools(there: &[String]) -> String {
    if there.is_empty() { "it lists none".to_owned() } else { format!("it has {}", there.join(", ")) }
}
