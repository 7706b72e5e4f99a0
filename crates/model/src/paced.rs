//! A model that lets other work run before each call.

use crate::{ChatDelta, ChatFuture, ChatRequest, ModelClient, Timer};
use protocol::{ModelInfo, Prices};
use std::rc::Rc;

/// Yields to the event loop before each call: the offline model answers at once, and without this a whole run would end
/// before a request to cancel it could be handled.
pub struct Paced<M> {
    model: M,
    timer: Rc<dyn Timer>,
}

impl<M> Paced<M> {
    /// The model, which yields by `timer`.
    pub fn new(model: M, timer: Rc<dyn Timer>) -> Self {
        Self { model, timer }
    }
}

impl<M: ModelClient> ModelClient for Paced<M> {
    fn info(&self) -> ModelInfo {
        self.model.info()
    }

    fn prices(&self) -> Option<Prices> {
        self.model.prices()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(async move {
            self.timer.sleep(0).await;
            self.model.chat(request, on).await
        })
    }
}
