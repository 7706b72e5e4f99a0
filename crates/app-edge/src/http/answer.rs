//! Responses with a JSON body.

use crate::failure::Failure;
use serde::Serialize;
use worker::{Response, ResponseBuilder};

/// A JSON document as an answer.
///
/// # Errors
/// When the platform takes no response.
pub fn json_answer(status: u16, document: &impl Serialize) -> Result<Response, Failure> {
    let response = ResponseBuilder::new().with_status(status).from_json(document)?;
    response.headers().set("cache-control", "no-store")?;
    Ok(response)
}
