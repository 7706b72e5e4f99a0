//! Requests to a Worker, each retried if the failure may be temporary.

use super::{Target, Token, backoff, refusal};
use anyhow::{Result, bail};
use futures::StreamExt;
use host_native::{ThreadTimer, UreqHttpClient};
use model::{HttpClient, HttpError, HttpRequest, Timer};
use serde::Deserialize;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// A request that takes longer is aborted and retried.
const TIMEOUT: Duration = Duration::from_secs(180);
/// The largest number of bytes read of a response.
const ANSWER_MAX: usize = 1 << 20;

/// A client of the publishing API of a Worker.
pub struct Worker {
    target: Target,
    token: Token,
    http: Rc<dyn HttpClient>,
    timer: Rc<dyn Timer>,
    retries: Cell<u64>,
    note: Box<dyn Fn(&str)>,
}

/// The result of sending a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    New,
    /// It was there already.
    WasThere,
}

/// The result of sending the manifest.
#[derive(Debug, PartialEq, Eq)]
pub enum Published {
    /// Published.
    Yes,
    /// Not published: these chunks are missing.
    Missing(Vec<String>),
}

struct Answer {
    status: u16,
    body: Vec<u8>,
}

impl Worker {
    /// Sends over HTTP. `note` is called for every attempt that failed and is retried.
    pub fn new(target: Target, token: Token, note: impl Fn(&str) + 'static) -> Self {
        // A proxy would see the token on its way to a server on this machine.
        let http = Rc::new(UreqHttpClient::for_transfers(TIMEOUT, target.is_loopback()));
        Self { target, token, http, timer: Rc::new(ThreadTimer), retries: Cell::new(0), note: Box::new(note) }
    }

    /// The number of retries so far.
    pub fn retries(&self) -> u64 {
        self.retries.get()
    }

    /// Those of these chunks that the Worker lacks, in order.
    pub async fn missing(&self, chunks: &[String]) -> Result<Vec<String>> {
        #[derive(Deserialize)]
        struct Reply {
            missing: Vec<String>,
        }
        let body = serde_json::to_vec(&serde_json::json!({ "chunks": chunks }))?;
        let answer = self.call("POST", "missing", "application/json", &body).await?;
        self.refuse_unless(&answer, answer.status == 200)?;
        let Ok(reply) = serde_json::from_slice::<Reply>(&answer.body) else {
            bail!("{} does not answer as a Quarry Worker does; check --to", self.target.base());
        };
        // Names from elsewhere are compared, never opened.
        Ok(chunks.iter().filter(|chunk| reply.missing.contains(chunk)).cloned().collect())
    }

    pub async fn put_chunk(&self, name: &str, bytes: &[u8]) -> Result<Stored> {
        let answer = self.call("PUT", &format!("chunks/{name}"), "application/octet-stream", bytes).await?;
        self.refuse_unless(&answer, matches!(answer.status, 200 | 201 | 204))?;
        Ok(if answer.status == 200 { Stored::WasThere } else { Stored::New })
    }

    /// Sends the manifest, which publishes the index at once for all readers.
    pub async fn put_manifest(&self, manifest: &[u8], public: bool) -> Result<Published> {
        let path = format!("manifest?public={public}");
        let answer = self.call("PUT", &path, "application/json", manifest).await?;
        if answer.status == 409 {
            let missing = refusal::Body::read(&answer.body).missing();
            if !missing.is_empty() {
                return Ok(Published::Missing(missing));
            }
        }
        self.refuse_unless(&answer, matches!(answer.status, 200 | 201 | 204))?;
        Ok(Published::Yes)
    }

    fn refuse_unless(&self, answer: &Answer, fine: bool) -> Result<()> {
        if !fine {
            bail!(self.token.redact(&refusal::sentence(answer.status, &answer.body, &self.target)));
        }
        Ok(())
    }

    /// The first answer that is final: anything but a passing failure, or the last one.
    async fn call(&self, method: &'static str, path: &str, kind: &str, body: &[u8]) -> Result<Answer> {
        let mut attempt = 1;
        loop {
            let (failure, wait) = match self.send(method, path, kind, body).await {
                Ok((answer, asked)) if backoff::is_passing(answer.status) => {
                    let failure = format!("status {}", answer.status);
                    match backoff::wait(attempt, asked) {
                        Some(wait) => (failure, wait),
                        None => return Ok(answer),
                    }
                }
                Ok((answer, _)) => return Ok(answer),
                Err(error) => match backoff::wait(attempt, None) {
                    Some(wait) => (error.to_string(), wait),
                    None => bail!("{error}; push again later, what was sent stays there"),
                },
            };
            self.retries.set(self.retries.get() + 1);
            let failure = self.token.redact(&failure);
            (self.note)(&format!("{failure}; attempt {} in {:.1} s", attempt + 1, wait.as_secs_f32()));
            self.timer.sleep(wait.as_millis() as u64).await;
            attempt += 1;
        }
    }

    /// An answer and for how long it asks to wait.
    async fn send(
        &self,
        method: &'static str,
        path: &str,
        kind: &str,
        body: &[u8],
    ) -> Result<(Answer, Option<Duration>), HttpError> {
        let headers = vec![self.token.header(), ("content-type".to_owned(), kind.to_owned())];
        let request = HttpRequest { method, url: self.target.url(path), headers, body: body.to_vec() };
        let mut response = self.http.send(request).await?;
        let asked = backoff::asked(response.header("retry-after"));
        let mut read = Vec::new();
        while let Some(piece) = response.body.next().await {
            read.extend(piece?);
            if read.len() > ANSWER_MAX {
                return Err(HttpError::Broken("the answer is too long".to_owned()));
            }
        }
        Ok((Answer { status: response.status, body: read }, asked))
    }
}
