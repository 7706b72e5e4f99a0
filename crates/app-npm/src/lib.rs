//! The engine of the npm package `@quarry/core`.
//!
//! The package's script (`npm/src/index.js`) opens an index directory by [`AskEngine`], as the docs embed does, and
//! a repository given as files by [`index_files`]. Both answer the same requests (`js_engine::request`). It runs in the
//! thread that loads it: a page, a worker or Node. Language packs are run by the script, which gives `parse`.

mod import;

use import::Import;
use js_engine::engine::{Engine, to_js};
use js_engine::failure::Failure;
use js_engine::{AskEngine, report_panics};
use js_sys::Function;
use wasm_bindgen::prelude::*;

/// Indexes files and returns an engine over them.
///
/// `files` is `{ name, files: [path, Uint8Array][] }`; `languages` lists the ids of the languages that `parse` knows;
/// `parse(language, bytes)` resolves to the facts as an `ArrayBuffer`, or to null for a file that cannot be parsed;
/// `progress({ phase, done, total })` is called between steps; `post` is called with each message of the engine.
///
/// # Errors
/// A failure as a plain object: `{ kind, message, advice }`.
#[wasm_bindgen(js_name = indexFiles)]
pub async fn index_files(
    files: JsValue,
    languages: Vec<String>,
    parse: Function,
    progress: Function,
    post: Function,
) -> Result<AskEngine, JsValue> {
    report_panics(post.clone());
    let failed = |failure: Failure| to_js(&failure);
    let files = serde_wasm_bindgen::from_value(files)
        .map_err(|error| failed(Failure::bad_input(format!("The files cannot be read: {error}."))))?;
    let codebase = Import { languages, parse, progress }.run(files).await.map_err(failed)?;
    Ok(Engine::over_codebase(codebase, post).into())
}
