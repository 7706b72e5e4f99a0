//! Bodies, read up to a limit.

use crate::failure::{Failure, FailureKind};
use futures::StreamExt;
use serde::de::DeserializeOwned;
use worker::Request;

/// A request's whole body.
///
/// # Errors
/// 413 as soon as it is clear that there is more than `most` bytes.
pub async fn bytes(request: &mut Request, most: usize) -> Result<Vec<u8>, Failure> {
    let announced = request.headers().get("content-length").ok().flatten();
    if announced.and_then(|length| length.parse::<usize>().ok()).is_some_and(|length| length > most) {
        return Err(Failure::too_large("body", most));
    }
    // No body at all is an empty one.
    let Ok(mut pieces) = request.stream() else { return Ok(Vec::new()) };
    let mut body = Vec::new();
    while let Some(piece) = pieces.next().await {
        let broken = |_| Failure::new(FailureKind::BadRequest, "The body broke off.");
        body.extend_from_slice(&piece.map_err(broken)?);
        if body.len() > most {
            return Err(Failure::too_large("body", most));
        }
    }
    Ok(body)
}

/// A body as JSON.
///
/// # Errors
/// 400 with what is wrong.
pub fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|error| Failure::bad(format!("The body is not what is expected: {error}.")))
}
