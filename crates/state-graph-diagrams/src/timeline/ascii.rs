//! A timeline in plain characters.

use super::scale::Scale;
use super::{NodeStatus, Timeline, duration};

const COLUMNS: i32 = 60;
const CUT: i32 = 3;
const NAME: usize = 28;

impl Timeline {
    /// A row for every node, and more where tasks of a node ran at the same time; what ran inside a node is indented
    /// below it. A long wait in which nothing ran is cut short to `//`. At the end of a row: how often the node ran,
    /// and for how long in all.
    pub fn ascii(&self) -> String {
        let Some(scale) = Scale::of(self, COLUMNS, CUT) else { return String::new() };
        let lanes = self.lanes();
        let names: Vec<String> = lanes.iter().map(|lane| indented(lane.name(), lane.depth())).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut out = axis(&scale, width);
        let mut used = [false; 3];
        for (lane, name) in lanes.iter().zip(&names) {
            let total = total(lane.entries().count(), lane.entries().map(super::TimelineEntry::took).sum());
            if lane.rows.is_empty() {
                putln!(out, "{name}");
            }
            for (index, row) in lane.rows.iter().enumerate() {
                let mut line = blank(&scale);
                for entry in row {
                    let (from, to) = (scale.place(entry.start_ms), scale.place(entry.end_ms));
                    let letter = match entry.status {
                        NodeStatus::Done => '=',
                        NodeStatus::Running => '>',
                        NodeStatus::Failed => 'x',
                        NodeStatus::Interrupted => '?',
                    };
                    used = [used[0] || letter == '>', used[1] || letter == 'x', used[2] || letter == '?'];
                    // Neighbours end a column apart, so that they look separate.
                    let to = if to - from > 1 { to - 1 } else { from + 1 };
                    let bar = column(from)..column(to);
                    line.iter_mut().take(bar.end).skip(bar.start).for_each(|column| *column = letter);
                }
                let line: String = line.into_iter().collect();
                let (name, total) = if index == 0 { (&**name, &*total) } else { ("", "") };
                putln!(out, "{}", format!("{name:width$} |{line}| {total}").trim_end());
            }
        }
        let meanings = ["> running", "x failed", "? interrupted"];
        let legend: Vec<&str> =
            meanings.into_iter().zip(used).filter(|(_, used)| *used).map(|(word, _)| word).collect();
        if !legend.is_empty() {
            putln!(out, "\n{}", legend.join("   "));
        }
        out
    }
}

fn indented(name: &str, depth: usize) -> String {
    let name: String = name.chars().take(NAME).collect();
    format!("{}{name}", "  ".repeat(depth))
}

fn total(count: usize, ms: f64) -> String {
    let ms = duration(ms);
    if count > 1 { format!("{ms} in {count}") } else { ms }
}

/// The line with the times.
fn axis(scale: &Scale, indent: usize) -> String {
    let mut line = String::new();
    for (since, place) in scale.ticks(12) {
        let wanted = column(place);
        let have = line.chars().count();
        if wanted >= have {
            line.extend(std::iter::repeat_n(' ', wanted - have));
            line.push_str(&duration(since));
        }
    }
    format!("{:indent$}  {line}\n", "")
}

/// A row with nothing but the cuts.
fn blank(scale: &Scale) -> Vec<char> {
    let mut line = vec![' '; column(COLUMNS) + 1];
    for cut in scale.cuts() {
        let from = column(cut.from);
        line.iter_mut().skip(from).take(2).for_each(|letter| *letter = '/');
    }
    line
}

/// A place on the axis as a column; what comes before the axis is drawn at its start.
fn column(place: i32) -> usize {
    usize::try_from(place).unwrap_or(0)
}
