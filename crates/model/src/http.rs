//! HTTP and time, as a host provides them.

use futures::future::LocalBoxFuture;
use futures::stream::LocalBoxStream;

/// A request. `headers` may hold a key: never log a request.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET`, `POST`.
    pub method: &'static str,
    /// Absolute.
    pub url: String,
    /// In order.
    pub headers: Vec<(String, String)>,
    /// Empty for none.
    pub body: Vec<u8>,
}

/// A response whose body is still coming.
pub struct HttpResponse {
    /// Status code.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// Pieces as they come.
    pub body: LocalBoxStream<'static, Result<Vec<u8>, HttpError>>,
}

impl HttpResponse {
    /// The first header of this (lower-case) name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// A request that got no response, or a body that broke off.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// The host has no network.
    #[error("there is no network connection")]
    Offline,
    /// No connection, or in a browser: perhaps refused by CORS.
    #[error("no answer from {origin}: {why}")]
    Unreachable {
        /// Scheme, host and port.
        origin: String,
        /// The error of the host.
        why: String,
    },
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(String),
}

/// Sends requests. Retries nothing, caches nothing, follows redirects within the same origin only. Dropping the
/// future, or the body, aborts the request.
pub trait HttpClient {
    /// Sends.
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>>;
}

/// Waits.
pub trait Timer {
    /// Ready after this many milliseconds.
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()>;
}
