//! A client of the Model Context Protocol: what agents use to call tools of other servers.
//!
//! [`Session`] is the protocol without I/O: requests out, messages in. [`Client`] drives it over a [`Transport`], which sends
//! one message and gives what arrives in answer: [`HttpTransport`] is the streamable HTTP one, over the port
//! [`model::HttpClient`]; that over a process is a host's. [`Servers`] holds the servers that a person has set up, connects
//! when one is needed, and knows what the person trusts.
//!
//! The key decision: trust is bound to what a tool says of itself. A [`Definition`] is a tool's name, description, schema
//! and annotations as one text; a person trusts that text. When the server says something else, the tool counts as not
//! trusted, and the person who is asked is shown both. Everything that a server sends is untrusted text within bounds.
//!
//! A client begins with `initialize`; a server that refuses it because it speaks only the stateless versions is spoken to
//! by those. A client offers servers nothing: no sampling, no elicitation, no roots. Start at [`Servers`].

mod address;
mod client;
mod content;
mod definition;
mod error;
mod http;
mod listing;
pub mod scripted;
mod servers;
mod session;
mod transport;
mod trust;

pub use address::{Address, UrlError};
pub use client::Client;
pub use content::{Content, Resource};
pub use definition::Definition;
pub use error::{McpError, TransportError};
pub use http::HttpTransport;
pub use listing::{Listed, Listing};
pub use servers::{Connector, Server, Servers, Standing};
pub use session::{Incoming, Session};
pub use transport::{Arriving, Outgoing, Transport};
pub use trust::Trust;
