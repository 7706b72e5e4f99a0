//! What a host supplies to a run beside its store: a clock, a way to wait, a way to cancel.

mod cancel;
mod clock;
mod sleep;

pub use cancel::{CancelToken, Cancelled};
pub use clock::Clock;
pub use sleep::Sleep;
