//! The options about what lies outside the repository.

use clap::Args;
use std::path::PathBuf;

/// What agents that act may use outside the repository.
#[derive(Debug, Default, Args)]
pub struct Outside {
    /// A file with the servers of tools (MCP) that agents may call, and who answers their searches of the Web. A repository's quarry.toml is not read for them unless
    /// it is named here
    #[arg(long, value_name = "FILE", env = "QUARRY_SERVERS")]
    pub servers: Option<PathBuf>,
}

/// `quarry mcp-servers`
#[derive(Debug, Args)]
pub struct ServersOptions {
    /// The file that sets the servers up, with a table [mcp.NAME] for each
    pub file: PathBuf,
    /// Trust the tools of this server as they are now: those that say they only read are then called unasked
    #[arg(long, value_name = "NAME", conflicts_with = "forget")]
    pub trust: Option<String>,
    /// Trust this tool only; may be given several times
    #[arg(long, value_name = "TOOL", requires = "trust")]
    pub tool: Vec<String>,
    /// Trust nothing of this server any more
    #[arg(long, value_name = "NAME")]
    pub forget: Option<String>,
}
