//! A run over time: which node ran when and for how long, as plain data, drawn as SVG, plain text or Mermaid.

mod ascii;
mod gantt;
mod lanes;
mod scale;
mod sequence;
mod svg;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::NodeStatus;

/// What ran in a run, in any order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// One for each time that a task ran; a task that was interrupted and then resumed has two.
    pub entries: Vec<TimelineEntry>,
}

/// A task that ran, or runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimelineEntry {
    /// The node's path: the names from the outside in, joined by [`PATH_SEPARATOR`](crate::PATH_SEPARATOR).
    pub node: String,
    /// The superstep of the graph that the node is in, from 1.
    pub step: u32,
    /// When it started, in milliseconds since any moment that is the same for all entries.
    pub start_ms: f64,
    /// When it ended; for one that still runs, now. Not before `start_ms`.
    pub end_ms: f64,
    /// How it ended, or that it runs.
    pub status: NodeStatus,
    /// Shown with it: an argument, a result, an error.
    pub label: Option<String>,
}

impl TimelineEntry {
    /// How long it ran, in milliseconds.
    fn took(&self) -> f64 {
        (self.end_ms - self.start_ms).max(0.0)
    }

    /// What a drawing writes at it: its label, and its status unless that is done.
    fn words(&self) -> String {
        let status = if self.status == NodeStatus::Done { "" } else { self.status.class() };
        match &self.label {
            Some(label) if status.is_empty() => label.clone(),
            Some(label) => format!("{status}: {label}"),
            None => status.to_owned(),
        }
    }
}

/// A time for people: at most two units, in whole numbers but for seconds below ten.
fn duration(ms: f64) -> String {
    // Casts saturate, and take what is not a number for 0.
    let ms = ms.round() as u64;
    let two = |big: u64, unit: &str, small: u64, small_unit: &str| match small {
        0 => format!("{big} {unit}"),
        _ => format!("{big} {unit} {small} {small_unit}"),
    };
    let seconds = (ms + 500) / 1000;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..9950 => format!("{}.{} s", (ms + 50) / 1000, (ms + 50) % 1000 / 100),
        _ if seconds < 60 => format!("{seconds} s"),
        _ if minutes < 60 => two(minutes, "min", seconds % 60, "s"),
        _ if hours < 24 => two(hours, "h", minutes % 60, "min"),
        _ => two(hours / 24, "d", hours % 24, "h"),
    }
}
