//! Ports to language models, chat types and providers.
//!
//! [`ModelClient`] is the one port that the agent uses. A [`ChatRequest`] carries the rendered messages for a language
//! model and the same request as a typed [`Task`]: providers work from the messages, the offline model (crate
//! `offline-model`) from the task. [`EmbeddingsClient`] is the port to a model of embeddings. The providers use HTTP and timers through [`HttpClient`] and [`Timer`], so that this
//! crate runs in a tab, on the edge and natively.
//!
//! The output of models is read by [`sse`] and [`json`], within limits. Start at [`client`], then [`openai`].

pub mod chat;
pub mod client;
pub mod embeddings;
pub mod http;
pub mod json;
pub mod openai;
mod paced;
pub mod plan;
pub mod profiles;
pub mod scripted;
pub mod secret;
pub mod spending;
pub mod sse;
pub mod task;

pub use chat::{
    ChatRequest, ChatResponse, FinishReason, JsonSchema, Message, ResponseFormat, Role, ToolCall, ToolChoice, ToolSpec,
};
pub use client::{ChatDelta, ChatFuture, Fallback, ModelClient, ModelError, ModelErrorKind};
pub use embeddings::{Embeddings, EmbeddingsClient, EmbeddingsFuture};
pub use http::{HttpClient, HttpError, HttpRequest, HttpResponse, Timer};
pub use paced::Paced;
pub use plan::{PlanStep, Step};
pub use profiles::{ProfileName, ProfileSettings, Profiles};
pub use secret::Secret;
pub use task::{Context, Finding, RequestKind, SourceFile, StepFacts, Task, WorkFacts};
