//! The timeline of a stored run.

use super::StoredRun;
use super::recorded::Task;
use protocol::Event;
use state_graph_diagrams::{NodeStatus, Timeline, TimelineEntry};

impl StoredRun {
    /// The tasks of the run up to its last checkpoint and after it, with the tool calls in them.
    pub fn timeline(&self) -> Timeline {
        let history = &self.history;
        let mut entries = Vec::new();
        let mut step = 0;
        for checkpoint in history.line() {
            step = checkpoint.step;
            entries.extend(checkpoint.ran.iter().map(|task| entry(task, step)));
        }
        entries.extend(history.finished().iter().map(|task| entry(task, step + 1)));
        let end = entries.iter().map(|entry| entry.end_ms).fold(0.0, f64::max);
        let mut now = |node: &str, status, label: &str| {
            let (node, label) = (node.to_owned(), Some(label.to_owned()));
            entries.push(TimelineEntry { node, step: step + 1, start_ms: end, end_ms: end, status, label });
        };
        if let Some((Some(node), error)) = history.failure() {
            now(node, NodeStatus::Failed, error);
        } else if let Some((node, _)) = history.questions().first().and_then(|(id, _)| id.split_once(':')) {
            now(node, NodeStatus::Interrupted, "waits for a person");
        }
        Timeline { entries }
    }
}

fn entry(task: &Task<'_>, step: u32) -> TimelineEntry {
    let tools = task.events.iter().filter_map(|stored| match &stored.event {
        Event::ToolStarted { name, .. } => Some(name.as_str()),
        _ => None,
    });
    let tools = tools.collect::<Vec<_>>().join(", ");
    TimelineEntry {
        node: task.node.to_owned(),
        step,
        start_ms: task.at,
        end_ms: task.at + task.ms,
        status: NodeStatus::Done,
        label: (!tools.is_empty()).then_some(tools),
    }
}
