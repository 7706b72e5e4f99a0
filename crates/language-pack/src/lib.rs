//! One language of syntax as a wasm module with no imports.
