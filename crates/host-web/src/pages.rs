//! Pages over `fetch`.
//!
//! The browser follows redirects and does not say where they lead until the last: only that is seen, and it looks names up
//! itself, so what a name stands for is not seen either. No cookies, no referrer, no cache.

use crate::JsFailure;
use crate::fetch::{AbortOnDrop, opened};
use futures::future::LocalBoxFuture;
use gloo_net::http::RequestBuilder;
use model::{HttpError, HttpRequest};
use web_access::{Fetched, PageClient, PageUrl};
use web_sys::{AbortController, ReferrerPolicy, RequestCache, RequestCredentials, RequestRedirect};

/// [`PageClient`] over `fetch`. Most pages refuse other origins (CORS), and the browser does not say more than that.
#[derive(Debug, Clone, Copy, Default)]
pub struct FetchPageClient;

impl PageClient for FetchPageClient {
    fn get(&self, url: &PageUrl) -> LocalBoxFuture<'static, Result<Fetched, HttpError>> {
        let request =
            HttpRequest { method: "GET", url: url.as_str().to_owned(), headers: Vec::new(), body: Vec::new() };
        Box::pin(async move {
            let unreachable = |why: String| {
                let why = format!("{why} (the site may not allow other pages to read it: CORS)");
                request.unreachable(why)
            };
            let abort = AbortController::new().map_err(|error| unreachable(JsFailure::from(error).to_string()))?;
            let abort = AbortOnDrop(abort);
            let signal = abort.0.signal();
            let built = RequestBuilder::new(&request.url)
                .abort_signal(Some(&signal))
                .cache(RequestCache::NoStore)
                .credentials(RequestCredentials::Omit)
                .redirect(RequestRedirect::Follow)
                .referrer_policy(ReferrerPolicy::NoReferrer)
                .build();
            let sent = built.map_err(|error| unreachable(error.to_string()))?.send().await;
            let response = sent.map_err(|error| unreachable(error.to_string()))?;
            let came_from = response.url();
            Ok(Fetched { response: opened(response, abort), url: Some(came_from) })
        })
    }
}
