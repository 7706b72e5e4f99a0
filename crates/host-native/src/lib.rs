//! The operating system behind the ports: files, HTTP, clock.

mod folder;

pub use folder::{OpenError, open, walk};
