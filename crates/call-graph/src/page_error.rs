//! What is wrong with stored bytes of a graph.

/// Bytes that are no page of this graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PageError(pub(crate) String);
