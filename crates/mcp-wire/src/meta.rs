//! The keys of `_meta`, in which each message of the stateless versions has what the handshake had said before.

/// The version by whose rules a request is to be answered.
pub const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// What the client can do.
pub const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The client's name and version.
pub const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
/// The server's name and version.
pub const SERVER: &str = "io.modelcontextprotocol/serverInfo";
