//! What Node calls.

use crate::{Host, measure};
use state_graph::CheckpointStore;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the process began, with fractions.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

struct Node;

impl Host for Node {
    fn engine(&self) -> &'static str {
        "Quarry in wasm"
    }

    fn now_ms(&self) -> f64 {
        now()
    }

    fn file_store(&self, _: bool) -> Option<Rc<dyn CheckpointStore>> {
        None
    }
}

/// The answer to a request, as JSON.
///
/// # Errors
/// Says what is wrong with the request, or why a run failed.
#[wasm_bindgen]
pub fn answer(request: &str) -> Result<String, String> {
    measure(&Node, request).map(|answer| answer.to_string())
}
