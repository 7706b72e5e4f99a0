//! Publishes an index directory on a Quarry Worker.
//!
//! The Worker is asked which chunks it lacks. Those are sent, several at a time, and then the manifest, which publishes
//! them all at once. A push that was interrupted is simply run again: chunks that were sent are not sent again. Start
//! at [`Upload`].

mod backoff;
mod refusal;
mod target;
mod token;
mod upload;
mod worker;

pub use target::Target;
pub use token::Token;
pub use upload::{Pushed, Upload};
pub use worker::Worker;
