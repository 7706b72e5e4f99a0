//! The port to a model: [`ModelClient`], its stream of text and its errors.

use crate::{ChatRequest, ChatResponse};
use futures::future::LocalBoxFuture;
use protocol::{Charge, ModelInfo, Prices};

/// An event of a streamed response.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatDelta {
    /// The next piece of text.
    Text(String),
    /// The next piece of what the model thinks. No part of the response.
    Reasoning(String),
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
    /// The call goes on in another way than it was asked for. The text that it has streamed so far is to be discarded.
    Fallback(Fallback),
    /// What the call, which is over, was charged with.
    Charged(Charge),
}

/// What a call does in place of what was asked for. Its text is a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fallback {
    /// The server refused an optional field of the request, which this client no longer sends.
    #[error("{host} does not accept `{field}`, which is left out from now on{}", because(why))]
    LeftOut {
        /// The provider's host.
        host: String,
        /// The field by its name in the API.
        field: &'static str,
        /// What the server said; may be empty.
        why: String,
    },
    /// The model cannot be reached, and the next one of its profile is called.
    #[error("`{}` cannot be reached, so `{}` is asked{}", failed.model, next.model, because(why))]
    OtherModel {
        /// The model that did not answer.
        failed: ModelInfo,
        /// The model that is called now, and by later calls.
        next: ModelInfo,
        /// The error of the first.
        why: String,
    },
}

fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(": {why}") }
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

    /// What its tokens cost, all 0 where that is not known; `None` for a model that uses no tokens, whose calls count for
    /// no budget.
    fn prices(&self) -> Option<Prices> {
        Some(Prices::default())
    }

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

impl ModelError {
    /// Whether every later call of the run would fail in the same way, so that the run has to end with this error.
    pub fn is_hopeless(&self) -> bool {
        use ModelErrorKind as Kind;
        matches!(
            self.kind,
            Kind::Key | Kind::NoSuchModel | Kind::Unreachable | Kind::Quota | Kind::RateLimited | Kind::Silent
        )
    }

    /// Whether the model could not be reached at all, or sent nothing: another one may answer.
    pub fn is_connection(&self) -> bool {
        matches!(self.kind, ModelErrorKind::Unreachable | ModelErrorKind::Silent)
    }
}
