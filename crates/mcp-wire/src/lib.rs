//! What a server and a client of the Model Context Protocol share: its versions, and the envelope of JSON-RPC messages.
//!
//! A leaf. What a message asks for is the business of the crates `mcp`, the server, and `mcp-client`.

mod envelope;
pub mod meta;
mod version;

pub use envelope::{RequestId, failure, notification, request, success};
pub use version::Version;
