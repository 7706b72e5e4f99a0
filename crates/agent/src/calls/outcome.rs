//! The result of a call as a model and a run take it.

use crate::{IndexFailure, ToolError, ToolOutput};

/// A result, with an error as an output that the model reads.
pub(crate) struct Outcome {
    /// False for an error.
    pub(crate) ok: bool,
    /// Why the index could not be read: it ends the run, because no answer can be built on that.
    pub(crate) unreadable: Option<IndexFailure>,
    pub(crate) output: ToolOutput,
}

impl Outcome {
    pub(crate) fn of(result: Result<ToolOutput, ToolError>) -> Self {
        let error = match result {
            Ok(output) => return Self { ok: true, unreadable: None, output },
            Err(error) => error,
        };
        let (text, summary) = (format!("Error: {error}"), error.to_string());
        let output = ToolOutput { text, summary, ..ToolOutput::default() };
        let unreadable = if let ToolError::Index(failure) = error { Some(failure) } else { None };
        Self { ok: false, unreadable, output }
    }
}
