//! What a person sees of what a call changes.

use crate::outputs::ToolOutputs;
use crate::tools::{CallContext, Tool};
use change_set::ChangeSet;
use model::ToolCall;

/// Most bytes of a diff that an event or an interrupt shows.
const DIFF_BYTES: usize = 20 * 1024;

/// What a call that edits would change, or what its tool has to show, for the person who decides; `None` where it would fail,
/// or there is nothing to show.
pub(super) async fn preview(
    tool: &dyn Tool,
    call: &ToolCall,
    changes: &ChangeSet,
    outputs: &ToolOutputs,
) -> Option<String> {
    if let Some(shown) = tool.to_decide(&call.arguments) {
        return Some(cut(&shown).to_owned());
    }
    if tool.effect(&call.arguments).lasts() {
        return None;
    }
    // It only proposes, so it may be made twice; why it fails is said when it is made.
    let output =
        tool.call(&call.arguments, CallContext { id: &call.id, changes, outputs, run: None, node: None }).await.ok()?;
    let diffs: Vec<&str> = output.changed.iter().map(|file| file.diff.as_str()).collect();
    let diff = diffs.concat();
    (!diff.is_empty()).then(|| cut(&diff).to_owned())
}

/// At most [`DIFF_BYTES`] of a diff, in whole lines.
pub(super) fn cut(diff: &str) -> &str {
    if diff.len() <= DIFF_BYTES {
        return diff;
    }
    let end = diff.floor_char_boundary(DIFF_BYTES);
    &diff[..diff[..end].rfind('\n').map_or(end, |line_end| line_end + 1)]
}
