//! A timeline as SVG: a lane for every node, a bar for every task.

use super::lanes::{Lane, parent};
use super::scale::Scale;
use super::{NodeStatus, Timeline, TimelineEntry, duration};
use crate::pixels;
use crate::svg::text::{escape, shorten, width};
use crate::svg::write::open;

const MARGIN: i32 = 16;
const AXIS: i32 = 40;
const ROW: i32 = 22;
const LANE_GAP: i32 = 6;
const INDENT: i32 = 14;
const PLOT: i32 = 760;
const CUT: i32 = 64;
const LETTERS: usize = 30;
const FONT: i32 = 13;
const SMALL_FONT: i32 = 11;

impl Timeline {
    /// A standalone SVG document, with the times since the first start. A long wait in which nothing ran is cut short.
    /// Light or dark, as the reader's system is; text is escaped.
    pub fn svg(&self) -> String {
        let lanes = self.lanes();
        let names: Vec<(i32, String)> =
            lanes.iter().map(|lane| (INDENT * pixels(lane.depth()), shorten(lane.name(), LETTERS))).collect();
        let left = names.iter().map(|(indent, name)| indent + width(name, FONT)).max().unwrap_or(0);
        let left = MARGIN + left + 14;
        let rows: i32 = lanes.iter().map(lane_height).sum();
        // The time of the last tick extends beyond the plot.
        let mut out = open(left + PLOT + MARGIN + 30, AXIS + rows + MARGIN, "Run over time");
        if let Some(scale) = Scale::of(self, PLOT, CUT) {
            let mut drawing = Drawing { out, scale: &scale, left, bottom: AXIS + rows };
            drawing.axis();
            drawing.steps(self);
            let mut y = AXIS;
            for (lane, (indent, name)) in lanes.iter().zip(&names) {
                drawing.lane(lane, MARGIN + indent, name, y);
                y += lane_height(lane);
            }
            out = drawing.out;
        }
        out.push_str("</svg>\n");
        out
    }
}

fn lane_height(lane: &Lane<'_>) -> i32 {
    ROW * pixels(lane.rows.len().max(1)) + LANE_GAP
}

struct Drawing<'s> {
    out: String,
    scale: &'s Scale,
    /// Where the plot starts, and where it ends.
    left: i32,
    bottom: i32,
}

impl Drawing<'_> {
    fn axis(&mut self) {
        let bottom = self.bottom;
        for (since, place) in self.scale.ticks(80) {
            let x = self.left + place;
            putln!(
                self.out,
                "<path class=\"grid\" d=\"M{x} 22V{bottom}\"/><text class=\"time\" x=\"{x}\" y=\"16\">{}</text>",
                duration(since)
            );
        }
        for cut in self.scale.cuts() {
            let (x, width, wait) = (self.left + cut.from, cut.to - cut.from, duration(cut.ms));
            putln!(
                self.out,
                "<g class=\"cut\"><title>nothing ran for {wait}</title>\
                 <rect x=\"{}\" y=\"22\" width=\"{}\" height=\"{}\"/><text x=\"{}\" y=\"34\">{wait}</text></g>",
                x + 4,
                width - 8,
                bottom - 22,
                x + width / 2
            );
        }
    }

    /// Where the supersteps of the outermost graph start, as far as there is room.
    fn steps(&mut self, timeline: &Timeline) {
        let mut last: Option<u32> = None;
        let mut free = 0;
        for entry in timeline.by_start().into_iter().filter(|entry| parent(&entry.node).is_empty()) {
            let place = self.scale.place(entry.start_ms);
            if last == Some(entry.step) || place < free {
                continue;
            }
            let (x, step) = (self.left + place, entry.step);
            last = Some(step);
            free = place + width(&step.to_string(), SMALL_FONT) + 10;
            putln!(
                self.out,
                "<g class=\"step\"><title>step {step}</title><path d=\"M{x} 26V{}\"/>\
                 <text x=\"{}\" y=\"34\">{step}</text></g>",
                self.bottom,
                x + 3
            );
        }
    }

    fn lane(&mut self, lane: &Lane<'_>, x: i32, name: &str, y: i32) {
        self.out.push_str("<g class=\"lane\"><title>");
        escape(&mut self.out, lane.path);
        put!(self.out, "</title><text x=\"{x}\" y=\"{}\">", y + 16);
        escape(&mut self.out, name);
        self.out.push_str("</text></g>\n");
        let mut y = y;
        for row in &lane.rows {
            for (index, entry) in row.iter().enumerate() {
                let next = row.get(index + 1).map_or(PLOT + 30, |next| self.scale.place(next.start_ms));
                self.bar(entry, y, next);
            }
            y += ROW;
        }
    }

    /// A bar, with its words in it or, where there is room before `next`, beside it.
    fn bar(&mut self, entry: &TimelineEntry, y: i32, next: i32) {
        let (from, to) = (self.scale.place(entry.start_ms), self.scale.place(entry.end_ms));
        // A gap separates neighbours.
        let length = (to - from - 1).max(2);
        let class = entry.status.class();
        put!(self.out, "<g class=\"bar {class}\"><title>");
        escape(&mut self.out, &entry.node);
        put!(self.out, ", step {}, {}", entry.step, duration(entry.took()));
        let words = entry.words();
        if !words.is_empty() {
            self.out.push_str(", ");
            escape(&mut self.out, &words);
        }
        let x = self.left + from;
        put!(
            self.out,
            "</title><rect x=\"{x}\" y=\"{}\" width=\"{length}\" height=\"16\" rx=\"{}\"/>",
            y + 3,
            (length / 2).min(3)
        );
        // Where the words have no room, the status alone may.
        let status = if entry.status == NodeStatus::Done { "" } else { class };
        for words in [&*shorten(&words, LETTERS), status] {
            let room = width(words, SMALL_FONT) + 8;
            let beside = from + length + room <= next;
            if !words.is_empty() && (room <= length || beside) {
                let at = if room <= length { x + 4 } else { x + length + 4 };
                put!(self.out, "<text x=\"{at}\" y=\"{}\">", y + 15);
                escape(&mut self.out, words);
                self.out.push_str("</text>");
                break;
            }
        }
        self.out.push_str("</g>\n");
    }
}
