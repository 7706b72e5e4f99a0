//! Responses with a JSON body.

use crate::failure::Failure;
use serde::Serialize;
use worker::{Response, ResponseBuilder};

/// A response with a JSON body.
///
/// # Errors
/// If the platform refuses the response.
pub fn json_answer(status: u16, document: &impl Serialize) -> Result<Response, Failure> {
    let response = ResponseBuilder::new().with_status(status).from_json(document)?;
    response.headers().set("cache-control", "no-store")?;
    Ok(response)
}
