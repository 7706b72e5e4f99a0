//! The operating system behind the ports: files, HTTP, clock.

mod folder;
mod http;

pub use folder::{OpenError, open, walk};
pub use http::{ThreadTimer, UreqHttpClient};
