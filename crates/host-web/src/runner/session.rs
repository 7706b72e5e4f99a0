//! A program from its start to its end, within its limits.

use super::interpreter::Interpreter;
use super::report::{Ending, Report, not_started};
use crate::{PerformanceClock, TimeoutTimer};
use code_runner::{End, OnOutput, Ran, RunError, RunLimits, Stream};
use futures::StreamExt;
use futures::future::{Either, select};
use model::Timer;
use std::pin::pin;
use wasm_bindgen::JsValue;

/// How long an interpreter may take to load, in milliseconds.
const START_MS: u64 = 60_000;

/// Runs the program of `message`. The interpreter is stopped at the end, and where this is dropped.
pub(super) async fn run(
    mut interpreter: Interpreter,
    message: &JsValue,
    limits: RunLimits,
    on: OnOutput<'_>,
) -> Result<Ran, RunError> {
    let mut written = Written { stdout: String::new(), stderr: String::new(), left: limits.output_bytes };
    interpreter.post(message).map_err(not_started)?;
    let clock = PerformanceClock::new();
    let mut began: Option<f64> = None;
    let end = loop {
        let left = match began {
            None => START_MS,
            Some(began) => (began + f64::from(limits.time_ms) - clock.now_ms()).max(0.0) as u64,
        };
        let report = match select(interpreter.reports.next(), pin!(TimeoutTimer.sleep(left))).await {
            Either::Left((report, _)) => report.unwrap_or_else(|| Report::Lost("it is gone".to_owned())),
            Either::Right(_) if began.is_some() => break End::TimedOut(limits.time_ms),
            Either::Right(_) => Report::Lost(format!("it did not load within {} s", START_MS / 1000)),
        };
        match report {
            Report::Ready => {}
            Report::Started => began = Some(clock.now_ms()),
            Report::Wrote(stream, text) => {
                let kept = written.add(stream, &text);
                on(stream, kept);
                if kept.len() < text.len() {
                    break End::TooMuchOutput(limits.output_bytes);
                }
            }
            Report::Ended(Ending::Exit(code)) => break End::Exit(code),
            Report::Ended(Ending::OutOfMemory) => break End::OutOfMemory(limits.memory_bytes),
            Report::Ended(Ending::TooMuchOutput) => break End::TooMuchOutput(limits.output_bytes),
            Report::Lost(why) => return Err(RunError::Failed(format!("the interpreter failed: {why}"))),
        }
    };
    let ms = began.map_or(0.0, |began| clock.now_ms() - began);
    Ok(Ran { end, stdout: written.stdout, stderr: written.stderr, ms })
}

/// What a program has written, up to a number of bytes in all.
struct Written {
    stdout: String,
    stderr: String,
    left: usize,
}

impl Written {
    /// Keeps as much of the text as there is room for, in whole characters; returns that.
    fn add<'t>(&mut self, stream: Stream, text: &'t str) -> &'t str {
        let kept = &text[..text.floor_char_boundary(self.left)];
        self.left -= kept.len();
        match stream {
            Stream::Out => self.stdout.push_str(kept),
            Stream::Error => self.stderr.push_str(kept),
        }
        kept
    }
}
