//! The progress of a long command, on stderr: a terminal shows one line that changes, a pipe or a log gets a few lines.

use super::{escape, is_live, to_stderr};
use std::time::{Duration, Instant};

/// How often the line of a terminal changes.
const LIVE_EVERY: Duration = Duration::from_millis(80);
/// Goes to the start of a terminal's line and empties it.
const CLEAR: &str = "\r\x1b[K";
/// How often a line about a phase in progress is logged.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Prints the phases of a command, each with a count; what is on the terminal is cleared when it is dropped.
pub struct Progress {
    kind: Kind,
    phase: Option<Phase>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Live,
    Log,
    Silent,
}

struct Phase {
    what: &'static str,
    /// `files`, `chunks`.
    unit: &'static str,
    done: u64,
    total: Option<u64>,
    shown: Instant,
    /// What was shown last; None before that.
    printed: Option<u64>,
}

impl Progress {
    /// For a command that writes something: a log gets a line for each phase.
    pub fn logged() -> Self {
        Self::new(if is_live() { Kind::Live } else { Kind::Log })
    }

    /// For a command that prints an answer: shows progress on a terminal only.
    pub fn live_only() -> Self {
        Self::new(if is_live() { Kind::Live } else { Kind::Silent })
    }

    fn new(kind: Kind) -> Self {
        Self { kind, phase: None }
    }

    /// Reports the state of the phase `what`. If it is not the current phase, that one ends and a new phase begins.
    pub fn update(&mut self, what: &'static str, unit: &'static str, done: u64, total: Option<u64>) {
        if self.phase.as_ref().is_none_or(|phase| phase.what != what) {
            self.end();
            self.phase = Some(Phase { what, unit, done, total, shown: Instant::now(), printed: None });
        }
        let Some(phase) = &mut self.phase else { return };
        (phase.done, phase.total) = (done, total);
        let every = if self.kind == Kind::Live { LIVE_EVERY } else { LOG_EVERY };
        if self.kind != Kind::Silent && phase.shown.elapsed() >= every {
            phase.shown = Instant::now();
            phase.printed = Some(done);
            match self.kind {
                Kind::Live => to_stderr(&format!("{CLEAR}{}", phase.line())),
                _ => to_stderr(&format!("{}\n", phase.line())),
            }
        }
    }

    /// Ends the phase. Call it before anything else is printed.
    pub fn end(&mut self) {
        let Some(phase) = self.phase.take() else { return };
        match self.kind {
            Kind::Live if phase.printed.is_some() => to_stderr(CLEAR),
            Kind::Log if phase.printed != Some(phase.done) => to_stderr(&format!("{}\n", phase.line())),
            _ => {}
        }
    }

    /// Prints a separate line, between phases or within one.
    pub fn note(&mut self, line: &str) {
        let line = escape::line(line);
        match self.kind {
            Kind::Live => to_stderr(&format!("{CLEAR}{line}\n")),
            Kind::Log => to_stderr(&format!("{line}\n")),
            Kind::Silent => {}
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

impl Phase {
    fn line(&self) -> String {
        match self.total {
            Some(total) => format!("{}: {} of {total} {}", self.what, self.done.min(total), self.unit),
            None => format!("{}: {} {}", self.what, self.done, self.unit),
        }
    }
}
