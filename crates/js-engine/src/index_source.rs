//! An index directory on a static host, over `fetch`.
//!
//! The manifest is asked for anew each time (a `304` where nothing changed); everything else is named by its content and
//! comes from the browser's cache for as long as that keeps it. Failures that may be temporary (no connection, 429, 5xx) are retried.

use crate::failure::Failure;
use codebase::StorageError;
use codebase::reader::IndexSource;
use futures::future::LocalBoxFuture;
use gloo_net::http::{RequestBuilder, Response};
use host_web::TimeoutTimer;
use model::Timer;
use std::cell::{Cell, RefCell};
use web_sys::{ReferrerPolicy, RequestCache, RequestCredentials};

const MANIFEST: &str = "manifest.json";

/// Waits before the second and the third attempt, in milliseconds.
const WAITS: [u64; 2] = [300, 1_500];

/// Called after each file with the number of files and bytes fetched so far.
pub type ProgressListener = Box<dyn Fn(u32, f64)>;

/// Files of an index under an address.
pub struct HttpIndexSource {
    /// Ends with a slash.
    base: String,
    files: Cell<u32>,
    bytes: Cell<f64>,
    listener: RefCell<Option<ProgressListener>>,
    failed: RefCell<Option<Failure>>,
}

impl HttpIndexSource {
    /// The index in the folder at this absolute address.
    pub fn new(base: &str) -> Self {
        let slash = if base.ends_with('/') { "" } else { "/" };
        Self {
            base: format!("{base}{slash}"),
            files: Cell::default(),
            bytes: Cell::default(),
            listener: RefCell::default(),
            failed: RefCell::default(),
        }
    }

    /// Sets the progress listener in place of the last one.
    pub fn on_progress(&self, listener: Option<ProgressListener>) {
        self.listener.replace(listener);
    }

    /// Bytes fetched so far.
    pub fn bytes(&self) -> f64 {
        self.bytes.get()
    }

    /// Why the last file could not be fetched.
    pub fn take_failure(&self) -> Option<Failure> {
        self.failed.borrow_mut().take()
    }

    async fn fetch(&self, name: &str) -> Result<Vec<u8>, Failure> {
        let mut waits = WAITS.into_iter();
        loop {
            match self.attempt(name).await {
                Ok(bytes) => return Ok(bytes),
                Err((failure, false)) => return Err(failure),
                Err((failure, true)) => match waits.next() {
                    Some(ms) => TimeoutTimer.sleep(ms).await,
                    None => return Err(failure),
                },
            }
        }
    }

    /// One attempt; an error comes with whether it may pass.
    async fn attempt(&self, name: &str) -> Result<Vec<u8>, (Failure, bool)> {
        let url = format!("{}{name}", self.base);
        let cache = if name == MANIFEST { RequestCache::NoCache } else { RequestCache::ForceCache };
        let request = RequestBuilder::new(&url)
            .cache(cache)
            .credentials(RequestCredentials::SameOrigin)
            .referrer_policy(ReferrerPolicy::NoReferrer);
        // The browser hides from scripts why a request failed.
        let unreachable = |_| (self.unreachable(&url), true);
        let response = request.send().await.map_err(unreachable)?;
        if !response.ok() {
            return Err(self.refused(name, &url, response.status()));
        }
        if name == MANIFEST && is_page(&response) {
            let message = format!("There is no index at {}: the server answered with a web page.", self.base);
            return Err((Failure::new("missing", message, WHERE), false));
        }
        if length_of(&response).is_some_and(|length| length > limits::index::CHUNK_BYTES) {
            let message = format!("{url} is far longer than any file of an index.");
            return Err((Failure::new("damaged", message, "The site's owner can make the index anew."), false));
        }
        response.binary().await.map_err(unreachable)
    }

    fn unreachable(&self, url: &str) -> Failure {
        let message = format!("{url} could not be fetched.");
        let advice = "Check the connection. If the index is on another origin, that server must send \
                      `Access-Control-Allow-Origin`, and the page's Content-Security-Policy must name it in `connect-src`.";
        Failure::new("unreachable", message, advice)
    }

    fn refused(&self, name: &str, url: &str, status: u16) -> (Failure, bool) {
        match (status, name) {
            (404 | 410, MANIFEST) => {
                (Failure::new("missing", format!("There is no index at {}.", self.base), WHERE), false)
            }
            (404 | 410, _) => {
                let advice = "Reload the page: the site may just have been published anew. If it stays, the site's owner has \
                              to publish every file of the index.";
                (Failure::new("damaged", format!("The index is not complete: {url} is missing."), advice), false)
            }
            _ => {
                let may_pass = status == 408 || status == 429 || status >= 500;
                let message = format!("{url} could not be fetched: the server answered with {status}.");
                (Failure::new("unreachable", message, "Try again in a while."), may_pass)
            }
        }
    }
}

/// What the owner of a site does about a missing index.
const WHERE: &str = "The site's owner makes one with `quarry index DIR --out FOLDER`, publishes the folder, and names it in the \
                     attribute `index`.";

/// The header's value; of what is sent compressed, the length before it is unpacked.
fn length_of(response: &Response) -> Option<u64> {
    response.headers().get("content-length")?.parse().ok()
}

/// Many hosts answer for a missing file with a page of theirs.
fn is_page(response: &Response) -> bool {
    response.headers().get("content-type").is_some_and(|kind| kind.starts_with("text/html"))
}

impl IndexSource for HttpIndexSource {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(async move {
            match self.fetch(name).await {
                Ok(bytes) => {
                    self.files.set(self.files.get() + 1);
                    self.bytes.set(self.bytes.get() + bytes.len() as f64);
                    if let Some(listener) = &*self.listener.borrow() {
                        listener(self.files.get(), self.bytes.get());
                    }
                    Ok(bytes)
                }
                Err(failure) => {
                    let error = StorageError::Files(failure.sentences());
                    self.failed.replace(Some(failure));
                    Err(error)
                }
            }
        })
    }
}
