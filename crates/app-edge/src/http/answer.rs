//! Responses with a JSON body or a stream of events.

use crate::failure::Failure;
use futures::TryStream;
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

/// A stream of server-sent events.
///
/// # Errors
/// If the platform refuses the response.
pub fn event_stream<S>(events: S) -> Result<Response, Failure>
where
    S: TryStream<Ok = Vec<u8>, Error = worker::Error> + 'static,
{
    let response = ResponseBuilder::new().from_stream(events)?;
    response.headers().set("content-type", "text/event-stream; charset=utf-8")?;
    // No proxy may buffer events.
    response.headers().set("cache-control", "no-cache, no-transform")?;
    Ok(response)
}
