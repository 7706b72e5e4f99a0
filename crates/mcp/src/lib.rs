//! A server of the Model Context Protocol: what a coding agent uses to search, read and ask about a repository.
//!
//! Pure and sans-I/O. A [`Server`] answers requests through one port, [`Host`], which gives it the agent's tools and a way
//! to ask. How messages come and go is the caller's business, in one of two shapes:
//!
//! - [`Connection`]: one client on an ordered stream of lines, such as stdin and stdout.
//! - [`http::Endpoint`]: the streamable HTTP transport, one POST at a time and without sessions, so that any instance of a
//!   server can answer any request.
//!
//! The key decision: the server supports both eras of the protocol. Clients up to 2025-11-25 begin with `initialize`; from
//! 2026-07-28 on each request has its version and what the client can do. [`Version`] decides by which rules a request is
//! answered by, and nothing else of a client is remembered.
//!
//! Tools answer in text alone, because clients that are given structured content beside a text show the model only one of
//! the two; `ask` gives both, and each is complete. Only the tools are offered: no resources, no prompts, no logging.
//!
//! Start at [`Host`], then [`Server`].

mod answer;
mod ask;
mod connection;
mod error;
mod host;
pub mod http;
mod message;
mod progress;
mod server;
mod tools;

pub use connection::Connection;
pub use error::{ErrorCode, RpcError};
pub use host::{About, AskFuture, AskRequest, Host};
pub use mcp_wire::{RequestId, Version};
pub use server::Server;
