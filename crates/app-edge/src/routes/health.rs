//! `GET /healthz`

use crate::failure::Failure;
use crate::http::json_answer;
use serde_json::json;
use worker::Response;

/// The settings were read before this was called.
pub fn answer() -> Result<Response, Failure> {
    let (version, format) = (env!("CARGO_PKG_VERSION"), codebase::FORMAT_VERSION);
    json_answer(200, &json!({ "ok": true, "version": version, "index_format": format, "memory_bytes": memory() }))
}

/// What the wasm of this isolate has taken so far; it gives nothing back.
#[cfg(target_arch = "wasm32")]
fn memory() -> u64 {
    (core::arch::wasm32::memory_size::<0>() as u64) << 16
}

#[cfg(not(target_arch = "wasm32"))]
fn memory() -> u64 {
    0
}
