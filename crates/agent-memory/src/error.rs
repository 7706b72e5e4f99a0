//! Why the memory could not be read or changed.

use limits::agent::{MEMORY_KEY_BYTES, MEMORY_KEYS, MEMORY_VALUE_BYTES};

/// Why the memory could not be read or changed: a sentence for the model and the person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// The host has no place for this scope.
    #[error("nothing is remembered for the {0} here")]
    NoScope(&'static str),
    /// Empty, too long, or with control characters.
    #[error("a key has 1 to {MEMORY_KEY_BYTES} bytes and no control characters")]
    Key,
    /// A value beyond its bound.
    #[error("the value of `{key}` would have {bytes} bytes, and at most {MEMORY_VALUE_BYTES} are stored")]
    TooLarge {
        /// Its key.
        key: String,
        /// Its size.
        bytes: usize,
    },
    /// Another key would be one too many.
    #[error("the {0} has {MEMORY_KEYS} keys already, as many as are stored; delete one first")]
    TooManyKeys(&'static str),
    /// The stored form is not what this crate writes. It is kept.
    #[error("{what} can't be read: {place} is damaged ({why}). It is kept as it is")]
    Damaged {
        /// What it holds: `what is remembered for the person`.
        what: String,
        /// Where it is stored.
        place: String,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody else changed it each time that it was to be written.
    #[error("{0} is being changed by another run; try again")]
    Busy(String),
    /// The host could not read or write it.
    #[error("what is remembered could not be read or stored: {0}")]
    Files(String),
}
