//! The port to a model: [`ModelClient`], its stream of text and its errors.

use crate::{ChatRequest, ChatResponse};
use futures::future::LocalBoxFuture;
use protocol::ModelInfo;

/// An event of a streamed response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatDelta {
    /// The next piece of text.
    Text(String),
    /// The attempt failed for a reason that may be temporary. The text that this call has streamed so far is to be
    /// discarded.
    Retrying {
        /// A sentence: what failed.
        why: String,
        /// Number of the attempt that follows, from 2.
        attempt: u32,
        /// Milliseconds until that attempt.
        wait_ms: u64,
    },
}

/// The response of a model, once it is complete.
pub type ChatFuture<'a> = LocalBoxFuture<'a, Result<ChatResponse, ModelError>>;

/// A client of one model.
///
/// It retries failures that may be temporary (429, 5xx, a connection that breaks before any text), and reports any
/// other as an error that a person can act on. It caches nothing. Dropping the future cancels the call and aborts the
/// request in flight.
pub trait ModelClient {
    /// The provider and the model, for display.
    fn info(&self) -> ModelInfo;

    /// Calls the model. `on` is called with each piece of text as it arrives; the response holds the whole text.
    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a>;
}

/// The kind of a [`ModelError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelErrorKind {
    /// The key is missing or refused: 401, 403.
    Key,
    /// 404, or the provider reports that there is no such model.
    NoSuchModel,
    /// The address cannot be reached or refuses this page (a browser reports both as the same error).
    Unreachable,
    /// 429 on the last attempt, too.
    RateLimited,
    /// The account's credit or quota is used up.
    Quota,
    /// The conversation is longer than the model's context.
    TooLong,
    /// 5xx on the last attempt, too.
    Server,
    /// The stream broke, or could not be parsed.
    BrokenAnswer,
    /// Nothing arrived within the time limit, on the last attempt too.
    Silent,
    /// Any other refusal of the server.
    Refused,
}

/// A model call that failed and is not retried any more. Holds no key and no request body.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ModelError {
    /// The kind of the failure.
    pub kind: ModelErrorKind,
    /// A sentence: what failed.
    pub message: String,
    /// A sentence: what the person can do about it.
    pub advice: Option<String>,
}
