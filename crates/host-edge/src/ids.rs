//! Names that nobody can guess.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = randomUUID)]
    fn random_uuid() -> String;
}

/// 32 hex digits, 122 bits of them random, from the platform's generator for secrets.
pub fn random_id() -> String {
    random_uuid().replace('-', "")
}
