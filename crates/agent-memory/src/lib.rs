//! What agents remember between runs: texts by key, in three scopes.
//!
//! Agents use the port [`MemoryStore`]. A host keeps one file a scope and implements [`MemoryFiles`] alone; the rest of the port
//! is [`StoredMemory`], so that bounds and the stored form are the same everywhere. What is absent, what is empty and what
//! failed are different: `None`, an empty text, a [`MemoryError`].

mod error;
mod files;
mod scope;
mod stored;
mod values;

pub use error::MemoryError;
pub use files::{InMemoryFiles, MemoryFiles};
pub use scope::Scope;
pub use stored::StoredMemory;
pub use values::Values;

use futures::future::LocalBoxFuture;

/// The result of an operation on the memory.
pub type MemoryFuture<'a, T> = LocalBoxFuture<'a, Result<T, MemoryError>>;

/// A stored value in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its key.
    pub key: String,
    /// Bytes of its value.
    pub bytes: usize,
}

/// The memory of the agents of one person, opened for one repository and, if there is one, a conversation. Nothing is cached;
/// a change is stored when its future is ready; a change that cannot be stored changes nothing.
pub trait MemoryStore {
    /// The value under a key; `None` where there is none.
    fn get<'a>(&'a self, scope: Scope, key: &'a str) -> MemoryFuture<'a, Option<String>>;

    /// Every key, sorted.
    fn list(&self, scope: Scope) -> MemoryFuture<'_, Vec<Entry>>;

    /// Stores a value, in place of the one under this key.
    fn put<'a>(&'a self, scope: Scope, key: &'a str, value: &'a str) -> MemoryFuture<'a, ()>;

    /// Adds a text at the end of the value under a key, or stores it where there is none. Not to be repeated.
    fn append<'a>(&'a self, scope: Scope, key: &'a str, text: &'a str) -> MemoryFuture<'a, ()>;

    /// Deletes a value; false where there is none.
    fn delete<'a>(&'a self, scope: Scope, key: &'a str) -> MemoryFuture<'a, bool>;

    /// Deletes all values of a scope; how many there were.
    fn clear(&self, scope: Scope) -> MemoryFuture<'_, usize>;
}
