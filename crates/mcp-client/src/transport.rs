//! The port to a server: one message out, what arrives in answer.

use crate::TransportError;
use futures::future::LocalBoxFuture;
use futures::stream::LocalBoxStream;
use mcp_wire::{RequestId, Version};

/// A message to a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// The message as JSON, in one line.
    pub text: String,
    /// Its method; `None` for a response.
    pub method: Option<String>,
    /// What the request is about, for a header: a tool's name or a resource's URI.
    pub name: Option<String>,
    /// The id of a request; `None` for what wants no answer.
    pub id: Option<RequestId>,
    /// The version that is agreed on; `None` before.
    pub version: Option<Version>,
}

/// Messages as they arrive, each whole.
pub type Arriving<'t> = LocalBoxStream<'t, Result<Vec<u8>, TransportError>>;

/// Carries messages to one server and back. Retries nothing. Dropping the future, or the stream, gives up waiting.
pub trait Transport {
    /// Sends a message. The stream gives what arrives until the caller has its answer and drops it: over HTTP the messages of
    /// the response, over a process all that it writes from now on. For a message that wants no answer it may be empty.
    fn send<'t>(&'t self, message: &'t Outgoing) -> LocalBoxFuture<'t, Result<Arriving<'t>, TransportError>>;

    /// Forgets the server's session, for a new one.
    fn restart(&self);

    /// Notifies the server that nothing more comes, where the transport has a way.
    fn close(&self) -> LocalBoxFuture<'_, ()>;
}
