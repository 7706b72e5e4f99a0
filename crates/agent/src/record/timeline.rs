//! The timeline of a stored run.

use super::StoredRun;
use protocol::Event;
use state_graph_diagrams::{NodeStatus, PATH_SEPARATOR, Timeline, TimelineEntry};

impl StoredRun {
    /// The tasks of the run up to its last checkpoint and after it, and those inside of them, with their tool calls.
    pub fn timeline(&self) -> Timeline {
        let mut entries: Vec<TimelineEntry> = Vec::new();
        // Replayed events of a task follow each other, those of tasks inside of it among them.
        let mut open: Vec<usize> = Vec::new();
        for timed in &self.events {
            match timed.event.innermost() {
                Event::NodeStarted { node, step, path } => {
                    open.push(entries.len());
                    let names: Vec<&str> = path.iter().chain([node]).map(String::as_str).collect();
                    entries.push(TimelineEntry {
                        node: names.join(&PATH_SEPARATOR.to_string()),
                        step: *step,
                        start_ms: timed.at_ms,
                        end_ms: timed.at_ms,
                        status: NodeStatus::Interrupted,
                        label: None,
                    });
                }
                Event::ToolStarted { name, .. } => {
                    if let Some(entry) = open.last().map(|&at| &mut entries[at]) {
                        let before = entry.label.take().map_or_else(String::new, |before| before + ", ");
                        entry.label = Some(before + name);
                    }
                }
                Event::NodeFinished { ms, .. } => {
                    if let Some(entry) = open.pop().map(|at| &mut entries[at]) {
                        (entry.end_ms, entry.status) = (entry.start_ms + ms, NodeStatus::Done);
                    }
                }
                _ => {}
            }
        }
        let end = entries.iter().map(|entry| entry.end_ms).fold(0.0, f64::max);
        // At work when the log ended.
        open.iter().for_each(|&at| entries[at].end_ms = end);
        let history = &self.history;
        let step = history.line().last().map_or(0, |checkpoint| checkpoint.step);
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
