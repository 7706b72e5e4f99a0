//! The client of the engine worker: sends requests, receives messages, and handles a worker that fails.
//!
//! A command is sent as `{id, request, attachments}`, a message received as `{id, type, message}`: `request` and `message`
//! are bytes of [`protocol::wire`]; many attachments are sent ahead of their command, in messages without `request`. The
//! worker posts `"ready"` once it listens; requests are queued until then. It posts `"frame"` when it first wants Python's
//! frame, and gets a port to it as `{frame}`. A worker that fails, or posts `"crashed: why"`,
//! ends every open request with a failure, so that nothing on the page waits for ever.

mod envelope;
mod exchange;
mod starting;

use crate::strings;
pub use exchange::Exchange;
pub use starting::build;

use crate::shims;
use envelope::Envelope;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use js_sys::{Array, ArrayBuffer, Reflect, Uint8Array};
use leptos::prelude::*;
use protocol::wire::{self, WireError};
use protocol::{Command, Failure, FailureKind, MessageBody, Reply};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

/// How long it may take to stop a request, in milliseconds.
const STOP_LIMIT_MS: u32 = 10_000;

/// Most attachments in one message.
const PART: u32 = 100;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum EngineStatus {
    #[default]
    Starting,
    /// Loading for so long that the person should know.
    Slow,
    Ready,
    NotLoaded(String),
    /// Gone, and why.
    Crashed(String),
}

impl EngineStatus {
    fn is_loading(&self) -> bool {
        matches!(self, Self::Starting | Self::Slow)
    }
}

/// The engine worker's client; without a worker until [`start`](Self::start).
#[derive(Clone, Copy, Default)]
pub struct EngineClient {
    inner: StoredValue<Inner, LocalStorage>,
    pub status: RwSignal<EngineStatus>,
}

#[derive(Default)]
struct Inner {
    worker: Option<Worker>,
    started: u32,
    next_id: u32,
    open: BTreeMap<u32, UnboundedSender<MessageBody>>,
    waiting: Vec<Envelope>,
}

impl EngineClient {
    /// Starts the worker; one that runs is terminated.
    pub fn start(self) {
        self.drop_worker(strings::engine_restarted());
        self.status.set(EngineStatus::Starting);
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        match Worker::new_with_options(&starting::url(), &options) {
            Ok(worker) => self.listen(worker),
            Err(error) => self.crash(&shims::error_text(&error)),
        }
    }

    pub async fn call(self, command: Command) -> Result<Reply, Failure> {
        self.send(command).result().await
    }

    pub fn send(self, command: Command) -> Exchange {
        self.send_with(&command, &Array::new())
    }

    /// Sends a command with files or handles beside it.
    pub fn send_with(self, command: &Command, attachments: &Array) -> Exchange {
        let (sender, messages) = unbounded();
        let id = self.inner.try_update_value(|inner| {
            inner.next_id += 1;
            inner.open.insert(inner.next_id, sender);
            inner.next_id
        });
        let id = id.expect("the engine lives as long as the page");
        match wire::encode_command(command) {
            Ok(bytes) if attachments.length() <= PART => self.post(&Envelope::new(id, &bytes, attachments)),
            Ok(bytes) => self.post_in_parts(id, bytes, attachments.clone()),
            Err(error) => self.deliver(id, not_understood(error)),
        }
        Exchange::new(id, messages)
    }

    /// Sends many attachments ahead of their command, and yields to events in between: a thousand files in one message
    /// would block the page for a tenth of a second or more.
    fn post_in_parts(self, id: u32, bytes: Vec<u8>, attachments: Array) {
        spawn_local(async move {
            let count = attachments.length();
            let last = (count - 1) / PART * PART;
            for from in (0..last).step_by(PART as usize) {
                self.post(&Envelope::part(id, &attachments.slice(from, from + PART)));
                shims::yield_to_events().await;
            }
            self.post(&Envelope::new(id, &bytes, &attachments.slice(last, count)));
        });
    }

    fn post(self, envelope: &Envelope) {
        let status = self.status.get_untracked();
        let sent = self.inner.try_update_value(|inner| match (&status, &inner.worker) {
            (EngineStatus::Ready, Some(worker)) => {
                worker.post_message_with_transfer(&envelope.value, &envelope.transferred)
            }
            (EngineStatus::Crashed(_) | EngineStatus::NotLoaded(_), _) => {
                Err(JsValue::from_str(strings::engine_not_running()))
            }
            _ => {
                inner.waiting.push(envelope.clone());
                Ok(())
            }
        });
        if let Some(Err(error)) = sent {
            let failure = gone(&shims::error_text(&error));
            self.deliver(envelope.id, MessageBody::Failed { failure });
        }
    }

    fn listen(self, worker: Worker) {
        // As values of JavaScript the listeners live as long as the worker that holds them.
        let on_message =
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| self.receive(&event.data()));
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default();
            self.crash(&starting::error_words(&event));
        });
        let on_error = on_error.into_js_value();
        worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        worker.set_onerror(Some(on_error.unchecked_ref()));
        worker.set_onmessageerror(Some(on_error.unchecked_ref()));
        let started = self.inner.try_update_value(|inner| {
            inner.worker = Some(worker);
            inner.started += 1;
            inner.started
        });
        spawn_local(async move {
            let is_still_loading = || {
                let is_same = self.inner.try_with_value(|inner| Some(inner.started) == started) == Some(true);
                is_same && self.status.with_untracked(EngineStatus::is_loading)
            };
            shims::sleep(starting::SLOW_MS).await;
            if is_still_loading() {
                self.status.set(EngineStatus::Slow);
            }
            shims::sleep(starting::LIMIT_MS - starting::SLOW_MS).await;
            if is_still_loading() {
                self.crash(strings::engine_too_late());
            }
        });
    }

    fn receive(self, data: &JsValue) {
        if let Some(word) = data.as_string() {
            return match word.strip_prefix("crashed") {
                Some(why) => self.crash(why.trim_start_matches([':', ' '])),
                None if word == "frame" => self.open_frame(),
                None => self.ready(),
            };
        }
        // Of a message that is no object, or lacks a field, decoding fails below.
        let field = |name: &str| Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the page's own small ids")]
        let id = field("id").as_f64().map_or(0, |id| id as u32);
        let bytes = field("message").dyn_into::<ArrayBuffer>().map(|buffer| Uint8Array::new(&buffer).to_vec());
        let body = bytes.map_err(|_| WireError::Damaged).and_then(|bytes| wire::decode_message(&bytes));
        self.deliver(id, body.unwrap_or_else(not_understood));
    }

    /// Gives the worker the frame of Python, which it cannot open itself.
    fn open_frame(self) {
        self.inner.with_value(|inner| {
            if let Some(worker) = &inner.worker {
                shims::open_frame(worker, &starting::frame_url());
            }
        });
    }

    fn ready(self) {
        self.status.set(EngineStatus::Ready);
        let waiting = self.inner.try_update_value(|inner| std::mem::take(&mut inner.waiting));
        for envelope in waiting.into_iter().flatten() {
            self.post(&envelope);
        }
    }

    fn deliver(self, id: u32, body: MessageBody) {
        let is_last = matches!(body, MessageBody::Done { .. } | MessageBody::Failed { .. });
        self.inner.update_value(|inner| {
            if let Some(sender) = inner.open.get(&id) {
                // Fails where the receiver is gone: nobody waits for this request any more.
                drop(sender.unbounded_send(body));
            }
            if is_last {
                inner.open.remove(&id);
            }
        });
    }

    /// Waits for a request that was asked to stop; an engine that does not stop it in time counts as crashed.
    pub async fn watch_stop(self, request: u32) {
        shims::sleep(STOP_LIMIT_MS).await;
        if self.inner.try_with_value(|inner| inner.open.contains_key(&request)) == Some(true) {
            self.crash(strings::engine_did_not_stop());
        }
    }

    fn crash(self, why: &str) {
        let why = why.to_owned();
        let is_loading = self.status.with_untracked(EngineStatus::is_loading);
        self.status.set(if is_loading { EngineStatus::NotLoaded(why) } else { EngineStatus::Crashed(why) });
        self.drop_worker(strings::engine_stopped());
    }

    fn drop_worker(self, why: &str) {
        let open = self.inner.try_update_value(|inner| {
            if let Some(worker) = inner.worker.take() {
                worker.set_onmessage(None);
                worker.set_onerror(None);
                worker.set_onmessageerror(None);
                worker.terminate();
            }
            inner.waiting.clear();
            std::mem::take(&mut inner.open)
        });
        for sender in open.into_iter().flat_map(BTreeMap::into_values) {
            // As in `deliver`.
            drop(sender.unbounded_send(MessageBody::Failed { failure: gone(why) }));
        }
    }
}

fn gone(why: &str) -> Failure {
    let advice = Some(strings::engine_gone_advice().to_owned());
    Failure { kind: FailureKind::Internal, message: why.to_owned(), advice }
}

fn not_understood(error: WireError) -> MessageBody {
    let message = strings::engine_not_understood(error);
    let advice = Some(strings::engine_not_understood_advice().to_owned());
    MessageBody::Failed { failure: Failure { kind: FailureKind::Internal, message, advice } }
}
