//! Waiting, by `setTimeout`; in workers as well as in pages.

use crate::port::Sleep;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use js_sys::{Function, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Waits by the browser's `setTimeout`, at most the 24.8 days that it can. Where there is no `setTimeout` it does not wait.
#[derive(Debug, Clone, Copy, Default)]
pub struct TimeoutSleep;

impl TimeoutSleep {
    /// Ready after this many milliseconds. The timeout is set when the future is first polled, and cleared when it is
    /// dropped.
    pub async fn wait(ms: f64) {
        let (done, waits) = oneshot::channel::<()>();
        // Without a timer there is nothing to wait for: continuing at once is better than hanging.
        let Some(_timeout) = Timeout::set(ms, done) else { return };
        // An error says that the callback is gone, and it is held until here.
        waits.await.expect("the timeout fires before its callback is dropped");
    }
}

impl Sleep for TimeoutSleep {
    fn sleep(&self, ms: f64) -> LocalBoxFuture<'_, ()> {
        Box::pin(Self::wait(ms))
    }
}

/// A pending timeout; cleared when dropped.
struct Timeout {
    id: JsValue,
    _callback: Closure<dyn FnMut()>,
}

impl Timeout {
    fn set(ms: f64, done: oneshot::Sender<()>) -> Option<Self> {
        let callback = Closure::once(move || {
            // The receiver is gone where the sleep was dropped.
            let _ = done.send(());
        });
        // `setTimeout` takes a signed 32-bit number of milliseconds; a larger one would make it fire at once.
        let ms = JsValue::from_f64(ms.min(f64::from(i32::MAX)));
        let id = global("setTimeout")?.call2(&js_sys::global(), callback.as_ref(), &ms).ok()?;
        Some(Self { id, _callback: callback })
    }
}

impl Drop for Timeout {
    fn drop(&mut self) {
        let clear = global("clearTimeout").expect("where there is setTimeout there is clearTimeout");
        clear.call1(&js_sys::global(), &self.id).expect("clearing a timeout does not throw");
    }
}

fn global(name: &str) -> Option<Function> {
    Reflect::get(&js_sys::global(), &JsValue::from_str(name)).ok()?.dyn_into().ok()
}
