//! A client for servers that implement OpenAI's embeddings: OpenAI, Mistral, Ollama's `/v1`, llama.cpp, vLLM, LM Studio.
//!
//! `POST {base}/embeddings` with `model`, `input` (a list of texts) and `encoding_format`, which is left out once a server
//! has refused it. Failures that may be temporary are retried as those of [`OpenAiClient`](super::OpenAiClient).

mod reply;
#[cfg(test)]
mod tests;

use super::answer::{self, Fault};
use super::exchange::{Line, Unanswered};
use super::explain::{self, Explained, Purpose, Subject};
use super::{Config, Endpoint, Patience, retry};
use crate::{
    ChatDelta, Embeddings, EmbeddingsClient, EmbeddingsFuture, Fallback, HttpClient, ModelError, ModelErrorKind, Timer,
};
use limits::model::EMBEDDINGS_BYTES;
use protocol::ModelInfo;
use serde::Serialize;
use std::cell::Cell;
use std::rc::Rc;

/// A model behind a server of embeddings.
pub struct OpenAiEmbeddings {
    config: Config,
    /// The number of dimensions to ask for; `None` for the model's own.
    dimensions: Option<u32>,
    endpoint: Endpoint,
    http: Rc<dyn HttpClient>,
    timer: Rc<dyn Timer>,
    /// The server has not refused `encoding_format`.
    names_format: Cell<bool>,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    input: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding_format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<u32>,
}

/// How one attempt failed.
enum Failure {
    /// The failure, and the milliseconds that the server asks to wait.
    Explained(Explained, Option<u64>),
    /// The server refused `encoding_format`, with its words.
    WithoutFormat(String),
}

impl OpenAiEmbeddings {
    /// A client. It opens no connection before the first call. `dimensions`: how many to ask for, where the model has a
    /// choice.
    pub fn new(config: Config, dimensions: Option<u32>, http: Rc<dyn HttpClient>, timer: Rc<dyn Timer>) -> Self {
        let endpoint = Endpoint::parse(&config.base_url);
        Self { config, dimensions, endpoint, http, timer, names_format: Cell::new(true) }
    }

    /// The server that it calls.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    fn subject(&self) -> Subject<'_> {
        Subject {
            endpoint: &self.endpoint,
            model: &self.config.model,
            page_origin: self.config.page_origin.as_deref(),
            has_key: self.config.key.is_some(),
            purpose: Purpose::Embeddings,
        }
    }

    async fn attempt(&self, texts: &[String]) -> Result<Embeddings, Failure> {
        let body = Body {
            model: &self.config.model,
            input: texts,
            encoding_format: self.names_format.get().then_some("float"),
            dimensions: self.dimensions,
        };
        let body = serde_json::to_vec(&body).expect("texts and numbers are JSON");
        let patience = Patience::with(&self.endpoint, self.timer.as_ref());
        let subject = self.subject();
        let line = Line { http: self.http.as_ref(), patience, subject, key: self.config.key.as_ref() };
        let response = match line.send("POST", self.endpoint.embeddings(), body).await {
            Ok(response) => response,
            Err(Unanswered::NoResponse(explained)) => return Err(Failure::Explained(explained, None)),
            Err(Unanswered::Refused { status, body, asked }) => {
                let (words, code) = explain::provider_words(&body);
                let is_format = matches!(status, 400 | 422) && body.contains("encoding_format");
                if is_format && self.names_format.get() {
                    return Err(Failure::WithoutFormat(words));
                }
                return Err(Failure::Explained(subject.refusal(status, &words, &code), asked));
            }
        };
        let fault = |fault: Fault| Failure::Explained(subject.fault(fault), None);
        let text = answer::text(response, patience, EMBEDDINGS_BYTES).await.map_err(fault)?;
        reply::read(&text, texts.len(), self.dimensions).map_err(fault)
    }

    async fn ask(&self, texts: &[String], on: &mut dyn FnMut(ChatDelta)) -> Result<Embeddings, ModelError> {
        let mut attempt = 1;
        loop {
            let (explained, asked) = match self.attempt(texts).await {
                Ok(embeddings) => return Ok(embeddings),
                Err(Failure::WithoutFormat(why)) => {
                    self.names_format.set(false);
                    let (host, why) = (self.endpoint.host().to_owned(), self.redacted(&why));
                    on(ChatDelta::Fallback(Fallback::LeftOut { host, field: "encoding_format", why }));
                    continue;
                }
                Err(Failure::Explained(explained, asked)) => (explained, asked),
            };
            let Explained { mut error, may_pass } = explained;
            error.message = self.redacted(&error.message);
            if error.kind == ModelErrorKind::Key {
                error.advice =
                    Some("Check the key of the server of embeddings: whole, not expired, made for it.".into());
            }
            let (true, Some(wait_ms)) =
                (may_pass && attempt < self.config.max_attempts, retry::wait_ms(attempt, asked))
            else {
                return Err(error);
            };
            attempt += 1;
            on(ChatDelta::Retrying { why: error.message, attempt, wait_ms });
            self.timer.sleep(wait_ms).await;
        }
    }

    /// Providers quote requests in their errors.
    fn redacted(&self, text: &str) -> String {
        self.config.key.as_ref().map_or_else(|| text.to_owned(), |key| key.redact(text))
    }
}

impl EmbeddingsClient for OpenAiEmbeddings {
    fn info(&self) -> ModelInfo {
        ModelInfo { provider: self.endpoint.host().to_owned(), model: self.config.model.clone() }
    }

    fn embed<'a>(&'a self, texts: &'a [String], on: &'a mut dyn FnMut(ChatDelta)) -> EmbeddingsFuture<'a> {
        Box::pin(self.ask(texts, on))
    }
}
