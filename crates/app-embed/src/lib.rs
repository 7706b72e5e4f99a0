//! The wasm module of the docs embed, loaded by `embed/src/parts/worker.js` in a dedicated web worker.
//!
//! It is the engine of [`js_engine`] and nothing else: every kilobyte here is downloaded at the first opening.

pub use js_engine::AskEngine;
