//! `GET /healthz`

use crate::desk::json_answer;
use crate::failure::Failure;
use serde_json::json;
use worker::Response;

/// The settings were read before this was called.
pub fn answer() -> Result<Response, Failure> {
    json_answer(
        200,
        &json!({ "ok": true, "version": env!("CARGO_PKG_VERSION"), "index_format": codebase::FORMAT_VERSION }),
    )
}
