//! The operating system behind the ports: files, HTTP, clock.

pub mod changes;
mod folder;
mod http;
mod memory;
mod timer;

pub use folder::{OpenError, Wanted, open};
pub use http::UreqHttpClient;
pub use memory::MemoryFolder;
pub use state_graph::store::FileCheckpointStore;
pub use timer::ThreadTimer;
