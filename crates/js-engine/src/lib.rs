//! The engine as scripts use it: that of the docs embed (`app-embed`) and of the npm package `@quarry/core` (`app-npm`).
//!
//! A site serves the index that `quarry index` made as plain files; the engine fetches of it what a question touches
//! ([`index_source`]), or is given a whole codebase. Scripts send requests as plain objects (`{id, type, ...}`, see [`request`]), and each is
//! answered under its id by any number of `event` and `progress` messages and one `done` or `failed`. Start at [`engine`].

mod ask;
pub mod engine;
pub mod failure;
mod index_source;
mod request;
mod search;

use engine::Engine;
use js_sys::Function;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// The engine over one repository, as scripts hold it.
#[wasm_bindgen]
pub struct AskEngine(Rc<Engine>);

#[wasm_bindgen]
impl AskEngine {
    /// An engine over the index at this absolute address. Nothing is fetched yet. `post` is called with each message.
    #[wasm_bindgen(constructor)]
    pub fn new(index: &str, post: Function) -> Self {
        report_panics(post.clone());
        Self::from(Engine::over_index(index, post))
    }

    /// Answers a request by messages to `post`; returns at once.
    pub fn handle(&self, request: JsValue) {
        self.0.handle(&request);
    }
}

impl From<Engine> for AskEngine {
    fn from(engine: Engine) -> Self {
        Self(Rc::new(engine))
    }
}

/// Sends panics to `post` as `crashed` messages: the engine answers nothing after one.
pub fn report_panics(post: Function) {
    std::panic::set_hook(Box::new(move |panic| {
        engine::post(&post, &request::Crashed::new(host_web::panic_text(panic)))
    }));
}
