//! Servers of tools (MCP) as the page shows them.

use serde::{Deserialize, Serialize};

/// A server of tools that the person has set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolServer {
    /// The name that the person gave it.
    pub name: String,
    /// Where it is.
    pub url: String,
    /// Whether there is a token for it.
    pub has_token: bool,
    /// How many of its tools the person trusts.
    pub trusted: u32,
}

/// A tool of a server, as the server has just listed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerTool {
    /// Its name.
    pub name: String,
    /// What it says it does, cut.
    pub description: String,
    /// All that the tool says of itself: what a person trusts.
    pub definition: String,
    /// Whether it says of itself that it only reads.
    pub reads: bool,
    /// Whether the person trusts it.
    pub trust: ToolTrust,
}

/// Whether a person trusts a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolTrust {
    /// They have not trusted it.
    No,
    /// They trust what it says of itself.
    Yes,
    /// They trusted it when it said something else.
    Changed,
}
