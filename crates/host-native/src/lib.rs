//! The operating system behind the ports: files, HTTP, clock.

mod folder;
mod http;

pub use folder::{OpenError, Wanted, open, walk};
pub use http::{ThreadTimer, UreqHttpClient};
pub use state_graph::store::FileCheckpointStore;
