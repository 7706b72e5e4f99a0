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

impl HttpRequest {
    /// Scheme, host and port of the URL.
    pub fn origin(&self) -> &str {
        origin_of(&self.url)
    }

    /// Turns this into the request that follows an answer; false where the answer is not a redirect.
    ///
    /// # Errors
    /// The answer redirects to another origin: a key must not travel to where a server points.
    pub fn redirect(&mut self, status: u16, location: Option<&str>) -> Result<bool, HttpError> {
        let (301..=303 | 307 | 308, Some(location)) = (status, location) else { return Ok(false) };
        let origin = self.origin();
        let is_path = location.starts_with('/') && !location.starts_with("//");
        let next = if is_path { format!("{origin}{location}") } else { location.to_owned() };
        if origin_of(&next) != origin {
            return Err(self.unreachable(format!("it redirects to another origin, {}", origin_of(&next))));
        }
        if status <= 303 && self.method == "POST" {
            self.method = "GET";
            self.body.clear();
        }
        self.url = next;
        Ok(true)
    }

    /// The error of a request that got no answer, with the host's reason.
    pub fn unreachable(&self, why: impl Into<String>) -> HttpError {
        HttpError::Unreachable { origin: self.origin().to_owned(), why: why.into() }
    }
}

/// Scheme, host and port of a URL.
pub(crate) fn origin_of(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    &url[..end]
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

#[cfg(test)]
mod tests {
    use super::*;

    fn redirected(status: u16, location: &str) -> Result<(bool, &'static str, String), HttpError> {
        let url = "https://a.example:8443/v1/chat?x=/".to_owned();
        let mut request = HttpRequest { method: "POST", url, headers: Vec::new(), body: b"asked".to_vec() };
        assert_eq!(request.origin(), "https://a.example:8443");
        let follows = request.redirect(status, Some(location))?;
        assert_eq!(request.body.is_empty(), request.method == "GET");
        Ok((follows, request.method, request.url))
    }

    #[test]
    fn redirects_are_followed_within_the_origin_only() {
        let v2 = || "https://a.example:8443/v2".to_owned();
        assert_eq!(redirected(302, "/v2"), Ok((true, "GET", v2())));
        assert_eq!(redirected(307, &v2()), Ok((true, "POST", v2())));
        assert!(matches!(redirected(200, "/v2"), Ok((false, "POST", _))));
        for other in
            ["//b.example/v1", "https://b.example/v1", "http://a.example:8443/v1", "https://a.example:8443.evil/"]
        {
            assert!(matches!(redirected(307, other), Err(HttpError::Unreachable { .. })), "{other}");
        }
    }
}
