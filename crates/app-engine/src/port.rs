//! The worker's end of the channel to the page.

use protocol::{EngineMessage, Failure, MessageBody, Progress, Reply, TimedEvent};
use serde::Serialize;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use web_sys::DedicatedWorkerGlobalScope;

/// Sends messages about one request.
#[derive(Clone)]
pub struct Port {
    scope: DedicatedWorkerGlobalScope,
    request: u32,
}

impl Port {
    /// A port for a request.
    pub fn new(request: u32) -> Self {
        Self { scope: js_sys::global().unchecked_into(), request }
    }

    /// How far an import is.
    pub fn progress(&self, progress: Progress) {
        self.send(MessageBody::Progress { progress });
    }

    /// What a run says.
    pub fn event(&self, event: TimedEvent) {
        self.send(MessageBody::Event { event });
    }

    /// The last message.
    pub fn finish(&self, result: Result<Reply, Failure>) {
        self.send(match result {
            Ok(reply) => MessageBody::Done { reply },
            Err(failure) => MessageBody::Failed { failure },
        });
    }

    fn send(&self, body: MessageBody) {
        let message = EngineMessage { id: self.request, body };
        let serializer = serde_wasm_bindgen::Serializer::json_compatible();
        // Plain data: it serialises, and what serialises can be cloned to the page.
        if let Ok(value) = message.serialize(&serializer) {
            let _ = self.scope.post_message(&value);
        }
    }
}

/// Tells the page that the engine listens.
pub fn ready() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let _ = scope.post_message(&JsValue::from_str("ready"));
}
