//! Who sent a request went away.
//!
//! A stream notices that its reader is gone only when it next writes, which for a silent run may take long. The
//! request's signal says it at once (compatibility flag `enable_request_signal`).

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use worker::Request;
use worker::web_sys::AbortSignal;

/// Listens for it, until dropped.
pub struct Hangup {
    signal: AbortSignal,
    heard: Closure<dyn FnMut()>,
}

impl Hangup {
    /// Calls `then` once if who sent the request goes away.
    pub fn of(request: &Request, then: impl FnOnce() + 'static) -> Self {
        let signal = request.inner().signal();
        let heard = Closure::once(then);
        // A signal that takes no listener is never heard: then the stream's next write tells.
        let _ = signal.add_event_listener_with_callback("abort", heard.as_ref().unchecked_ref());
        Self { signal, heard }
    }
}

impl Drop for Hangup {
    fn drop(&mut self) {
        let _ = self.signal.remove_event_listener_with_callback("abort", self.heard.as_ref().unchecked_ref());
    }
}
