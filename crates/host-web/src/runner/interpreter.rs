//! An interpreter: a worker that runs one program, of this worker or of the frame of Python.

use super::frame::Frame;
use super::report::{Report, send};
use crate::JsFailure;
use crate::started_worker::StartedWorker;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// An interpreter; stopped, with its program, when dropped.
pub(super) struct Interpreter {
    place: Place,
    pub reports: UnboundedReceiver<Report>,
}

enum Place {
    Worker(StartedWorker),
    Frame { frame: Rc<Frame>, id: u32 },
}

impl Interpreter {
    /// Starts a worker of the script at `url`.
    pub fn worker(url: &str) -> Result<Self, JsFailure> {
        let (sender, reports) = unbounded();
        let worker = StartedWorker::new(url, move |event| match event {
            Ok(data) => send(&sender, Report::of(data)),
            Err(why) => send(&sender, Report::Lost(why.message)),
        })?;
        Ok(Self { place: Place::Worker(worker), reports })
    }

    /// Starts a worker of the frame.
    pub fn framed(frame: &Rc<Frame>) -> Result<Self, JsFailure> {
        let (sender, reports) = unbounded();
        let id = frame.start(sender)?;
        Ok(Self { place: Place::Frame { frame: Rc::clone(frame), id }, reports })
    }

    /// Gives it the program.
    pub fn post(&self, message: &JsValue) -> Result<(), JsFailure> {
        match &self.place {
            Place::Worker(started) => Ok(started.worker.post_message(message)?),
            Place::Frame { frame, id } => frame.post(*id, message),
        }
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        if let Place::Frame { frame, id } = &self.place {
            frame.stop(*id);
        }
    }
}
