//! Why bytes are no index, or an index cannot be written.

/// An index that cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// Not the serialised form of this version.
    #[error("the search index could not be read: {0}")]
    Decode(String),
    /// Numbers that do not fit each other.
    #[error("the search index is inconsistent: {0}")]
    Inconsistent(&'static str),
    /// An index that is read in pages was to be written.
    #[error("a search index that is read in pages cannot be written")]
    InPages,
}
