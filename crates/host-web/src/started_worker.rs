//! A worker with its listeners.

use crate::JsFailure;
use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker with its listeners; stopped when dropped.
pub(crate) struct StartedWorker {
    pub worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl StartedWorker {
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

impl Drop for StartedWorker {
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
