//! The port to a model of embeddings: texts in, vectors out.

use crate::{ChatDelta, ModelError};
use futures::future::LocalBoxFuture;
use protocol::ModelInfo;

/// The vectors of some texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Embeddings {
    /// A vector for each text, in the order of the texts: finite numbers, all vectors of the same length, which is from 1
    /// to [`limits::model::DIMENSIONS`].
    pub vectors: Vec<Vec<f32>>,
    /// The tokens that the provider charges; `None` where it does not say.
    pub tokens: Option<u64>,
}

/// The vectors, once all are there.
pub type EmbeddingsFuture<'a> = LocalBoxFuture<'a, Result<Embeddings, ModelError>>;

/// A client of one model of embeddings.
///
/// It retries failures that may be temporary (429, 5xx, a connection that breaks), and reports any other as an error that
/// a person can act on. It caches nothing, and masks nothing: whoever calls it does. Dropping the future cancels the call.
pub trait EmbeddingsClient {
    /// The provider and the model, for display.
    fn info(&self) -> ModelInfo;

    /// Embeds texts, at most [`limits::model::EMBEDDED_AT_ONCE`] of them. `on` is called before each further attempt.
    fn embed<'a>(&'a self, texts: &'a [String], on: &'a mut dyn FnMut(ChatDelta)) -> EmbeddingsFuture<'a>;
}
