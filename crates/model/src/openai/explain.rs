//! Turns failures into errors that a person can act on.

use super::answer::{Fault, cut, reported};
use super::endpoint::{Endpoint, Server};
use super::patience::Silence;
use crate::{HttpError, ModelError, ModelErrorKind};
use serde_json::Value;

/// The request that failed, as the errors describe it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub endpoint: &'a Endpoint,
    pub model: &'a str,
    /// The page's origin; `None` outside of a browser.
    pub page_origin: Option<&'a str>,
    /// Whether a key was sent.
    pub has_key: bool,
    /// What was asked for.
    pub purpose: Purpose,
}

/// What is asked of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Chat Completions.
    Chat,
    /// Embeddings.
    Embeddings,
}

impl Purpose {
    /// The API by its name.
    fn api(self) -> &'static str {
        match self {
            Self::Chat => "a Chat Completions",
            Self::Embeddings => "an embeddings",
        }
    }
}

/// A failure, and whether another attempt may help.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    pub error: ModelError,
    /// Whether another attempt may succeed: 429, 5xx.
    pub may_pass: bool,
}

fn explained(kind: ModelErrorKind, message: String, advice: impl Into<String>, may_pass: bool) -> Explained {
    Explained { error: ModelError { kind, message, advice: Some(advice.into()) }, may_pass }
}

/// The provider's own text in an error's body: the JSON message where there is one, else the text.
pub fn provider_words(body: &str) -> (String, String) {
    let Ok(document) = serde_json::from_str::<Value>(body) else {
        let is_page = body.trim_start().starts_with('<');
        return (if is_page { String::new() } else { cut(body.trim(), 300) }, String::new());
    };
    words_of(&reported(&document).unwrap_or(document))
}

/// Message and code of an error object.
pub fn words_of(error: &Value) -> (String, String) {
    let text = |name: &str| match error.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    };
    let message = match error {
        Value::String(message) => message.clone(),
        _ => ["message", "detail", "error", "msg"]
            .iter()
            .map(|name| text(name))
            .find(|t| !t.is_empty())
            .unwrap_or_else(String::new),
    };
    (cut(message.trim(), 300), format!("{} {}", text("code"), text("type")).trim().to_owned())
}

impl Subject<'_> {
    /// Explains a status of 400 or more, or an error reported within a 200 (then `status` is its code, if it has
    /// one, else 0).
    pub fn refusal(self, status: u16, words: &str, code: &str) -> Explained {
        let kind = kind_of(status, words, code);
        let host = self.endpoint.host();
        let (what, advice) = match kind {
            ModelErrorKind::Key if !self.has_key => {
                (format!("{host} wants a key"), "Enter a key for this provider in the model settings.".to_owned())
            }
            ModelErrorKind::Key => (
                format!("{host} refused the key"),
                "Check the key: whole, not expired, made for this provider, and allowed to use this model.".to_owned(),
            ),
            ModelErrorKind::NoSuchModel => (
                format!("{host} has no model `{}`", self.model),
                match self.endpoint.server() {
                    Server::Ollama => format!("Fetch it with `ollama pull {}`, or choose another model.", self.model),
                    _ => "Check the model's name, and that the base URL ends as the provider says (often in /v1)."
                        .to_owned(),
                },
            ),
            ModelErrorKind::Quota => (
                format!("the account at {host} has no credit left for this"),
                "Add credit or raise the limit at the provider, or choose another model.".to_owned(),
            ),
            ModelErrorKind::RateLimited => (
                format!("{host} gets too many requests"),
                "Wait a little and ask again, or choose another model.".to_owned(),
            ),
            ModelErrorKind::TooLong if self.purpose == Purpose::Embeddings => (
                format!("a text is longer than `{}` reads", self.model),
                "Choose a model of embeddings with a larger context.".to_owned(),
            ),
            ModelErrorKind::TooLong => (
                format!("the conversation is longer than `{}` reads", self.model),
                "Start a new conversation, ask something narrower, or choose a model with a larger context.".to_owned(),
            ),
            ModelErrorKind::Server => (
                format!("{host} failed{}", with_status(status)),
                "The provider has trouble: try again later, or choose another model.".to_owned(),
            ),
            _ if words.to_lowercase().contains("support tools") => {
                (format!("`{}` cannot call tools", self.model), "Choose a model that supports tool calling.".to_owned())
            }
            _ => (
                format!("{host} refused the request{}", with_status(status)),
                "Check the base URL and the model's name in the model settings.".to_owned(),
            ),
        };
        let message = if words.is_empty() { what } else { format!("{what}: {words}") };
        let may_pass = matches!(kind, ModelErrorKind::RateLimited | ModelErrorKind::Server);
        explained(kind, message, advice, may_pass)
    }

    /// Explains a request that got no response.
    pub fn no_response(self, error: &HttpError) -> Explained {
        let (kind, advice, may_pass) = match error {
            HttpError::Offline => {
                (ModelErrorKind::Unreachable, "Connect to the network, or use the offline model.".to_owned(), false)
            }
            HttpError::Unreachable { .. } => (ModelErrorKind::Unreachable, self.how_to_reach(), false),
            HttpError::Broken(_) => {
                (ModelErrorKind::BrokenAnswer, "Check the connection and try again.".to_owned(), true)
            }
        };
        explained(kind, error.to_string(), advice, may_pass)
    }

    /// Explains an incomplete or unusable response.
    pub fn fault(self, fault: Fault) -> Explained {
        let (kind, host) = (ModelErrorKind::BrokenAnswer, self.endpoint.host());
        match fault {
            Fault::Broken(why) => {
                let message = format!("the answer of {host} broke off: {why}");
                explained(kind, message, "Check the connection and ask again.", true)
            }
            Fault::Refused(why) => {
                let message = format!("the answer of {host} is refused: {why}");
                explained(kind, message, "Ask again, or choose another model.", false)
            }
            Fault::Silent(silence) => self.silent(silence),
            Fault::NotAnAnswer(beginning) => self.not_an_answer(&beginning),
            Fault::Reported(error) => {
                let (words, code) = words_of(&error);
                let status = code.split(' ').find_map(|part| part.parse().ok()).unwrap_or(0);
                self.refusal(status, &words, &code)
            }
        }
    }

    /// Explains that nothing arrived within the time limit.
    pub fn silent(self, silence: Silence) -> Explained {
        let (host, seconds) = (self.endpoint.host(), silence.ms / 1000);
        let message = match silence.within {
            true => format!("{host} stopped in the middle of its answer and sent nothing for {seconds} s"),
            false => format!("{host} sent nothing for {seconds} s"),
        };
        let advice = match self.endpoint.server() {
            Server::Remote => "The provider has trouble: try again later, or choose another model.",
            _ => "Check that the model still runs and has enough memory; a smaller model answers sooner.",
        };
        explained(ModelErrorKind::Silent, message, advice, true)
    }

    /// Explains that the server at the address is none of this API.
    pub fn not_an_answer(self, beginning: &str) -> Explained {
        let url = match self.purpose {
            Purpose::Chat => self.endpoint.chat(),
            Purpose::Embeddings => self.endpoint.embeddings(),
        };
        let beginning = cut(beginning, 120);
        let message = format!("{url} did not answer as {} server: {beginning}", self.purpose.api());
        let advice = "Check the base URL: it should end as the provider says, often in /v1.";
        explained(ModelErrorKind::BrokenAnswer, message, advice, false)
    }

    fn how_to_reach(self) -> String {
        let Some(page) = self.page_origin else {
            return match self.endpoint.server() {
                Server::Ollama => "Is it running? Start it with `ollama serve`.".into(),
                Server::Remote => "Check the address and the network.".into(),
                _ => format!("Is a server running at {}?", self.endpoint.origin()),
            };
        };
        if self.endpoint.is_mixed_content(page) {
            return format!(
                "A page served over https may not call {}: serve the model over https, or on this machine.",
                self.endpoint.origin()
            );
        }
        match self.endpoint.server() {
            Server::Ollama => {
                format!("Start Ollama so that this page may call it: `OLLAMA_ORIGINS={page} ollama serve`")
            }
            Server::LmStudio => "Start LM Studio's server with CORS enabled (Developer > Settings > Enable CORS, or \
                                 `lms server start --cors`)."
                .into(),
            Server::LlamaCpp => "Start `llama-server` on this port: it allows any page by itself. Behind a proxy, let \
                                 the proxy send `Access-Control-Allow-Origin`."
                .into(),
            Server::Vllm => format!("Start vLLM with `vllm serve {} --allowed-origins '[\"{page}\"]'`", self.model),
            Server::Local => format!(
                "Is a server running at {}? It must send `Access-Control-Allow-Origin: {page}`.",
                self.endpoint.origin()
            ),
            Server::Remote => format!(
                "Check the address and the network. If both are right, {} does not let pages call it: it must send \
                 `Access-Control-Allow-Origin: {page}`, or use a provider that does, such as OpenRouter.",
                self.endpoint.host()
            ),
        }
    }
}

fn with_status(status: u16) -> String {
    if status == 0 { String::new() } else { format!(" (status {status})") }
}

fn kind_of(status: u16, words: &str, code: &str) -> ModelErrorKind {
    let text = format!("{words} {code}").to_lowercase();
    let has_any = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let no_model = text.contains("model")
        && has_any(&["not exist", "not found", "invalid model", "not a valid model", "unknown model", "no such model"]);
    if has_any(&["insufficient_quota", "insufficient credit", "insufficient balance", "exceeded your current quota"]) {
        return ModelErrorKind::Quota;
    }
    // llama.cpp: a text of more tokens than a batch of embeddings has, reported as 500.
    if text.contains("too large to process") {
        return ModelErrorKind::TooLong;
    }
    let too_long = ["context_length", "context length", "context size", "context window", "maximum context"];
    match status {
        401 | 403 => ModelErrorKind::Key,
        402 => ModelErrorKind::Quota,
        404 => ModelErrorKind::NoSuchModel,
        413 => ModelErrorKind::TooLong,
        429 => ModelErrorKind::RateLimited,
        408 | 425 | 500.. => ModelErrorKind::Server,
        _ if has_any(&["invalid_api_key", "incorrect api key", "invalid api key", "api key not valid"]) => {
            ModelErrorKind::Key
        }
        _ if has_any(&too_long) || has_any(&["too long", "too many tokens", "prompt is too long"]) => {
            ModelErrorKind::TooLong
        }
        _ if no_model => ModelErrorKind::NoSuchModel,
        0 if has_any(&["rate_limit", "rate limit", "overloaded"]) => ModelErrorKind::RateLimited,
        0 if has_any(&["server_error", "internal", "unavailable", "timeout", "timed out"]) => ModelErrorKind::Server,
        _ => ModelErrorKind::Refused,
    }
}
