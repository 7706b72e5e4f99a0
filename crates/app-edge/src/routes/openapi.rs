//! `GET /v1/openapi.json`

use crate::desk::{Desk, json_answer};
use crate::failure::Failure;
use crate::http::openapi;
use worker::Response;

/// The document, with this deployment's address.
pub fn answer(desk: &Desk) -> Result<Response, Failure> {
    json_answer(200, &openapi::document(&desk.origin))
}
