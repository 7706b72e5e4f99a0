//! A repository as plain data.
//!
//! A host feeds entries (path + bytes) to a [`SnapshotBuilder`]; what passes the rules becomes a [`Snapshot`]: one
//! contiguous pack of UTF-8 text and a table of files sorted by path. Everything else is listed in
//! [`Snapshot::skipped`] with its reason. Invariants: paths are relative, normalised and unique; text is UTF-8;
//! the same entries give the same bytes and the same [`Snapshot::id`], in whatever order they arrived.
//!
//! Start at [`Snapshot`], then [`builder`].

pub mod archive;
pub mod builder;
pub mod bundle;
mod decode;
mod definition_words;
pub mod embedded;
pub mod filter;
mod glob;
mod hash;
pub mod ignore;
mod language;
mod outline;
mod path;
mod reading;
mod selection;
mod snapshot;
mod span;
pub mod store;
pub mod together;

pub use archive::{ArchiveError, Unpacking};
pub use builder::{BuildError, Progress, SnapshotBuilder, TopFolder};
pub use decode::{Decoded, decode};
pub use embedded::Container;
pub use filter::Limits;
pub use hash::ContentHash;
pub use language::Language;
pub use outline::{Heading, Outline};
pub use path::{PathError, RepoPath};
pub use reading::Reading;
pub use selection::{Selection, SelectionError};
pub use snapshot::{FileEntry, FileId, SkipReason, Skipped, Snapshot};
pub use span::Span;
pub use store::StoreError;
