//! `GET /v1/openapi.json`

use crate::failure::Failure;
use crate::http::json_answer;
use crate::http::openapi;
use crate::request_context::RequestContext;
use worker::Response;

/// The document, with this deployment's address.
pub fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    json_answer(200, &openapi::document(&cx.origin))
}
