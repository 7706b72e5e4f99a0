//! The port an agent sees.

use crate::{ChatRequest, ChatResponse};
use futures::future::LocalBoxFuture;
use protocol::ModelInfo;

/// An event of a streamed answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatDelta {
    /// The next piece of text.
    Text(String),
    /// The attempt failed in a way that may pass. Text streamed so far by this call is to be dropped.
    Retrying {
        /// What happened, for people.
        why: String,
        /// The coming attempt, from 2.
        attempt: u32,
        /// How long until then.
        wait_ms: u64,
    },
}

/// A model that can be asked.
///
/// The client retries what may pass (429, 5xx, a broken connection before any text) and gives up with an error a person
/// can act on. It caches nothing. Dropping the future stops the call and aborts the request in flight.
pub trait ModelClient {
    /// Who answers.
    fn info(&self) -> ModelInfo;

    /// Asks. `on` is called with each piece as it comes; the response holds all of it.
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest<'a>,
        on: &'a mut dyn FnMut(ChatDelta),
    ) -> LocalBoxFuture<'a, Result<ChatResponse, ModelError>>;
}

/// What sort of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelErrorKind {
    /// 401, 403.
    Key,
    /// 404, or the provider says there is no such model.
    NoSuchModel,
    /// The address cannot be reached or refuses this page (a browser reports both as the same error).
    Unreachable,
    /// 429 to the last attempt.
    RateLimited,
    /// Out of credit.
    Quota,
    /// The conversation is longer than the model reads.
    TooLong,
    /// 5xx to the last attempt.
    Server,
    /// The stream broke or made no sense.
    BrokenAnswer,
    /// Nothing came for too long, to the last attempt.
    Silent,
    /// Any other refusal.
    Refused,
}

/// A call that failed for good. Holds no key and no request body.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ModelError {
    /// What sort.
    pub kind: ModelErrorKind,
    /// What happened, for people.
    pub message: String,
    /// What to do about it.
    pub advice: Option<String>,
}
