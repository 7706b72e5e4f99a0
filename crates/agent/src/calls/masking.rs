//! What a tool returned, without the secrets in it.

use crate::report::record;
use crate::tools::mask_parts;
use crate::{RunContext, ToolOutput, secrets};
use protocol::Event;

/// Masks a tool's result, and records that something is masked.
pub(crate) fn without_secrets(output: &mut ToolOutput, tool: &str, cx: &RunContext<'_>) {
    mask_parts(output);
    if let Some(summary) = secrets::summary(&output.masked) {
        record(cx, Event::Masked { place: tool.to_owned(), summary });
    }
}
