//! The engine's end of the channel to the page.

use js_sys::{Array, Object, Reflect, Uint8Array};
use protocol::{ArrivingRepository, Failure, MessageBody, Progress, Reply, TimedEvent, wire};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DedicatedWorkerGlobalScope;

/// Sends the messages that answer one command: `{id, type, message}`, where `message` is in the format of [`wire`] and
/// `type` is its kind in clear.
#[derive(Clone)]
pub struct Port {
    scope: DedicatedWorkerGlobalScope,
    request: u32,
}

impl Port {
    /// For the command with this id.
    pub fn new(request: u32) -> Self {
        Self { scope: scope(), request }
    }

    /// The id of the command.
    pub fn request(&self) -> u32 {
        self.request
    }

    /// Sends the progress of an import or of opening a repository.
    pub fn progress(&self, progress: Progress) {
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
