//! How the nodes of the agent's graph are, now or at a checkpoint.

use super::{RunState, RunView};
use protocol::CheckpointSummary;
use std::collections::{BTreeMap, BTreeSet};

/// Nodes by name with a word each: `visited`, `running`, `next`, `interrupted` or `failed`; now, or at the checkpoint
/// `chosen`.
pub fn marks(view: &RunView, chosen: Option<u64>) -> BTreeMap<&str, &'static str> {
    let last = view.tip();
    let at = chosen.and_then(|id| view.checkpoint_called(id));
    let mut marks: BTreeMap<&str, &'static str> = match at {
        Some(at) => path(view, at).iter().flat_map(|it| &it.ran).map(|it| (&*it.node, "visited")).collect(),
        None => view.visited.iter().map(|node| (node.as_str(), "visited")).collect(),
    };
    let is_last = at.is_none_or(|at| last.is_some_and(|last| last.id == at.id));
    let word = match view.state {
        _ if !is_last => "next",
        RunState::Running | RunState::Elsewhere => "running",
        RunState::Failed { .. } => "failed",
        RunState::Done => "next",
        RunState::Cancelled | RunState::Paused | RunState::AwaitingApproval | RunState::Interrupted => "interrupted",
    };
    match (&view.node, at, view.is_running()) {
        // Events are ahead of checkpoints.
        (node, None, true) => marks.extend(node.as_deref().map(|node| (node, "running"))),
        _ => marks.extend(at.or(last).into_iter().flat_map(|at| &at.next).map(|node| (node.as_str(), word))),
    }
    marks
}

/// The checkpoint and all that lead to it, latest first.
fn path<'a>(view: &'a RunView, from: &'a CheckpointSummary) -> Vec<&'a CheckpointSummary> {
    let (mut path, mut seen) = (vec![from], BTreeSet::from([from.id]));
    let mut at = from;
    // Damaged parents must not lead around in a circle.
    while let Some(parent) = at.parent.and_then(|id| view.checkpoint_called(id)).filter(|parent| seen.insert(parent.id))
    {
        path.push(parent);
        at = parent;
    }
    path
}
