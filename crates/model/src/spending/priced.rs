//! A model whose prices the host knows.

use super::Prices;
use crate::{ChatDelta, ChatFuture, ChatRequest, ModelClient};
use protocol::ModelInfo;

/// The model, at these prices.
pub struct Priced<M> {
    model: M,
    prices: Prices,
}

impl<M> Priced<M> {
    /// The model, at these prices.
    pub fn new(model: M, prices: Prices) -> Self {
        Self { model, prices }
    }
}

impl<M: ModelClient> ModelClient for Priced<M> {
    fn info(&self) -> ModelInfo {
        self.model.info()
    }

    fn prices(&self) -> Option<Prices> {
        Some(self.prices)
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        self.model.chat(request, on)
    }
}
