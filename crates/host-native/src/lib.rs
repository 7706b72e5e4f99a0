//! The operating system behind the ports: files, HTTP, clock.

mod checkpoint_store;
mod folder;
mod http;

pub use checkpoint_store::FileCheckpointStore;
pub use folder::{OpenError, Wanted, open, walk};
pub use http::{ThreadTimer, UreqHttpClient};
