//! The engine's end of the channel to the page.

use host_web::PerformanceClock;
use js_sys::{Array, Object, Reflect, Uint8Array};
use protocol::{ArrivingRepository, Failure, ImportPhase, MessageBody, Progress, Reply, TimedEvent, wire};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DedicatedWorkerGlobalScope;

/// Sends the messages that answer one command: `{id, type, message}`, where `message` is in the format of [`wire`] and
/// `type` is its kind in clear.
#[derive(Clone)]
pub struct Port {
    scope: DedicatedWorkerGlobalScope,
    request: u32,
    clock: PerformanceClock,
    /// The phase that was last reported, and when.
    reported: Rc<Cell<Option<(ImportPhase, f64)>>>,
}

/// Milliseconds between two reports of one phase: the page draws each, and each takes time from the import.
const BETWEEN_REPORTS: f64 = 100.0;

impl Port {
    /// For the command with this id.
    pub fn new(request: u32) -> Self {
        Self { scope: scope(), request, clock: PerformanceClock::new(), reported: Rc::default() }
    }

    /// The id of the command.
    pub fn request(&self) -> u32 {
        self.request
    }

    /// Sends the progress of an import or of opening a repository, unless the same phase was reported just now. A phase that
    /// begins, one that is done and a wait are always sent.
    pub fn progress(&self, progress: Progress) {
        let now = self.clock.now_ms();
        let is_over = progress.total.is_some_and(|total| progress.done >= total);
        let is_fresh = |(phase, at)| phase == progress.phase && now - at < BETWEEN_REPORTS;
        if progress.wait_ms == 0 && !is_over && self.reported.get().is_some_and(is_fresh) {
            return;
        }
        self.reported.set(Some((progress.phase, now)));
        self.send(&MessageBody::Progress { progress });
    }

    /// Reports how much of what a run needs is loaded, in bytes.
    pub fn loading(&self, what: &str, done: u64, total: u64) {
        self.send(&MessageBody::Loading { what: what.to_owned(), done, total });
    }

    /// Reports what can be used of a repository that is being imported.
    pub fn arriving(&self, repository: ArrivingRepository) {
        self.send(&MessageBody::Arriving { repository });
    }

    /// Sends an event of a run.
    pub fn event(&self, event: TimedEvent) {
        self.send(&MessageBody::Event { event });
    }

    /// Reports a failure beside the command, which continues.
    pub fn notice(&self, failure: Failure) {
        self.send(&MessageBody::Notice { failure });
    }

    /// Sends the last message.
    pub fn finish(&self, result: Result<Reply, Failure>) {
        self.send(&match result {
            Ok(reply) => MessageBody::Done { reply },
            Err(failure) => MessageBody::Failed { failure },
        });
    }

    fn send(&self, body: &MessageBody) {
        let bytes = wire::encode_message(body).expect("a message is plain data");
        let buffer = Uint8Array::from(bytes.as_slice()).buffer();
        let envelope = Object::new();
        let fields: [(&str, JsValue); 3] =
            [("id", self.request.into()), ("type", body.kind().into()), ("message", buffer.clone().into())];
        for (name, value) in fields {
            Reflect::set(&envelope, &name.into(), &value).expect("a plain object takes every field");
        }
        let sent = self.scope.post_message_with_transfer(&envelope, &Array::of1(&buffer));
        sent.expect("a buffer of its own can be transferred");
    }
}

/// Reports to the page that the engine is ready.
pub fn ready() {
    scope().post_message(&JsValue::from_str("ready")).expect("text can be posted");
}

/// Has the page open the frame of Python, and send a port to it.
pub fn ask_for_frame() {
    scope().post_message(&JsValue::from_str("frame")).expect("text can be posted");
}

/// Reports a panic to the page, which then starts a new worker: the engine's state may be broken.
pub fn crashed(why: &str) {
    // Called by the panic hook, which must not panic.
    let _ = scope().post_message(&JsValue::from_str(&format!("crashed: {why}")));
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
