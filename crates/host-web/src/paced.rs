//! A model that answers at once, in a thread that must also handle messages.

use futures::future::LocalBoxFuture;
use model::{ChatDelta, ChatRequest, ChatResponse, ModelClient, ModelError, Timer};
use protocol::ModelInfo;
use std::rc::Rc;

/// Gives the event loop a turn before each call: the offline model answers at once, and without this a whole run
/// would pass before a request to stop it could be handled.
pub struct Paced<M> {
    model: M,
    timer: Rc<dyn Timer>,
}

impl<M> Paced<M> {
    /// The model, paced by the timer.
    pub fn new(model: M, timer: Rc<dyn Timer>) -> Self {
        Self { model, timer }
    }
}

impl<M: ModelClient> ModelClient for Paced<M> {
    fn info(&self) -> ModelInfo {
        self.model.info()
    }

    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest<'a>,
        on: &'a mut dyn FnMut(ChatDelta),
    ) -> LocalBoxFuture<'a, Result<ChatResponse, ModelError>> {
        Box::pin(async move {
            self.timer.sleep(0).await;
            self.model.chat(request, on).await
        })
    }
}
