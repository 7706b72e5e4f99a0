//! Reads request bodies up to a limit.

use crate::failure::{Failure, FailureKind};
use futures::StreamExt;
use serde::de::DeserializeOwned;
use worker::Request;

/// How much is read and discarded beyond the limit, so that the client finishes sending and reads the response: a
/// client that is refused in the middle of a body often sees only a broken connection.
const READ_ON: usize = 16 << 20;

/// The whole body of a request.
///
/// # Errors
/// 413 if it has more than `most` bytes, 400 if it is incomplete.
pub async fn bytes(request: &mut Request, most: usize) -> Result<Vec<u8>, Failure> {
    // No body at all is an empty one.
    let Ok(mut pieces) = request.stream() else { return Ok(Vec::new()) };
    let (mut body, mut read) = (Vec::new(), 0);
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| Failure::new(FailureKind::BadRequest, "The body is incomplete."))?;
        read += piece.len();
        if read <= most {
            body.extend_from_slice(&piece);
        } else if read > most + READ_ON {
            break;
        } else {
            body = Vec::new();
        }
    }
    match read <= most {
        true => Ok(body),
        false => Err(Failure::too_large("body", most)),
    }
}

/// A body as JSON.
///
/// # Errors
/// 400 with what is wrong.
pub fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|error| Failure::bad(format!("The body is not what is expected: {error}.")))
}
