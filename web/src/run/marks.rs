//! The marks on the nodes of the agent's graph, now or at a checkpoint.

use super::{RunState, RunView};
use protocol::CheckpointSummary;

/// A mark for each node, at the checkpoint `chosen` or now: `visited`, `running`, `next`, `interrupted` or `failed`.
pub fn marks(view: &RunView, chosen: Option<u64>) -> Vec<(&str, &'static str)> {
    let last = view.tip();
    let at = chosen.and_then(|id| view.checkpoint_called(id));
    // For a handful of nodes a list is as fast as a map, and much less code.
    let mut marks: Vec<(&str, &'static str)> = Vec::new();
    let mut mark = |node, word| {
        marks.retain(|(known, _)| *known != node);
        marks.push((node, word));
    };
    match at {
        Some(at) => path(view, at).iter().flat_map(|it| &it.ran).for_each(|it| mark(&*it.node, "visited")),
        None => view.visited.iter().for_each(|node| mark(node.as_str(), "visited")),
    }
    let is_last = at.is_none_or(|at| last.is_some_and(|last| last.id == at.id));
    let word = match view.state {
        _ if !is_last => "next",
        RunState::Running | RunState::Elsewhere => "running",
        RunState::Failed { .. } => "failed",
        RunState::Done => "next",
        RunState::Cancelled | RunState::Paused { .. } | RunState::AwaitingApproval | RunState::Interrupted => {
            "interrupted"
        }
    };
    match (&view.node, at, view.is_running()) {
        // The node that runs now is known from events before a checkpoint names it.
        (node, None, true) => {
            node.iter().filter_map(|node| node.split(" / ").next()).for_each(|node| mark(node, "running"))
        }
        _ => at.or(last).into_iter().flat_map(|at| &at.next).for_each(|node| mark(node, word)),
    }
    marks
}

/// A checkpoint and its ancestors, latest first.
fn path<'a>(view: &'a RunView, from: &'a CheckpointSummary) -> Vec<&'a CheckpointSummary> {
    let mut path = vec![from];
    let mut at = from;
    // A damaged log may have a cycle of parents.
    while let Some(parent) = at.parent.and_then(|id| view.checkpoint_called(id)).filter(|it| !path.contains(it)) {
        path.push(parent);
        at = parent;
    }
    path
}
