//! What of a conversation is sent to a model: all of it where it fits, otherwise a view in which old outputs of tools are
//! shortened first and old messages left out last. The conversation itself stays as it is.
//!
//! Start at [`view`].

mod budget;
mod prune;

pub use budget::Budget;
pub use prune::{Cut, Entry, Keep, View, view};
