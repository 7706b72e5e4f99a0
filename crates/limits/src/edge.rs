//! What the Worker and the MCP servers accept.

limits! {}
