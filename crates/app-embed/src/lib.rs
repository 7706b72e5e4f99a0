//! The engine of the docs embed, in a dedicated web worker of its own.
//!
//! A site serves the index that `quarry index` made as plain files; the engine fetches of it what a question touches
//! ([`index_source`]). The element's dialog sends requests as JSON text (`{"id", "type", ...}`, see [`request`]), and each is
//! answered under its id by any number of `event` and `progress` messages and one `done` or `failed`. Start at [`engine`].

mod ask;
mod engine;
mod failure;
mod index_source;
mod request;
mod search;

use engine::Engine;
use js_sys::Function;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// The engine over one index, as the worker's script holds it.
#[wasm_bindgen]
pub struct AskEngine(Rc<Engine>);

#[wasm_bindgen]
impl AskEngine {
    /// An engine over the index at this absolute address. Nothing is fetched yet. `post` is called with each message as JSON
    /// text.
    #[wasm_bindgen(constructor)]
    pub fn new(index: &str, post: Function) -> Self {
        let told = post.clone();
        std::panic::set_hook(Box::new(move |panic| {
            let text = serde_json::json!({ "type": "crashed", "message": panic_text(panic) }).to_string();
            let _ = told.call1(&JsValue::NULL, &JsValue::from_str(&text));
        }));
        Self(Rc::new(Engine::over(index, post)))
    }

    /// Takes a request as JSON text and answers it in its own time.
    pub fn hear(&self, request: &str) {
        self.0.hear(request);
    }
}

/// What a panic says, on one line.
fn panic_text(panic: &std::panic::PanicHookInfo) -> String {
    let place = panic.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
    format!("{}{place}", panic.payload_as_str().unwrap_or("a fault without words").replace('\n', " "))
}
