//! The kind of a request: what its words say, which comes with the task.

use model::RequestKind;
use serde_json::{Value, json};

/// The classification, as the node that asked reads it.
pub fn kind(by_words: &RequestKind<'_>) -> Value {
    let RequestKind { kind, confidence, files, reasoning } = by_words;
    json!({ "task_type": kind, "confidence": confidence, "files": files, "action": null, "reasoning": reasoning })
}
