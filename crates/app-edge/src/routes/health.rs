//! `GET /healthz`

use crate::failure::Failure;
use crate::http::json_answer;
use serde_json::json;
use worker::Response;

/// Reports that the Worker is up. Its settings were read without an error before this is called.
pub fn answer() -> Result<Response, Failure> {
    let (version, format) = (env!("CARGO_PKG_VERSION"), codebase::FORMAT_VERSION);
    json_answer(200, &json!({ "ok": true, "version": version, "index_format": format, "memory_bytes": memory() }))
}

/// Bytes of memory that the wasm of this isolate has allocated, which never shrinks.
#[cfg(target_arch = "wasm32")]
fn memory() -> u64 {
    (core::arch::wasm32::memory_size::<0>() as u64) << 16
}

#[cfg(not(target_arch = "wasm32"))]
fn memory() -> u64 {
    0
}
