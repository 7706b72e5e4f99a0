//! Models of embeddings: which one the person names, and what is made with it. Off unless one is named.

mod choice;
mod indexing;
mod searching;

pub use choice::Choice;
pub use indexing::{Embedded, before, embed, of_unchanged};
pub use searching::similar;

use crate::output;
use model::ChatDelta;

/// Prints that a request is tried again, or in another way.
fn notice(delta: &ChatDelta) -> Option<String> {
    match delta {
        ChatDelta::Retrying { why, attempt, wait_ms } => {
            Some(format!("{}; attempt {attempt} in {:.1} s", output::one_line(why), *wait_ms as f64 / 1e3))
        }
        ChatDelta::Fallback(fallback) => Some(fallback.to_string()),
        ChatDelta::Text(_) | ChatDelta::Reasoning(_) | ChatDelta::Charged(_) => None,
    }
}
