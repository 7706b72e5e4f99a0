//! A client for servers that implement OpenAI's Chat Completions: OpenAI, OpenRouter, Groq, Mistral, llama.cpp, LM
//! Studio, vLLM, Ollama's `/v1`.
//!
//! [`OpenAiClient`] streams. Optional fields that some servers refuse (`stream_options`, `response_format`,
//! `temperature` and others) are sent at first and left out once they were refused, which is reported. Failures that may be temporary (429, 5xx, a connection that breaks before
//! any text) are retried with doubling waits, and `Retry-After` is honoured; a response that breaks in its middle is
//! requested once more from the start. A server that sends nothing for longer than [`limits::model`] allows counts as
//! failed. Any other failure is reported at once, with an error that a person can act on. Only `authorization` and
//! `content-type` headers are sent, because a browser's preflight fails on others.

mod answer;
mod arguments;
mod assemble;
mod embeddings;
mod endpoint;
mod exchange;
mod explain;
mod features;
mod nearest;
#[cfg(test)]
mod option_tests;
mod patience;
mod probe;
mod retry;
#[cfg(test)]
mod silence_tests;
#[cfg(test)]
pub(crate) mod tests;
mod thinking;
mod wire;

pub use embeddings::OpenAiEmbeddings;
pub use endpoint::{Endpoint, Server};
pub use probe::Connection;

use crate::{
    ChatDelta, ChatFuture, ChatRequest, ChatResponse, Fallback, HttpClient, HttpResponse, ModelClient, ModelError,
    Secret, Timer,
};
use assemble::Assembly;
use exchange::{Line, Unanswered};
use explain::{Explained, Purpose, Subject};
use features::Features;
use patience::Patience;
use protocol::ModelInfo;
use std::cell::Cell;
use std::rc::Rc;

/// The server, the model and the number of attempts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// As typed or pasted; see [`Endpoint::parse`].
    pub base_url: String,
    /// The provider's name of the model.
    pub model: String,
    /// `None` for servers that need none.
    pub key: Option<Secret>,
    /// The page's origin, for advice about CORS; `None` outside of a browser.
    pub page_origin: Option<String>,
    /// The largest number of attempts, at least 1; usually [`Config::DEFAULT_ATTEMPTS`].
    pub max_attempts: u32,
}

impl Config {
    /// The usual number of attempts.
    pub const DEFAULT_ATTEMPTS: u32 = 4;
}

/// A model behind a Chat Completions server.
pub struct OpenAiClient {
    config: Config,
    endpoint: Endpoint,
    http: Rc<dyn HttpClient>,
    timer: Rc<dyn Timer>,
    /// The optional fields that the server has not refused so far.
    features: Cell<Features>,
}

/// How one attempt failed.
enum Failure {
    /// The failure, and the milliseconds that the server asks to wait before another attempt, if it does.
    Explained(Explained, Option<u64>),
    /// The server refused an optional field: the request is repeated without it, which does not count as an attempt.
    Without(Features, Fallback),
}

impl OpenAiClient {
    /// A client. It opens no connection before the first call.
    pub fn new(config: Config, http: Rc<dyn HttpClient>, timer: Rc<dyn Timer>) -> Self {
        let endpoint = Endpoint::parse(&config.base_url);
        Self { config, endpoint, http, timer, features: Cell::default() }
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
            purpose: Purpose::Chat,
        }
    }

    fn patience(&self) -> Patience<'_> {
        Patience::with(&self.endpoint, self.timer.as_ref())
    }

    /// Sends a request. `chat`: the chat request that the body is of, if it is one.
    async fn send(
        &self,
        method: &'static str,
        url: String,
        body: Vec<u8>,
        chat: Option<&ChatRequest<'_>>,
    ) -> Result<HttpResponse, Failure> {
        let line = Line {
            http: self.http.as_ref(),
            patience: self.patience(),
            subject: self.subject(),
            key: self.config.key.as_ref(),
        };
        let (status, body, asked) = match line.send(method, url, body).await {
            Ok(response) => return Ok(response),
            Err(Unanswered::NoResponse(explained)) => return Err(Failure::Explained(explained, None)),
            Err(Unanswered::Refused { status, body, asked }) => (status, body, asked),
        };
        let (words, code) = explain::provider_words(&body);
        if matches!(status, 400 | 422)
            && let Some(chat) = chat
            && let Some((features, field)) = self.features.get().without_refused(chat, &body)
        {
            let why = self.config.key.as_ref().map_or(words.clone(), |key| key.redact(&words));
            let fallback = Fallback::LeftOut { host: self.endpoint.host().to_owned(), field, why };
            return Err(Failure::Without(features, fallback));
        }
        Err(Failure::Explained(self.subject().refusal(status, &words, &code), asked))
    }

    async fn attempt(
        &self,
        request: &ChatRequest<'_>,
        assembly: &mut Assembly,
        on: &mut dyn FnMut(ChatDelta),
    ) -> Result<(), Failure> {
        let body = wire::body(&self.config.model, request, self.features.get());
        let response = self.send("POST", self.endpoint.chat(), body, Some(request)).await?;
        let read = answer::read(response, self.patience(), assembly, on).await;
        read.map_err(|fault| Failure::Explained(self.subject().fault(fault), None))
    }

    async fn ask(&self, request: &ChatRequest<'_>, on: &mut dyn FnMut(ChatDelta)) -> Result<ChatResponse, ModelError> {
        let mut attempt = 1;
        let mut broke_in_the_middle = false;
        loop {
            let mut assembly = Assembly::default();
            let (explained, asked) = match self.attempt(request, &mut assembly, on).await {
                Ok(()) => {
                    let made = request.messages.iter().map(|message| message.tool_calls.len()).sum::<usize>();
                    return Ok(assembly.finish(made + 1));
                }
                Err(Failure::Without(features, fallback)) => {
                    self.features.set(features);
                    on(ChatDelta::Fallback(fallback));
                    continue;
                }
                Err(Failure::Explained(explained, asked)) => (explained, asked),
            };
            let Explained { mut error, may_pass } = explained;
            if !assembly.is_empty() {
                if broke_in_the_middle {
                    error.message = format!("{}; {}", error.message, received(&assembly));
                    return Err(self.without_key(error));
                }
                broke_in_the_middle = true;
            }
            let wait = retry::wait_ms(attempt, asked);
            let (true, Some(wait_ms)) = (may_pass && attempt < self.config.max_attempts, wait) else {
                if let (true, None, Some(asked)) = (may_pass, wait, asked) {
                    error.advice = Some(format!("The provider asks to wait {} s before the next try.", asked / 1000));
                }
                return Err(self.without_key(self.with_near_models(error).await));
            };
            attempt += 1;
            on(ChatDelta::Retrying { why: self.without_key(error).message, attempt, wait_ms });
            self.timer.sleep(wait_ms).await;
        }
    }

    /// Providers quote requests in their errors.
    fn without_key(&self, mut error: ModelError) -> ModelError {
        if let Some(key) = &self.config.key {
            error.message = key.redact(&error.message);
        }
        error
    }
}

/// How much of a broken answer had come, for people.
fn received(assembly: &Assembly) -> String {
    match assembly.text() {
        "" => "received: an unfinished tool call".into(),
        text => {
            let tail: String = text.chars().skip(text.chars().count().saturating_sub(80)).collect();
            format!("received {} characters, the last of them `{}`", text.chars().count(), tail.replace('\n', " "))
        }
    }
}

impl ModelClient for OpenAiClient {
    fn info(&self) -> ModelInfo {
        ModelInfo { provider: self.endpoint.host().to_owned(), model: self.config.model.clone() }
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(self.ask(request, on))
    }
}
