//! The streamable HTTP transport: a POST for each message, the answer as one JSON message or a stream of events.
//!
//! Streams are not taken up again where they broke off, and no stream is opened for what a server sends unasked.

use crate::error::words;
use crate::{Arriving, Outgoing, Transport, TransportError};
use futures::future::LocalBoxFuture;
use futures::stream::{self, LocalBoxStream, StreamExt};
use limits::mcp::{ERROR_BYTES, MESSAGE_BYTES};
use model::sse::EventReader;
use model::{HttpClient, HttpError, HttpRequest, HttpResponse, Secret};
use std::cell::RefCell;
use std::rc::Rc;

/// The header that names a session.
const SESSION: &str = "mcp-session-id";

/// [`Transport`] over HTTP. The token goes to the URL's origin only: [`HttpClient`] follows no redirect to another.
pub struct HttpTransport {
    http: Rc<dyn HttpClient>,
    url: String,
    token: Option<Secret>,
    session: RefCell<Option<String>>,
}

impl HttpTransport {
    /// To the server at this URL, with a bearer token if there is one.
    pub fn new(http: Rc<dyn HttpClient>, url: impl Into<String>, token: Option<Secret>) -> Self {
        Self { http, url: url.into(), token, session: RefCell::new(None) }
    }

    fn request(&self, method: &'static str, message: Option<&Outgoing>) -> HttpRequest {
        let mut headers = vec![
            ("content-type".to_owned(), "application/json".to_owned()),
            ("accept".to_owned(), "application/json, text/event-stream".to_owned()),
        ];
        let mut add = |name: &str, value: &str| headers.push((name.to_owned(), value.to_owned()));
        if let Some(token) = &self.token {
            add("authorization", &format!("Bearer {}", token.expose()));
        }
        if let Some(session) = &*self.session.borrow() {
            add(SESSION, session);
        }
        if let Some(version) = message.and_then(|message| message.version) {
            add("mcp-protocol-version", version.name());
            if version.is_stateless() {
                let message = message.expect("it has a version");
                message.method.iter().for_each(|method| add("mcp-method", method));
                message.name.iter().for_each(|name| add("mcp-name", &header_value(name)));
            }
        }
        let body = message.map_or_else(Vec::new, |message| message.text.clone().into_bytes());
        HttpRequest { method, url: self.url.clone(), headers, body }
    }

    async fn post(&self, message: &Outgoing) -> Result<Arriving<'static>, TransportError> {
        let had_session = self.session.borrow().is_some();
        let response = self.http.send(self.request("POST", Some(message))).await.map_err(unreachable)?;
        if let Some(session) = response.header(SESSION).filter(|session| is_session(session)) {
            *self.session.borrow_mut() = Some(session.to_owned());
        }
        match response.status {
            202 | 204 => Ok(stream::empty().boxed_local()),
            200..=299 => arriving(response, message.id.is_some()),
            404 if had_session => Err(TransportError::SessionGone),
            status => {
                let text = beginning(response.body, ERROR_BYTES).await;
                let text = self.token.as_ref().map_or(text.clone(), |token| token.redact(&text));
                // A stateless server says in a message why it refuses.
                match serde_json::from_str::<serde_json::Value>(&text) {
                    Ok(value) if value.get("jsonrpc").is_some() && value.get("id").is_some_and(|id| !id.is_null()) => {
                        Ok(stream::iter([Ok(text.into_bytes())]).boxed_local())
                    }
                    _ => Err(TransportError::Status { status, text: words(&text) }),
                }
            }
        }
    }
}

impl Transport for HttpTransport {
    fn send<'t>(&'t self, message: &'t Outgoing) -> LocalBoxFuture<'t, Result<Arriving<'t>, TransportError>> {
        Box::pin(async move { Ok(self.post(message).await?.boxed_local()) })
    }

    fn restart(&self) {
        *self.session.borrow_mut() = None;
    }

    fn close(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(async move {
            if self.session.borrow().is_none() {
                return;
            }
            let request = self.request("DELETE", None);
            *self.session.borrow_mut() = None;
            // A server may refuse this, and forgets the session by itself some time.
            drop(self.http.send(request).await);
        })
    }
}

/// A session is visible ASCII, which cannot add a header.
fn is_session(session: &str) -> bool {
    !session.is_empty() && session.len() <= 1_000 && session.bytes().all(|byte| byte.is_ascii_graphic())
}

/// A value that a header cannot hold is written in base64.
fn header_value(value: &str) -> String {
    if value.bytes().all(|byte| byte.is_ascii_graphic()) && !value.starts_with("=?") {
        return value.to_owned();
    }
    format!("=?base64?{}?=", base64(value.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = DIGITS[(group >> (18 - 6 * at) & 63) as usize] as char;
            out.push(if at <= chunk.len() { digit } else { '=' });
        }
    }
    out
}

fn unreachable(error: HttpError) -> TransportError {
    match error {
        HttpError::Broken(why) => TransportError::Ended(why),
        other => TransportError::Unreachable(other.to_string()),
    }
}

type Body = LocalBoxStream<'static, Result<Vec<u8>, HttpError>>;

fn arriving(response: HttpResponse, wanted: bool) -> Result<Arriving<'static>, TransportError> {
    let kind = response.header("content-type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "text/event-stream" => Ok(events(response.body)),
        "application/json" => Ok(stream::once(whole(response.body)).boxed_local()),
        _ if !wanted => Ok(stream::empty().boxed_local()),
        other => Err(TransportError::Malformed(format!("an answer of the type `{}` in place of JSON", words(other)))),
    }
}

async fn whole(mut body: Body) -> Result<Vec<u8>, TransportError> {
    let mut bytes = Vec::new();
    while let Some(piece) = body.next().await {
        bytes.extend(piece.map_err(unreachable)?);
        if bytes.len() > MESSAGE_BYTES {
            return Err(TransportError::too_long());
        }
    }
    Ok(bytes)
}

/// At most so many bytes of a body that broke off or not.
async fn beginning(mut body: Body, most: usize) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < most
        && let Some(Ok(piece)) = body.next().await
    {
        bytes.extend(piece);
    }
    bytes.truncate(most);
    String::from_utf8_lossy(&bytes).into_owned()
}

struct Events {
    body: Body,
    reader: EventReader,
    ended: bool,
}

impl Events {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        loop {
            match self.reader.next_event().map_err(|error| TransportError::Malformed(error.to_string()))? {
                // A stream may begin with an event that has only an id.
                Some(event) if event.trim().is_empty() => {}
                Some(event) => return Ok(Some(event.into_bytes())),
                None if self.ended => return Ok(None),
                None => match self.body.next().await {
                    Some(piece) => self.reader.feed(&piece.map_err(unreachable)?),
                    None => {
                        self.reader.end();
                        self.ended = true;
                    }
                },
            }
        }
    }
}

fn events(body: Body) -> Arriving<'static> {
    let events = Events { body, reader: EventReader::default(), ended: false };
    let next = |mut events: Events| async move { Ok(events.next().await?.map(|event| (event, events))) };
    stream::try_unfold(events, next).boxed_local()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_no_header_holds_are_encoded() {
        assert_eq!(header_value("read_file"), "read_file");
        assert_eq!(header_value("füße"), "=?base64?ZsO8w59l?=");
        assert_eq!((base64(b"a"), base64(b"ab"), base64(b"abc")), ("YQ==".into(), "YWI=".into(), "YWJj".into()));
        assert_eq!(header_value("a\r\nx: y"), "=?base64?YQ0KeDogeQ==?=");
    }

    #[test]
    fn a_session_adds_no_header() {
        assert!(is_session("a-1_2.3"));
        assert!(!is_session("") && !is_session("a b") && !is_session("a\r\nx: y"));
    }
}
