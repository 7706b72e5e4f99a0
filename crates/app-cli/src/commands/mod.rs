//! The commands, one in each file.

pub mod agents;
pub mod apply;
pub mod ask;
pub mod call_graph;
pub mod calls;
mod checked;
pub mod diff;
pub mod fork;
pub mod graph;
pub mod impact;
pub mod index;
pub mod mcp;
pub mod mcp_servers;
pub mod memory;
pub mod path;
pub mod push;
pub mod references;
pub mod relatives;
pub mod replay;
pub mod resume;
mod run_sources;
pub mod runs;
pub mod search;
