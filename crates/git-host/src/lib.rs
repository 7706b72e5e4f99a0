//! Repositories on git hosts: what their addresses mean, and how their files are listed and loaded.
//!
//! The key decision: no archive is loaded. A browser may not read the archives of GitHub (no CORS) and of GitLab (refused as
//! hotlinks), and a listing lets the caller leave files out before they are loaded. So every host is asked for the commit,
//! the list of its files, and then for the files that are wanted. What differs between hosts is in [`provider`], a file each,
//! without I/O: it names URLs and reads answers. [`Client`] sends the requests, within bounds.
//!
//! A token goes to the origin of the host's API and nowhere else. Everything that comes back is untrusted.

mod address;
mod client;
mod encode;
mod error;
mod listing;
pub mod provider;
mod resolve;

pub use address::{Address, AddressError, At};
pub use client::Client;
pub use error::HostError;
pub use listing::{Entry, EntryKind, Listing};
pub use provider::Kind;
pub use resolve::Resolved;
