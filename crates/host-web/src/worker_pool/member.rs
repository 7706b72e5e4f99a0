//! One place in the pool: the worker that is there now, and the jobs it has.

use super::{Answer, Attempt};
use crate::JsFailure;
use js_sys::Reflect;
use std::collections::VecDeque;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker with its listeners; stopped when dropped.
pub(super) struct Started {
    pub worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl Started {
    /// Starts a worker. `on_event` gets its messages, and the reason where it fails.
    pub fn new(url: &str, on_event: impl Fn(Result<&JsValue, JsFailure>) + Clone + 'static) -> Result<Self, JsFailure> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(url, &options)?;
        let on_data = on_event.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| on_data(Ok(&event.data())));
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default();
            on_event(Err(failure_of(&event)));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

/// The failure in an error event. A script that threw gives an `ErrorEvent` with a message; one that could not be loaded gives
/// a plain `Event` without, and a message that cannot be read gives a `MessageEvent`.
fn failure_of(event: &Event) -> JsFailure {
    let message = Reflect::get(event, &"message".into()).ok().and_then(|message| message.as_string());
    let message = message.filter(|message| !message.is_empty()).unwrap_or_else(|| match event.type_().as_str() {
        "messageerror" => "a message of the worker could not be read".to_owned(),
        _ => "the worker's script could not be loaded".to_owned(),
    });
    JsFailure { name: "WorkerError".to_owned(), message }
}

#[derive(Default)]
pub(super) struct Member {
    /// `None` while it is about to be replaced, and where the place is given up.
    pub started: Option<Started>,
    /// Set where the place is given up.
    pub given_up: Option<JsFailure>,
    /// True once the script has loaded.
    pub is_ready: bool,
    /// Counts the workers of this place.
    pub turn: u32,
    /// Workers in succession that failed before they were ready.
    pub failed_starts: u32,
    /// In the order in which the worker does them.
    pub pending: VecDeque<(u32, Answer)>,
    /// Ticks since the worker came to the first of them, or was started.
    pub ticks: u32,
}

impl Member {
    /// Takes the job of this id off the list.
    pub fn take(&mut self, id: u32) -> Option<Answer> {
        let at = self.pending.iter().position(|(known, _)| *known == id)?;
        if at == 0 {
            self.ticks = 0;
        }
        self.pending.remove(at).map(|(_, answer)| answer)
    }

    /// Stops the worker. The job that it was doing gets `first`, the others are displaced.
    pub fn stop(&mut self, first: Attempt) -> Vec<(Answer, Attempt)> {
        self.started = None;
        self.is_ready = false;
        self.ticks = 0;
        let mut first = Some(first);
        let pending = std::mem::take(&mut self.pending).into_iter();
        pending.map(|(_, answer)| (answer, first.take().unwrap_or(Attempt::Displaced))).collect()
    }
}
