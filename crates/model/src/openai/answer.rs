//! Reads the body of an answer: server-sent events, or one JSON document from servers that do not stream.

use super::assemble::Assembly;
use crate::{ChatDelta, HttpError, HttpResponse};
use eventsource_stream::{EventStream, EventStreamError};
use futures::stream::{self, LocalBoxStream, StreamExt};
use serde_json::Value;

/// The most bytes read of one answer.
pub const MAX_BYTES: usize = 16 << 20;
/// The most bytes read of an error's body.
pub const MAX_ERROR_BYTES: usize = 64 << 10;

/// Why an answer is not whole.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// The connection broke, or ended without a word.
    Broken(String),
    /// The server reported an error in place of the answer, or in its middle.
    Reported(Value),
    /// What came is no answer of a Chat Completions server; its beginning.
    NotAnAnswer(String),
}

/// Reads a successful response. Text goes to `on` as it comes; what has come is in `assembly`, also after a fault.
pub async fn read(response: HttpResponse, assembly: &mut Assembly, on: &mut dyn FnMut(ChatDelta)) -> Result<(), Fault> {
    let mut body = bounded(response.body, MAX_BYTES);
    let mut start = Vec::new();
    while start.iter().all(u8::is_ascii_whitespace) {
        match body.next().await {
            Some(Ok(piece)) => start.extend(piece),
            Some(Err(error)) => return Err(Fault::Broken(error.to_string())),
            None => return Err(Fault::Broken("the answer is empty".into())),
        }
    }
    match start.trim_ascii_start().first() {
        Some(b'{' | b'[' | b'<') => read_document(start, body, assembly, on).await,
        _ => read_events(start, body, assembly, on).await,
    }
}

/// The text of a body, as far as it can be read and at most `max` bytes of it.
pub async fn text(response: HttpResponse, max: usize) -> String {
    let mut body = bounded(response.body, max);
    let mut bytes = Vec::new();
    while let Some(Ok(piece)) = body.next().await {
        bytes.extend(piece);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

type Body = LocalBoxStream<'static, Result<Vec<u8>, HttpError>>;

fn bounded(body: Body, max: usize) -> Body {
    let mut left = max;
    body.map(move |piece| {
        let piece = piece?;
        left = left
            .checked_sub(piece.len())
            .ok_or_else(|| HttpError::Broken(format!("the answer is longer than {max} bytes")))?;
        Ok(piece)
    })
    .boxed_local()
}

async fn read_document(
    mut bytes: Vec<u8>,
    mut body: Body,
    assembly: &mut Assembly,
    on: &mut dyn FnMut(ChatDelta),
) -> Result<(), Fault> {
    while let Some(piece) = body.next().await {
        bytes.extend(piece.map_err(|error| Fault::Broken(error.to_string()))?);
    }
    let text = String::from_utf8_lossy(&bytes);
    let document = match serde_json::from_str::<Value>(text.trim()) {
        Ok(document) => document,
        Err(error) if error.is_eof() => return Err(Fault::Broken("the answer breaks off".into())),
        Err(_) => return Err(Fault::NotAnAnswer(text.trim().chars().take(120).collect())),
    };
    if let Some(error) = reported(&document) {
        return Err(Fault::Reported(error));
    }
    if document.get("choices").is_none() {
        return Err(Fault::NotAnAnswer(text.trim().chars().take(120).collect()));
    }
    let piece = assembly.take(&document);
    if !piece.is_empty() {
        on(ChatDelta::Text(piece));
    }
    Ok(())
}

async fn read_events(
    start: Vec<u8>,
    body: Body,
    assembly: &mut Assembly,
    on: &mut dyn FnMut(ChatDelta),
) -> Result<(), Fault> {
    // A server that forgets the empty line after its last event still gets that event read.
    let bytes = stream::iter([Ok(start)]).chain(body).chain(stream::iter([Ok(b"\n\n".to_vec())]));
    let mut events = EventStream::new(bytes);
    while let Some(event) = events.next().await {
        let data = match event {
            Ok(event) => event.data,
            // All that matters is there; what is lost is at most the token count.
            Err(_) if assembly.is_finished() => return Ok(()),
            Err(EventStreamError::Transport(error)) => return Err(Fault::Broken(error.to_string())),
            Err(EventStreamError::Utf8(_)) => return Err(Fault::Broken("the answer is not UTF-8".into())),
            Err(EventStreamError::Parser(_)) => return Err(Fault::Broken("the event stream makes no sense".into())),
        };
        let data = data.trim();
        if data == "[DONE]" {
            return Ok(());
        }
        if data.is_empty() {
            continue;
        }
        let chunk: Value = match serde_json::from_str(data) {
            Ok(chunk) => chunk,
            Err(_) if assembly.is_finished() => return Ok(()),
            Err(_) => return Err(Fault::Broken(format!("an event is not JSON: {}", cut(data, 120)))),
        };
        if let Some(error) = reported(&chunk) {
            return Err(Fault::Reported(error));
        }
        let piece = assembly.take(&chunk);
        if !piece.is_empty() {
            on(ChatDelta::Text(piece));
        }
    }
    if assembly.is_finished() { Ok(()) } else { Err(Fault::Broken("the answer breaks off".into())) }
}

/// The error a document or event carries, if it does. Some servers wrap it in a list.
pub fn reported(document: &Value) -> Option<Value> {
    let document = document.as_array().and_then(|list| list.first()).unwrap_or(document);
    let error = document.get("error").filter(|error| !error.is_null());
    let is_error = document.get("object").and_then(Value::as_str) == Some("error");
    error.cloned().or_else(|| is_error.then(|| document.clone()))
}

/// The first `max` characters.
pub fn cut(text: &str, max: usize) -> String {
    let mut cut: String = text.chars().take(max).collect();
    if cut.len() < text.len() {
        cut.push_str("...");
    }
    cut
}
