//! The operating system behind the ports: files, HTTP, clock, programs.

pub mod changes;
mod folder;
pub mod git;
mod http;
mod mcp_process;
mod memory;
mod pages;
mod process_group;
pub mod runner;
mod timer;

pub use folder::{OpenError, Wanted, open};
pub use http::UreqHttpClient;
pub use mcp_process::McpProcess;
pub use memory::MemoryFolder;
pub use pages::UreqPageClient;
pub use runner::ProcessRunner;
pub use state_graph::store::FileCheckpointStore;
pub use timer::ThreadTimer;
