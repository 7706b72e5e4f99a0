//! Time, from `performance.now()` and `Date.now()`.

use wasm_bindgen::JsCast;
use web_sys::{DedicatedWorkerGlobalScope, Performance};

/// Milliseconds since the worker began; never goes back.
#[derive(Debug, Clone)]
pub struct PerformanceClock(Option<Performance>);

impl PerformanceClock {
    /// The worker's clock.
    pub fn new() -> Self {
        let scope = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>().ok();
        Self(scope.and_then(|scope| scope.performance()))
    }

    /// Now.
    pub fn now_ms(&self) -> f64 {
        self.0.as_ref().map_or_else(js_sys::Date::now, Performance::now)
    }

    /// Milliseconds since 1970, for what is shown as a date.
    pub fn wall_ms() -> f64 {
        js_sys::Date::now()
    }
}

impl Default for PerformanceClock {
    fn default() -> Self {
        Self::new()
    }
}
