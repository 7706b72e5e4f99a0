//! Ports to language models, chat types and providers.
//!
//! [`ModelClient`] is the one port an agent sees. A [`ChatRequest`] carries the rendered messages for a language model
//! and the typed [`Task`] behind them: the offline model (a crate of its own) works from the task, providers from the
//! messages. HTTP and time reach the providers through [`HttpClient`] and [`Timer`], so that everything here runs in a tab, on the
//! edge and natively.
//!
//! What a model writes is read by [`sse`] and [`json`], within limits. Start at [`client`], then [`openai`].

pub mod chat;
pub mod client;
pub mod http;
pub mod json;
pub mod openai;
pub mod plan;
pub mod scripted;
pub mod secret;
pub mod sse;
pub mod task;

pub use chat::{ChatRequest, ChatResponse, FinishReason, Message, ResponseFormat, Role, ToolCall, ToolSpec};
pub use client::{ChatDelta, ModelClient, ModelError, ModelErrorKind};
pub use http::{HttpClient, HttpError, HttpRequest, HttpResponse, Timer};
pub use plan::{PlanStep, Step};
pub use secret::Secret;
pub use task::{Context, Finding, Task};
