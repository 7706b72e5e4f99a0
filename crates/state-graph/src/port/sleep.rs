//! The port for waiting.

use futures::future::LocalBoxFuture;

/// Waits. The caller supplies it; retries with a delay and timeouts need it.
pub trait Sleep {
    /// Ready after this many milliseconds.
    fn sleep(&self, ms: f64) -> LocalBoxFuture<'_, ()>;
}
