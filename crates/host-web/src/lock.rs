//! Web Locks: one tab at a time writes to a repository.

use crate::JsFailure;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/js/lock.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = tryLock)]
    async fn request(name: &str) -> Result<JsValue, JsValue>;
}

/// Held until dropped; the browser also releases it when the tab dies.
#[derive(Debug)]
pub struct LockGuard(js_sys::Function);

impl Drop for LockGuard {
    fn drop(&mut self) {
        // Resolves the promise that the browser waits for, which releases the lock; it cannot throw.
        self.0.call0(&JsValue::UNDEFINED).expect("resolving a promise does not throw");
    }
}

/// Takes the lock if it is free; `None` where another tab has it. Where the browser has no Web Locks the lock is
/// granted.
pub async fn try_lock(name: &str) -> Result<Option<LockGuard>, JsFailure> {
    Ok(request(name).await?.dyn_into::<js_sys::Function>().ok().map(LockGuard))
}
