//! The requests that the Worker sends to an object of memory, within the deployment.

use host_edge::TextName;
use serde::{Deserialize, Serialize};
use source::ContentHash;

/// A request to an object of memory.
#[derive(Debug, Serialize, Deserialize)]
pub enum MemoryCall {
    /// Answered with `Option<String>`.
    Read { file: TextName },
    /// Answered with `bool`: whether the file still was as `before` says.
    Replace { file: TextName, before: Option<ContentHash>, text: String },
    /// Answered with `()`.
    Remove { file: TextName },
    /// Deletes all that the object holds. Answered with `()`.
    Forget,
}
