//! What a host supplies to a run beside its store: a clock, a way to wait, a way to cancel.

mod cancel;
mod clock;
mod sleep;
#[cfg(feature = "browser")]
mod timeout_sleep;
#[cfg(feature = "tokio")]
mod tokio_sleep;

pub use cancel::{CancelToken, Cancelled};
pub use clock::Clock;
pub use sleep::Sleep;
#[cfg(feature = "browser")]
pub use timeout_sleep::TimeoutSleep;
#[cfg(feature = "tokio")]
pub use tokio_sleep::TokioSleep;
