//! Tests a connection to a server.

use super::assemble::Assembly;
use super::nearest::nearest;
use super::{Failure, OpenAiClient, answer};
use crate::{ChatDelta, ChatRequest, Message, ModelError, ModelErrorKind, Role, Task};
use compact_sort::CompactSort;
use futures::future::{Either, poll_fn, select};
use limits::model::ANSWER_BYTES;
use serde_json::Value;
use std::cell::Cell;
use std::pin::pin;
use std::task::Poll;

/// The result of a successful test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// The models that the server lists, sorted; empty if it lists none.
    pub models: Vec<String>,
}

impl OpenAiClient {
    /// Tests address, key and model. If the server lists the model and needs no key, this proves all of it; otherwise
    /// the model is called, and the call is cancelled at the first piece of its response. Nothing is retried.
    pub async fn test_connection(&self) -> Result<Connection, ModelError> {
        let models = match self.models().await {
            Ok(models) => models,
            Err(error) if matches!(error.kind, ModelErrorKind::Key | ModelErrorKind::Unreachable) => return Err(error),
            // Not every server lists its models.
            Err(_) => Vec::new(),
        };
        if self.config.key.is_some() || !models.contains(&self.config.model) {
            self.ask_for_a_word().await?;
        }
        Ok(Connection { models })
    }

    /// The models the server lists, sorted.
    pub async fn models(&self) -> Result<Vec<String>, ModelError> {
        let response = match self.send("GET", self.endpoint.models(), Vec::new(), None).await {
            Ok(response) => response,
            Err(Failure::Explained(explained, _)) => return Err(self.without_key(explained.error)),
            // Only a chat request has optional fields.
            Err(Failure::Without(..)) => return Ok(Vec::new()),
        };
        let text = answer::text(response, self.patience(), ANSWER_BYTES).await;
        let text = text.map_err(|fault| self.without_key(self.subject().fault(fault).error))?;
        // Many compatible servers have no list of models and answer something else: then there are none to offer.
        let document: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let list = ["data", "models"].iter().find_map(|name| document.get(name)).unwrap_or(&document);
        let name = |entry: &Value| {
            ["id", "name"].iter().find_map(|key| entry.get(key)).and_then(Value::as_str).map(str::to_owned)
        };
        let mut models: Vec<String> = list.as_array().into_iter().flatten().filter_map(name).collect();
        models.compact_sort();
        models.dedup();
        Ok(models)
    }

    /// Adds the closest names to the advice of a "no such model".
    pub(super) async fn with_near_models(&self, mut error: ModelError) -> ModelError {
        if error.kind == ModelErrorKind::NoSuchModel
            && let Ok(models) = self.models().await
            && !models.is_empty()
        {
            let near = nearest(&self.config.model, &models, 5);
            let shown = if near.is_empty() { models.iter().take(5).map(String::as_str).collect() } else { near };
            let list = shown.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let advice = error.advice.map_or_else(String::new, |advice| format!("{advice} "));
            error.advice = Some(format!("{advice}The server has: {list}."));
        }
        error
    }

    async fn ask_for_a_word(&self) -> Result<(), ModelError> {
        let request = ChatRequest::new(vec![Message::new(Role::User, "Reply with the word: ok")], Task::Free);
        let answered = Cell::new(false);
        let mut on = |_| answered.set(true);
        let answer = pin!(self.once(&request, &mut on));
        // Polled right after the answer, with the same waker: ready as soon as a piece has come.
        let stop = pin!(poll_fn(|_| if answered.get() { Poll::Ready(()) } else { Poll::Pending }));
        match select(answer, stop).await {
            Either::Left((answer, _)) => answer,
            Either::Right(_) => Ok(()),
        }
    }

    /// One attempt, with as many of the optional fields as the server takes.
    async fn once(&self, request: &ChatRequest<'_>, on: &mut dyn FnMut(ChatDelta)) -> Result<(), ModelError> {
        loop {
            match self.attempt(request, &mut Assembly::default(), on).await {
                Ok(()) => return Ok(()),
                Err(Failure::Without(features, _)) => self.features.set(features),
                Err(Failure::Explained(explained, _)) => {
                    return Err(self.without_key(self.with_near_models(explained.error).await));
                }
            }
        }
    }
}
