//! HTTP over the Worker's `fetch`.
//!
//! Redirects are followed by hand and within the origin only: a key must not travel to where a server points. A request
//! whose future or body is dropped is aborted.

use futures::future::LocalBoxFuture;
use futures::stream::{self, StreamExt};
use js_sys::Uint8Array;
use model::{HttpClient, HttpError, HttpRequest, HttpResponse};
use web_access::{Fetched, PageClient, PageUrl};
use worker::{AbortController, AbortSignal, Fetch, Headers, Method, Request, RequestInit, RequestRedirect, Response};

const MOST_REDIRECTS: u32 = 5;

/// The Worker's `fetch`.
#[derive(Debug, Clone, Copy, Default)]
pub struct FetchHttpClient;

impl HttpClient for FetchHttpClient {
    fn send(&self, mut request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        Box::pin(async move {
            for _ in 0..=MOST_REDIRECTS {
                let controller = AbortController::default();
                let signal = controller.signal();
                let abort = AbortOnDrop(Some(controller));
                let sent = once(&request, &signal).await;
                let response = sent.map_err(|error| request.unreachable(error.to_string()))?;
                // A header that cannot be read is none.
                let location = response.headers().get("location").ok().flatten();
                if !request.redirect(response.status_code(), location.as_deref())? {
                    return Ok(opened(response, abort));
                }
            }
            Err(request.unreachable("too many redirects"))
        })
    }
}

/// [`PageClient`] over the Worker's `fetch`, which resolves names itself and reaches the public Internet alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct FetchPageClient;

impl PageClient for FetchPageClient {
    fn get(&self, url: &PageUrl) -> LocalBoxFuture<'static, Result<Fetched, HttpError>> {
        let headers = vec![("accept".to_owned(), "text/html, text/plain, application/json;q=0.9".to_owned())];
        let request = HttpRequest { method: "GET", url: url.as_str().to_owned(), headers, body: Vec::new() };
        Box::pin(async move {
            let controller = AbortController::default();
            let signal = controller.signal();
            let abort = AbortOnDrop(Some(controller));
            let sent = once(&request, &signal).await;
            let response = sent.map_err(|error| request.unreachable(error.to_string()))?;
            Ok(Fetched { response: opened(response, abort), url: None })
        })
    }
}

async fn once(request: &HttpRequest, signal: &AbortSignal) -> worker::Result<Response> {
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
    request.send_with_signal(signal).await
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

/// Aborts the request when its future or body is dropped; does nothing once it is complete.
struct AbortOnDrop(Option<AbortController>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(controller) = self.0.take() {
            controller.abort();
        }
    }
}
