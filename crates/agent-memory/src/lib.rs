//! What agents remember between runs: texts by key, in three scopes; what a conversation keeps from run to run; and answers
//! that are given again.
//!
//! Agents use the port [`MemoryStore`]. A host keeps a few files and implements [`MemoryFiles`] alone; the rest of the port
//! is [`StoredMemory`], so that bounds and the stored form are the same everywhere. What is absent, what is empty and what
//! failed are different: `None`, an empty text, a [`MemoryError`].
//!
//! Values are written by calls of tools and by the person, and by nothing else. What runs keep on their own, without a call,
//! is beside the values: [`ConversationMemory`], and what an agent
//! stores in further [`MemoryFile`]s.

mod conversation;
mod error;
pub mod files;
mod origin;
mod scope;
mod stored;
mod values;

pub use conversation::{ConversationMemory, Exchange, Feedback};
pub use error::MemoryError;
pub use files::{InMemoryFiles, MemoryFile, MemoryFiles};
pub use origin::{Origin, Source};
pub use scope::Scope;
pub use stored::StoredMemory;
pub use values::Values;

use futures::future::LocalBoxFuture;

/// The result of an operation on the memory.
pub type MemoryFuture<'a, T> = LocalBoxFuture<'a, Result<T, MemoryError>>;

/// A stored value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its key.
    pub key: String,
    /// The value.
    pub value: String,
    /// Where it came from; `None` for a value that an earlier version stored.
    pub origin: Option<Origin>,
}

/// The memory of the agents of one person, opened for one repository. Nothing is cached; a change is stored when its
/// future is ready; a change that cannot be stored changes nothing.
pub trait MemoryStore {
    /// The value under a key; `None` where there is none.
    fn get<'a>(&'a self, scope: Scope<'a>, key: &'a str) -> MemoryFuture<'a, Option<Entry>>;

    /// Every value, sorted by key.
    fn list<'a>(&'a self, scope: Scope<'a>) -> MemoryFuture<'a, Vec<Entry>>;

    /// Stores a value, in place of the one under this key.
    fn put<'a>(&'a self, scope: Scope<'a>, key: &'a str, value: &'a str, origin: Origin) -> MemoryFuture<'a, ()>;

    /// Adds a text at the end of the value under a key, or stores it where there is none; the origin becomes that of the
    /// whole. Not to be repeated.
    fn append<'a>(&'a self, scope: Scope<'a>, key: &'a str, text: &'a str, origin: Origin) -> MemoryFuture<'a, ()>;

    /// Deletes a value; false where there is none.
    fn delete<'a>(&'a self, scope: Scope<'a>, key: &'a str) -> MemoryFuture<'a, bool>;

    /// Deletes all values of a scope; how many there were.
    fn clear<'a>(&'a self, scope: Scope<'a>) -> MemoryFuture<'a, usize>;

    /// The files below, for what is kept beside the values.
    fn files(&self) -> &dyn MemoryFiles;
}
