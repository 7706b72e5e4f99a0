//! Yields to the event loop in the middle of long work.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/js/turn.js")]
extern "C" {
    async fn turn() -> JsValue;
}

/// Ready after the messages that wait now have been handled.
pub async fn yield_now() {
    turn().await;
}
