//! From moments to places on an axis. A long wait in which nothing ran (for a person's answer, say) takes little room,
//! however long it was, so that the rest stays readable.

use super::{Timeline, TimelineEntry};

/// A wait that takes more than one part in so many of the busy time is cut.
const CUT: f64 = 4.0;

pub(super) struct Scale {
    /// Busy stretches, in order and apart.
    pieces: Vec<Piece>,
    per_ms: f64,
}

#[derive(Clone, Copy)]
struct Piece {
    from_ms: f64,
    to_ms: f64,
    /// Where it starts on the axis.
    at: f64,
}

/// A wait that was cut out.
pub(super) struct Cut {
    /// From where to where on the axis.
    pub(super) from: i32,
    pub(super) to: i32,
    /// How long it was, in milliseconds.
    pub(super) ms: f64,
}

impl Scale {
    /// An axis of `length`, on which each cut takes `cut`, but all of them at most half; None where there is nothing to show.
    pub(super) fn of(timeline: &Timeline, length: i32, cut: i32) -> Option<Self> {
        let mut pieces: Vec<Piece> = Vec::new();
        for TimelineEntry { start_ms, end_ms, .. } in timeline.by_start() {
            let (from_ms, to_ms) = (*start_ms, end_ms.max(*start_ms));
            match pieces.last_mut() {
                Some(last) if last.to_ms >= from_ms => last.to_ms = last.to_ms.max(to_ms),
                _ => pieces.push(Piece { from_ms, to_ms, at: 0.0 }),
            }
        }
        let busy: f64 = pieces.iter().map(|piece| piece.to_ms - piece.from_ms).sum();
        let mut joined: Vec<Piece> = Vec::new();
        for piece in pieces {
            match joined.last_mut() {
                Some(last) if (piece.from_ms - last.to_ms) * CUT <= busy => last.to_ms = piece.to_ms,
                _ => joined.push(piece),
            }
        }
        let shown: f64 = joined.iter().map(|piece| piece.to_ms - piece.from_ms).sum();
        let cuts = i32::try_from(joined.len()).ok()?.checked_sub(1).filter(|&cuts| cuts >= 0)?;
        let cut = cut.min(length / 2 / cuts.max(1));
        let per_ms = if shown > 0.0 { f64::from((length - cuts * cut).max(1)) / shown } else { 0.0 };
        let mut at = 0.0;
        for piece in &mut joined {
            piece.at = at;
            at += (piece.to_ms - piece.from_ms) * per_ms + f64::from(cut);
        }
        Some(Self { pieces: joined, per_ms })
    }

    /// Where a moment is.
    pub(super) fn place(&self, ms: f64) -> i32 {
        let piece = self.pieces.iter().rev().find(|piece| piece.from_ms <= ms).or(self.pieces.first());
        piece
            .map_or(0, |piece| (piece.at + (ms.min(piece.to_ms) - piece.from_ms).max(0.0) * self.per_ms).round() as i32)
    }

    pub(super) fn start(&self) -> f64 {
        self.pieces.first().map_or(0.0, |piece| piece.from_ms)
    }

    pub(super) fn cuts(&self) -> impl Iterator<Item = Cut> {
        self.pieces.windows(2).filter_map(|pair| {
            let [before, after] = pair else { return None };
            let ms = after.from_ms - before.to_ms;
            Some(Cut { from: self.place(before.to_ms), to: after.at.round() as i32, ms })
        })
    }

    /// Round moments at least `apart` from each other on the axis: `(milliseconds since the start, place)`.
    pub(super) fn ticks(&self, apart: i32) -> Vec<(f64, i32)> {
        let mut ticks: Vec<(f64, i32)> = Vec::new();
        let Some(step) = round_step(f64::from(apart) / self.per_ms.max(f64::MIN_POSITIVE)) else {
            return vec![(0.0, 0)];
        };
        for piece in &self.pieces {
            let mut since = ((piece.from_ms - self.start()) / step).ceil() * step;
            while since + self.start() <= piece.to_ms {
                let place = self.place(since + self.start());
                if ticks.last().is_none_or(|last| place - last.1 >= apart) {
                    ticks.push((since, place));
                }
                since += step;
            }
        }
        ticks
    }
}

/// The next round time, in milliseconds; None beyond what a run could take.
fn round_step(least: f64) -> Option<f64> {
    const SECOND: f64 = 1000.0;
    const MINUTE: f64 = 60.0 * SECOND;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    let units: [(f64, &[f64]); 5] = [
        (1.0, &[1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0]),
        (SECOND, &[1.0, 2.0, 5.0, 10.0, 15.0, 30.0]),
        (MINUTE, &[1.0, 2.0, 5.0, 10.0, 15.0, 30.0]),
        (HOUR, &[1.0, 2.0, 3.0, 6.0, 12.0]),
        (DAY, &[1.0, 2.0, 7.0, 14.0, 30.0, 90.0, 365.0]),
    ];
    units.iter().flat_map(|(unit, steps)| steps.iter().map(move |step| unit * step)).find(|&step| step >= least)
}
