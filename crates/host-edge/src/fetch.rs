//! HTTP over the Worker's `fetch`.
//!
//! Redirects are followed by hand and within the origin only: a key must not travel to where a server points. A request
//! whose future or body is dropped is aborted.

use futures::future::LocalBoxFuture;
use futures::stream::{self, StreamExt};
use js_sys::Uint8Array;
use model::{HttpClient, HttpError, HttpRequest, HttpResponse};
use worker::{AbortController, Fetch, Headers, Method, Request, RequestInit, RequestRedirect, Response};

const MOST_REDIRECTS: u32 = 5;

/// The Worker's `fetch`.
#[derive(Debug, Clone, Copy, Default)]
pub struct FetchHttpClient;

impl HttpClient for FetchHttpClient {
    fn send(&self, mut request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        Box::pin(async move {
            let origin = origin_of(&request.url).to_owned();
            let unreachable = |why: String| HttpError::Unreachable { origin: origin.clone(), why };
            for _ in 0..=MOST_REDIRECTS {
                let abort = AbortOnDrop(Some(AbortController::default()));
                let response = once(&request, &abort).await.map_err(|error| unreachable(error.to_string()))?;
                let status = response.status_code();
                let location = response.headers().get("location").ok().flatten();
                let (301..=303 | 307 | 308, Some(location)) = (status, location) else {
                    return Ok(opened(response, abort));
                };
                let next = resolved(&origin, location);
                if origin_of(&next) != origin {
                    return Err(unreachable(format!("it redirects to another origin, {}", origin_of(&next))));
                }
                if status <= 303 && request.method == "POST" {
                    request.method = "GET";
                    request.body.clear();
                }
                request.url = next;
            }
            Err(unreachable("too many redirects".to_owned()))
        })
    }
}

async fn once(request: &HttpRequest, abort: &AbortOnDrop) -> worker::Result<Response> {
    let headers = Headers::new();
    for (name, value) in &request.headers {
        headers.append(name, value)?;
    }
    let mut init = RequestInit::new();
    init.with_method(Method::from(request.method.to_owned()))
        .with_headers(headers)
        .with_redirect(RequestRedirect::Manual)
        .with_body((!request.body.is_empty()).then(|| Uint8Array::from(&request.body[..]).into()));
    let request = Fetch::Request(Request::new_with_init(&request.url, &init)?);
    match &abort.0 {
        Some(controller) => request.send_with_signal(&controller.signal()).await,
        None => request.send().await,
    }
}

fn opened(mut response: Response, abort: AbortOnDrop) -> HttpResponse {
    let headers = response.headers().entries().map(|(name, value)| (name.to_lowercase(), value)).collect();
    let status = response.status_code();
    let body = match response.stream() {
        // There is no body.
        Err(_) => stream::empty().boxed_local(),
        Ok(pieces) => pieces
            .map(move |piece| {
                let _aborts_with_the_stream = &abort;
                piece.map_err(|error| HttpError::Broken(error.to_string()))
            })
            .boxed_local(),
    };
    HttpResponse { status, headers, body }
}

/// Ends the request when nobody waits for it any more; does nothing once it is over.
struct AbortOnDrop(Option<AbortController>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(controller) = self.0.take() {
            controller.abort();
        }
    }
}

fn resolved(origin: &str, location: String) -> String {
    match location.starts_with('/') && !location.starts_with("//") {
        true => format!("{origin}{location}"),
        false => location,
    }
}

/// Scheme, host and port.
fn origin_of(url: &str) -> &str {
    let after_scheme = url.find("://").map_or(0, |at| at + 3);
    let end = url[after_scheme..].find(['/', '?', '#']).map_or(url.len(), |at| after_scheme + at);
    &url[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_is_classified_by_its_origin() {
        let origin = origin_of("https://a.example:8443/v1/chat?x=/");
        assert_eq!(origin, "https://a.example:8443");
        assert_eq!(resolved(origin, "/v2".to_owned()), "https://a.example:8443/v2");
        for elsewhere in
            ["//b.example/v1", "https://b.example/v1", "http://a.example:8443/v1", "https://a.example:8443.evil/"]
        {
            assert_ne!(origin_of(&resolved(origin, elsewhere.to_owned())), origin, "{elsewhere}");
        }
    }
}
