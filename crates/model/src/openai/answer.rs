//! Reads the body of an answer: server-sent events, or one JSON document from servers that do not stream.

use super::assemble::Assembly;
use super::patience::{Patience, Silence};
use super::thinking::Divided;
use crate::sse::EventReader;
use crate::{ChatDelta, HttpError, HttpResponse};
use futures::stream::{LocalBoxStream, StreamExt};
use limits::model::{ANSWER_BYTES, ERROR_BYTES};
use serde_json::Value;

/// Why a response is incomplete or unusable.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// The connection broke, or ended before the response did.
    Broken(String),
    /// Nothing arrived within the time limit.
    Silent(Silence),
    /// The server reported an error in place of the answer, or in its middle.
    Reported(Value),
    /// The body is not a response of a Chat Completions server; with its beginning.
    NotAnAnswer(String),
    /// It exceeds a limit that another attempt would exceed too.
    Refused(String),
}

/// Reads a successful response. Text is handed to `on` as it arrives; everything that arrived is in `assembly`, after a
/// fault too.
pub async fn read(
    response: HttpResponse,
    patience: Patience<'_>,
    assembly: &mut Assembly,
    on: &mut dyn FnMut(ChatDelta),
) -> Result<(), Fault> {
    let mut body = Body::of(response, patience, ANSWER_BYTES);
    let mut start = Vec::new();
    while start.is_empty() {
        let piece = body.piece(false).await?.ok_or_else(|| Fault::Broken("the answer is empty".into()))?;
        start.extend_from_slice(piece.trim_ascii_start());
    }
    match start.first() {
        Some(b'{' | b'[' | b'<') => read_document(start, body, assembly, on).await?,
        _ => read_events(start, body, assembly, on).await?,
    }
    hand_on(assembly.end(), on);
    Ok(())
}

/// The beginning of an error response, as much as can be read: it only explains a refusal that is known already.
pub async fn beginning(response: HttpResponse, patience: Patience<'_>) -> String {
    let mut body = Body::of(response, patience, ERROR_BYTES);
    let mut bytes = Vec::new();
    while let Ok(Some(piece)) = body.piece(false).await {
        bytes.extend(piece);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The whole body as text, of at most so many bytes.
pub async fn text(response: HttpResponse, patience: Patience<'_>, most: usize) -> Result<String, Fault> {
    let mut body = Body::of(response, patience, most);
    let mut bytes = Vec::new();
    while let Some(piece) = body.piece(false).await? {
        bytes.extend(piece);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A body of bounded length and bounded silence.
struct Body<'a> {
    pieces: LocalBoxStream<'static, Result<Vec<u8>, HttpError>>,
    patience: Patience<'a>,
    most: usize,
    left: usize,
}

impl<'a> Body<'a> {
    fn of(response: HttpResponse, patience: Patience<'a>, most: usize) -> Self {
        Self { pieces: response.body, patience, most, left: most }
    }

    /// The next piece; `None` at the end. `within`: whether an answer has started.
    async fn piece(&mut self, within: bool) -> Result<Option<Vec<u8>>, Fault> {
        let next = self.patience.wait(within, self.pieces.next()).await.map_err(Fault::Silent)?;
        let Some(piece) = next.transpose().map_err(|error| Fault::Broken(error.to_string()))? else { return Ok(None) };
        let left = self.left.checked_sub(piece.len());
        self.left = left.ok_or_else(|| Fault::Broken(format!("it is longer than {} bytes", self.most)))?;
        Ok(Some(piece))
    }
}

async fn read_document(
    mut bytes: Vec<u8>,
    mut body: Body<'_>,
    assembly: &mut Assembly,
    on: &mut dyn FnMut(ChatDelta),
) -> Result<(), Fault> {
    while let Some(piece) = body.piece(true).await? {
        bytes.extend(piece);
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
    take(&document, assembly, on)
}

async fn read_events(
    start: Vec<u8>,
    mut body: Body<'_>,
    assembly: &mut Assembly,
    on: &mut dyn FnMut(ChatDelta),
) -> Result<(), Fault> {
    let mut events = EventReader::default();
    events.feed(&start);
    let mut ended = false;
    loop {
        // Once the answer is finished, what is lost is at most the token count.
        let event = match events.next_event() {
            Ok(event) => event,
            Err(_) if assembly.is_finished() => return Ok(()),
            Err(error) => return Err(Fault::Broken(error.to_string())),
        };
        match event {
            Some(data) => {
                if take_event(data.trim(), assembly, on)? {
                    return Ok(());
                }
            }
            None if ended => break,
            None => match body.piece(!assembly.is_empty()).await {
                Ok(Some(piece)) => events.feed(&piece),
                Ok(None) => {
                    ended = true;
                    events.end();
                }
                Err(_) if assembly.is_finished() => return Ok(()),
                Err(fault) => return Err(fault),
            },
        }
    }
    if assembly.is_finished() { Ok(()) } else { Err(Fault::Broken("the answer breaks off".into())) }
}

/// Takes one event in; true where it ends the answer.
fn take_event(data: &str, assembly: &mut Assembly, on: &mut dyn FnMut(ChatDelta)) -> Result<bool, Fault> {
    if data == "[DONE]" {
        return Ok(true);
    }
    if data.is_empty() {
        return Ok(false);
    }
    let chunk: Value = match serde_json::from_str(data) {
        Ok(chunk) => chunk,
        Err(_) if assembly.is_finished() => return Ok(true),
        Err(_) => return Err(Fault::Broken(format!("an event is not JSON: {}", cut(data, 120)))),
    };
    if let Some(error) = reported(&chunk) {
        return Err(Fault::Reported(error));
    }
    take(&chunk, assembly, on)?;
    Ok(false)
}

fn take(chunk: &Value, assembly: &mut Assembly, on: &mut dyn FnMut(ChatDelta)) -> Result<(), Fault> {
    let piece = assembly.take(chunk).map_err(|error| Fault::Refused(error.to_string()))?;
    hand_on(piece, on);
    Ok(())
}

fn hand_on(piece: Divided, on: &mut dyn FnMut(ChatDelta)) {
    if !piece.thought.is_empty() {
        on(ChatDelta::Reasoning(piece.thought));
    }
    if !piece.text.is_empty() {
        on(ChatDelta::Text(piece.text));
    }
}

/// The error that a document or event reports, if any. Some servers wrap it in a list.
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
