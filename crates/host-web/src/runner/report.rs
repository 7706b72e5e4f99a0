//! What interpreters report, from the messages of their scripts.

use crate::JsFailure;
use code_runner::{RunError, Stream};
use futures::channel::mpsc::UnboundedSender;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// What an interpreter reports.
#[derive(Debug, PartialEq)]
pub(super) enum Report {
    /// It can take a message.
    Ready,
    /// It has loaded, and the program begins: time counts from here.
    Started,
    /// The program has written this.
    Wrote(Stream, String),
    /// The program is over.
    Ended(Ending),
    /// The interpreter is of no use: a clause.
    Lost(String),
}

/// How the interpreter says that a program has ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ending {
    Exit(i32),
    OutOfMemory,
    TooMuchOutput,
}

/// Hands on a report; without effect where the program was stopped and nobody listens any more.
pub(super) fn send(to: &UnboundedSender<Report>, report: Report) {
    drop(to.unbounded_send(report));
}

impl Report {
    /// A message of an interpreter's script.
    pub fn of(data: &JsValue) -> Self {
        if data.as_string().is_some_and(|word| word == "ready") {
            return Self::Ready;
        }
        // Of a message that is no object, or lacks a field, nothing matches below.
        let field = |name: &str| Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED);
        if let (Some(stream), Some(text)) = (field("stream").as_f64(), field("text").as_string()) {
            return Self::Wrote(if stream == 0.0 { Stream::Out } else { Stream::Error }, text);
        }
        match field("end").as_string().as_deref() {
            Some("exit") => Self::Ended(Ending::Exit(field("code").as_f64().map_or(1, |code| code as i32))),
            Some("memory") => Self::Ended(Ending::OutOfMemory),
            Some("output") => Self::Ended(Ending::TooMuchOutput),
            Some("failed") => Self::Lost(field("why").as_string().unwrap_or_default()),
            _ if field("started").is_truthy() => Self::Started,
            _ => Self::Lost("it sent a message that is not known".to_owned()),
        }
    }
}

/// The error where no interpreter could be started: nothing ran.
pub(super) fn not_started(error: JsFailure) -> RunError {
    RunError::Failed(format!("the interpreter could not be started: {error}"))
}
