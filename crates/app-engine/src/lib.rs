//! The engine in a dedicated web worker: storage, Codebase, runs, model calls.
//!
//! The page posts `{id, request, attachments}`; [`engine::Engine`] answers with messages of the same id. One repository
//! is open at a time; any number of commands may be in progress, and each can be cancelled. Start at [`engine`], then
//! [`import`] for how a repository is imported and [`ask`] for how a question is answered.

mod arriving;
mod ask;
mod browse;
mod changes;
mod conversation_names;
mod engine;
mod export;
mod failure;
mod git_hosts;
mod git_to_keep;
mod highlighting;
mod history;
mod import;
mod memory;
mod models;
mod opened;
mod packs;
mod port;
mod repository_store;
mod run_files;
mod run_store;
mod runs;
mod settings_file;
mod tool_servers;
mod web_search;

use engine::Engine;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Starts the engine; called once by the worker's script.
#[wasm_bindgen(start)]
pub async fn start() -> Result<(), JsValue> {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        port::crashed(&host_web::panic_text(panic));
    }));
    let engine = Engine::open().await.map_err(|error| JsError::new(&error.to_string()))?;
    let engine = Rc::new(engine);
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| engine.receive(&event.data()));
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    // The worker listens until it is terminated.
    listen.forget();
    port::ready();
    Ok(())
}
