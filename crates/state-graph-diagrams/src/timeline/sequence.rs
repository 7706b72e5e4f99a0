//! A Mermaid sequence diagram: the nodes in the order in which they first ran, from superstep to superstep.

use std::collections::BTreeMap;

use super::lanes::{Lane, parent};
use super::{NodeStatus, Timeline, TimelineEntry, duration};
use crate::mermaid::safe_label;

impl Timeline {
    /// Mermaid text. A message leads from the node of a superstep that ended last, which is what the next superstep
    /// waited for, with how long that took; a note has it for the others. What ran inside a node follows the
    /// message to it; tasks of one node in one superstep are shown together.
    pub fn mermaid_sequence(&self) -> String {
        let lanes = self.lanes();
        let mut out = "sequenceDiagram\n\tparticipant start\n".to_owned();
        for (index, lane) in lanes.iter().enumerate() {
            putln!(out, "\tparticipant n{index} as {}", text(lane.path));
        }
        let entries = self.by_start();
        let mut sequence = Sequence { entries: &entries, lanes: &lanes, out };
        sequence.graph("", None);
        sequence.out
    }
}

/// Mermaid takes a bare `end` for the end of a block.
fn text(words: &str) -> String {
    safe_label(words).replace("end", "e#110;d")
}

struct Sequence<'t> {
    entries: &'t [&'t TimelineEntry],
    lanes: &'t [Lane<'t>],
    out: String,
}

/// The tasks of one node in one superstep.
type Tasks<'t> = Vec<&'t TimelineEntry>;

impl<'t> Sequence<'t> {
    /// What ran in the graph at `outer`, while `within` ran.
    fn graph(&mut self, outer: &str, within: Option<&Tasks<'t>>) {
        let is_inside = |entry: &&&TimelineEntry| {
            let during = |w: &&TimelineEntry| w.start_ms <= entry.start_ms && entry.start_ms <= w.end_ms;
            parent(&entry.node) == outer && within.is_none_or(|within| within.iter().any(during))
        };
        let mut steps: BTreeMap<u32, Vec<Tasks<'t>>> = BTreeMap::new();
        for entry in self.entries.iter().filter(is_inside) {
            let step = steps.entry(entry.step).or_default();
            match step.iter_mut().find(|tasks| tasks[0].node == entry.node) {
                Some(tasks) => tasks.push(entry),
                None => step.push(vec![entry]),
            }
        }
        let mut before: Option<Tasks<'t>> = None;
        for mut step in steps.into_values() {
            let count = step.len();
            for (index, tasks) in step.iter().enumerate() {
                if count > 1 {
                    putln!(self.out, "\t{}", if index == 0 { "par" } else { "and" });
                }
                let from = before.as_ref().or(within).map_or_else(|| "start".to_owned(), |tasks| self.id(tasks));
                let took = before.as_ref().map_or_else(|| "starts".to_owned(), description);
                putln!(self.out, "\t{from}->>{}: {took}", self.id(tasks));
                if self.lanes.iter().any(|lane| parent(lane.path) == tasks[0].node) {
                    self.graph(&tasks[0].node, Some(tasks));
                }
            }
            if count > 1 {
                self.out.push_str("\tend\n");
            }
            let last = (0..count).max_by(|&a, &b| ended(&step[a]).total_cmp(&ended(&step[b])));
            before = last.map(|last| step.remove(last));
            step.iter().for_each(|tasks| self.note(tasks));
        }
        if let Some(last) = before {
            self.note(&last);
        }
    }

    fn note(&mut self, tasks: &Tasks<'t>) {
        putln!(self.out, "\tNote over {}: {}", self.id(tasks), description(tasks));
    }

    fn id(&self, tasks: &Tasks<'t>) -> String {
        let index = self.lanes.iter().position(|lane| lane.path == tasks[0].node).expect("every node has a lane");
        format!("n{index}")
    }
}

fn ended(tasks: &Tasks<'_>) -> f64 {
    tasks.iter().map(|task| task.end_ms).fold(f64::MIN, f64::max)
}

/// How long they took, their status and their labels. Tasks one after the other (interrupted, then resumed) are
/// described one by one.
fn description(tasks: &Tasks<'_>) -> String {
    let is_in_turn = tasks.windows(2).all(|pair| pair[0].end_ms <= pair[1].start_ms);
    if is_in_turn {
        return tasks.iter().map(|task| describe(task)).collect::<Vec<_>>().join(", then ");
    }
    let started = tasks.iter().map(|task| task.start_ms).fold(f64::MAX, f64::min);
    let mut text = format!("{} tasks, {}", tasks.len(), duration(ended(tasks) - started));
    for status in [NodeStatus::Running, NodeStatus::Failed, NodeStatus::Interrupted] {
        let count = tasks.iter().filter(|task| task.status == status).count();
        if count > 0 {
            put!(text, ", {count} {}", status.class());
        }
    }
    text
}

fn describe(task: &TimelineEntry) -> String {
    let took = duration(task.took());
    let status = match task.status {
        NodeStatus::Done => took,
        NodeStatus::Running => format!("running for {took}"),
        NodeStatus::Failed => format!("failed after {took}"),
        NodeStatus::Interrupted => format!("interrupted after {took}"),
    };
    match &task.label {
        Some(label) => format!("{} ({status})", text(label)),
        None => status,
    }
}
