//! Why nodes fail.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// A node's failure. `?` converts whatever turns into a `Box<dyn Error + Send + Sync>`: errors, boxed errors,
/// `anyhow::Error`, strings. [`downcast_ref`](NodeError::downcast_ref) gets the original back, but for `anyhow::Error`,
/// which hides it behind a type of its own.
///
/// It is not itself a [`std::error::Error`], which is what lets it take any.
#[derive(Clone)]
pub struct NodeError {
    // Boxed within the `Arc`, which costs a small binary less than an `Arc` of the error itself.
    error: Arc<Box<dyn Error + Send + Sync>>,
    permanent: bool,
    path: Option<Arc<str>>,
}

impl NodeError {
    /// A failure that is only a sentence.
    pub fn msg(message: impl Into<String>) -> Self {
        Self::from(message.into())
    }

    /// The same failure, not to be tried again: it would only happen again.
    #[must_use]
    pub fn permanent(mut self) -> Self {
        self.permanent = true;
        self
    }

    /// Whether it was made [`permanent`](NodeError::permanent).
    pub fn is_permanent(&self) -> bool {
        self.permanent
    }

    /// Where in the subgraphs of the node it happened: the names of the nodes, outermost first, joined by `:`. Empty if it
    /// was the node itself.
    pub fn path(&self) -> &str {
        self.path.as_deref().unwrap_or_default()
    }

    /// The same failure, for the graph around that in which this node failed.
    pub(crate) fn inside(mut self, node: &str) -> Self {
        self.path = Some(match &self.path {
            Some(path) => Arc::from([node, path].join(":")),
            None => Arc::from(node),
        });
        self
    }

    /// The original error, if it is an `E`.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.error.downcast_ref()
    }
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for NodeError {
    fn from(error: E) -> Self {
        Self { error: Arc::new(error.into()), permanent: false, path: None }
    }
}

impl fmt::Display for NodeError {
    /// The error; with `{:#}` also what caused it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)?;
        let mut next = self.error.source().filter(|_| f.alternate());
        while let Some(cause) = next {
            write!(f, ": {cause}")?;
            next = cause.source();
        }
        Ok(())
    }
}

impl fmt::Debug for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.error, f)
    }
}
