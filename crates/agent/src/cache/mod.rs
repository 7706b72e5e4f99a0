//! Results that are used again: answers, beyond the run and its process, and outputs of tools, within a process.
//!
//! What a result depends on is its key, so that a change of any of it misses; nothing is ever found by likeness. Whatever is
//! used again is shown as [`Event::Cached`](protocol::Event::Cached), with the time at which it was stored. Start at [`key`].

mod answers;
mod key;
mod shown;
mod tools;

pub use answers::{Answers, KeptAnswer};
pub use key::{AnswerKey, AnswerParts, CallKey};
pub use shown::show;
pub use tools::{KnownOutput, ToolCache};
