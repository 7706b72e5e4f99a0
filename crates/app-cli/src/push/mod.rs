//! Publishing an index directory on a Quarry Worker.
//!
//! The Worker is asked which chunks it lacks, gets those, a few at a time, and then the manifest, which makes them one
//! repository at once. A push that broke off is simply run again: what arrived is there. Start at [`Upload`].

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
