//! A Mermaid Gantt chart: a section for every node.

use super::{NodeStatus, Timeline, duration};

impl Timeline {
    /// Mermaid text, with the times since the first start. Waits are as long as they were.
    pub fn mermaid_gantt(&self) -> String {
        let start = self.by_start().first().map_or(0.0, |entry| entry.start_ms);
        let mut out = "gantt\n\tdateFormat x\n\taxisFormat %M:%S.%L\n\ttodayMarker off\n".to_owned();
        for lane in self.lanes().iter().filter(|lane| !lane.rows.is_empty()) {
            putln!(out, "\tsection {}", plain(lane.path));
            for entry in lane.entries() {
                let class = match entry.status {
                    NodeStatus::Done => "done",
                    NodeStatus::Running => "active",
                    NodeStatus::Failed => "crit",
                    NodeStatus::Interrupted => "crit, active",
                };
                let (from, to) = ((entry.start_ms - start).round() as u64, (entry.end_ms - start).round() as u64);
                let words = plain(&entry.words());
                let gap = if words.is_empty() { "" } else { " " };
                let took = duration(entry.took());
                // A task of no length would not be drawn.
                let to = to.max(from + 1);
                putln!(out, "\tstep {} {words}{gap}({took}) :{class}, {from}, {to}", entry.step);
            }
        }
        out
    }
}

/// Only what means nothing to Mermaid, which has no escapes here.
fn plain(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || " _-./()'?!".contains(letter);
    text.chars().map(|letter| if is_plain(letter) { letter } else { ' ' }).collect::<String>().trim().to_owned()
}
