//! HTTP over `fetch`.
//!
//! No cookies, no referrer, no cache, and no redirects: a page cannot see where a redirect leads before a key has
//! been sent there. Each request has an `AbortController` that is aborted when its future or its body is dropped.

use crate::JsFailure;
use futures::future::LocalBoxFuture;
use futures::stream::StreamExt;
use gloo_net::http::{Method, RequestBuilder, Response};
use js_sys::{Reflect, Uint8Array};
use model::{HttpClient, HttpError, HttpRequest, HttpResponse};
use wasm_bindgen::{JsCast, JsValue};
use wasm_streams::ReadableStream;
use web_sys::{AbortController, ReferrerPolicy, RequestCache, RequestCredentials, RequestRedirect};

/// The browser's `fetch`.
#[derive(Debug, Clone, Copy, Default)]
pub struct FetchHttpClient;

impl HttpClient for FetchHttpClient {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        Box::pin(async move {
            let unreachable = |why: String| request.unreachable(why);
            if is_offline() && !is_loopback(request.origin()) {
                return Err(HttpError::Offline);
            }
            let abort = AbortOnDrop(AbortController::new().map_err(|e| unreachable(JsFailure::from(e).to_string()))?);
            let signal = abort.0.signal();
            let method: Method = request.method.parse().map_err(|_| unreachable("no such method".into()))?;
            let mut builder = RequestBuilder::new(&request.url)
                .method(method)
                .abort_signal(Some(&signal))
                .cache(RequestCache::NoStore)
                .credentials(RequestCredentials::Omit)
                .redirect(RequestRedirect::Error)
                .referrer_policy(ReferrerPolicy::NoReferrer);
            for (name, value) in &request.headers {
                builder = builder.header(name, value);
            }
            let built = if request.body.is_empty() {
                builder.build()
            } else {
                builder.body(Uint8Array::from(&request.body[..]))
            };
            // The browser's message is all there is: it hides from a page why a request failed.
            let sent = built.map_err(|error| unreachable(error.to_string()))?.send().await;
            let response = sent.map_err(|error| unreachable(error.to_string()))?;
            Ok(opened(response, abort))
        })
    }
}

pub(crate) fn opened(response: Response, abort: AbortOnDrop) -> HttpResponse {
    let headers = response.headers().entries().map(|(name, value)| (name.to_lowercase(), value)).collect();
    let body = match response.body() {
        None => futures::stream::empty().boxed_local(),
        Some(body) => ReadableStream::from_raw(body)
            .into_stream()
            .map(move |piece| {
                let _aborts_with_the_stream = &abort;
                bytes_of(piece)
            })
            .boxed_local(),
    };
    HttpResponse { status: response.status(), headers, body }
}

fn bytes_of(piece: Result<JsValue, JsValue>) -> Result<Vec<u8>, HttpError> {
    let piece = piece.map_err(|error| HttpError::Broken(JsFailure::from(error).to_string()))?;
    let bytes = piece.dyn_into::<Uint8Array>().map_err(|_| HttpError::Broken("the body holds no bytes".into()))?;
    Ok(bytes.to_vec())
}

/// Aborts the request when its future or body is dropped; does nothing once it is complete.
pub(crate) struct AbortOnDrop(pub(crate) AbortController);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn is_offline() -> bool {
    let get = |object: &JsValue, name: &str| Reflect::get(object, &JsValue::from_str(name));
    let online = get(&js_sys::global(), "navigator").and_then(|navigator| get(&navigator, "onLine"));
    online.is_ok_and(|online| online.as_bool() == Some(false))
}

/// A server on this machine answers without a network.
fn is_loopback(origin: &str) -> bool {
    ["://localhost", "://127.", "://[::1]"].iter().any(|host| origin.contains(host))
}
