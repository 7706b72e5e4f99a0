//! The model of one profile.

use super::ProfileSettings;
use crate::{ChatDelta, ChatFuture, ChatRequest, ChatResponse, Fallback, ModelClient, ModelError};
use protocol::{ModelInfo, Prices};
use std::cell::Cell;
use std::rc::Rc;

/// Calls the first of its models that can be reached, with the profile's temperature and most tokens.
///
/// Only a failed connection leads to the next model; any other error is returned, because it says something about the
/// request or the account. A model that could not be reached is not called again, except after all of them failed:
/// waiting for it at each call would take minutes.
pub(super) struct ProfiledModel {
    /// The model of the profile, then its fallbacks.
    clients: Vec<Rc<dyn ModelClient>>,
    /// Index of the client in use.
    current: Cell<usize>,
    temperature: Option<f64>,
    max_tokens: Option<u32>,
}

impl ProfiledModel {
    /// `clients`: at least one.
    pub(super) fn new(clients: Vec<Rc<dyn ModelClient>>, settings: &ProfileSettings) -> Self {
        let ProfileSettings { temperature, max_tokens, .. } = *settings;
        Self { clients, current: Cell::new(0), temperature, max_tokens }
    }

    async fn call(&self, request: &ChatRequest<'_>, on: &mut dyn FnMut(ChatDelta)) -> Result<ChatResponse, ModelError> {
        let mut at = self.current.get();
        loop {
            let client = &self.clients[at];
            let error = match client.chat(request, on).await {
                Err(error) if error.is_connection() => error,
                outcome => return outcome,
            };
            at += 1;
            let Some(next) = self.clients.get(at) else {
                self.current.set(0);
                return Err(error);
            };
            self.current.set(at);
            let (failed, next, why) = (client.info(), next.info(), error.message);
            on(ChatDelta::Fallback(Fallback::OtherModel { failed, next, why }));
        }
    }
}

impl ModelClient for ProfiledModel {
    /// Of the model that answered last, or that will be called first.
    fn info(&self) -> ModelInfo {
        self.clients[self.current.get()].info()
    }

    /// Of the same model as [`info`](Self::info).
    fn prices(&self) -> Option<Prices> {
        self.clients[self.current.get()].prices()
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        let temperature = request.temperature.or(self.temperature);
        let max_tokens = request.max_tokens.or(self.max_tokens);
        if (temperature, max_tokens) == (request.temperature, request.max_tokens) {
            return Box::pin(self.call(request, on));
        }
        Box::pin(async move {
            let request = ChatRequest { temperature, max_tokens, ..request.clone() };
            self.call(&request, on).await
        })
    }
}
