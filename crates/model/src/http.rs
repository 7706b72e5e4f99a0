//! The ports for HTTP and timers, which a host implements.

use futures::future::LocalBoxFuture;
use futures::stream::LocalBoxStream;

/// An HTTP request. `headers` may hold a key: never log a request.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// Absolute URL.
    pub url: String,
    /// Names and values, sent in this order.
    pub headers: Vec<(String, String)>,
    /// Empty for a request without a body.
    pub body: Vec<u8>,
}

/// An HTTP response; its body is streamed.
pub struct HttpResponse {
    /// HTTP status code.
    pub status: u16,
    /// Names, in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body in pieces, as they arrive.
    pub body: LocalBoxStream<'static, Result<Vec<u8>, HttpError>>,
}

impl HttpResponse {
    /// The value of the first header of this name, which is given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Why a request got no response, or its body is incomplete.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// The host has no network.
    #[error("there is no network connection")]
    Offline,
    /// No connection; in a browser the cause may be CORS.
    #[error("no answer from {origin}: {why}")]
    Unreachable {
        /// Scheme, host and port.
        origin: String,
        /// Error message of the host.
        why: String,
    },
    /// The connection broke; with the error message of the host.
    #[error("the connection broke: {0}")]
    Broken(String),
}

/// Sends requests. Retries nothing, caches nothing, follows redirects within the same origin only. Dropping the
/// future, or the body, aborts the request.
pub trait HttpClient {
    /// Sends a request and waits for the status and headers of the response.
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>>;
}

/// Timers of the host.
pub trait Timer {
    /// A future that is ready after this many milliseconds.
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()>;
}
