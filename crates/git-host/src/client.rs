//! Sends the requests, within bounds, and tries again what a host refuses for a while.

use crate::provider::{Allowance, Headers, Load, Next, Provider};
use crate::{Address, Entry, EntryKind, HostError, Kind, Listing, Resolved};
use futures::StreamExt;
use futures::future::{Either, select};
use limits::git_host::{ANSWER_MS, LISTING_BYTES, LISTING_REQUESTS, TRIES, WAIT_MS};
use model::{HttpClient, HttpError, HttpRequest, HttpResponse, Secret, Timer};
use serde_json::Value;
use std::cell::Cell;
use std::pin::pin;
use std::rc::Rc;

/// Called when a request waits because the host asks to slow down, with the milliseconds; with 0 when it goes on.
pub type OnWait = Box<dyn Fn(u64)>;

/// What talks to a git host, for one repository.
pub struct Client {
    http: Rc<dyn HttpClient>,
    timer: Rc<dyn Timer>,
    /// Milliseconds since 1970.
    now: fn() -> f64,
    /// Sent to the origin of the host's API alone.
    token: Option<Secret>,
    on_wait: OnWait,
    allowance: Cell<Allowance>,
}

impl Client {
    /// A client over the host's HTTP, with the person's token for this git host if there is one. `now` gives milliseconds
    /// since 1970.
    pub fn new(http: Rc<dyn HttpClient>, timer: Rc<dyn Timer>, now: fn() -> f64, token: Option<Secret>) -> Self {
        Self { http, timer, now, token, on_wait: Box::new(|_| {}), allowance: Cell::default() }
    }

    /// Calls `on_wait` when a request waits.
    pub fn with_wait(mut self, on_wait: OnWait) -> Self {
        self.on_wait = on_wait;
        self
    }

    /// Origins that an import of this address contacts, the one that a token is sent to first. Of a host that is not known it
    /// is the host itself.
    pub fn contacts(address: &Address) -> Vec<String> {
        address.kind.unwrap_or(Kind::GitLab).provider(address).contacts()
    }

    /// All entries of a repository at a commit. `wants_folder` says of the folder of a listing that had to be split whether
    /// what is in it is of interest, so that only those are listed; `on` is called with the number of entries so far.
    ///
    /// # Errors
    /// Why the host does not list them.
    pub async fn list(
        &self,
        resolved: &Resolved,
        wants_folder: &mut dyn FnMut(&str) -> bool,
        on: &mut dyn FnMut(usize),
    ) -> Result<Listing, HostError> {
        let provider = resolved.provider();
        let mut listing = Listing::default();
        let mut requests = 0;
        let mut pending = vec![(String::new(), resolved.commit.clone())];
        while let Some((folder, id)) = pending.pop() {
            let below = self.pages(&*provider, provider.listing(&id, true), &mut requests).await?;
            let (entries, is_cut) = below;
            if !is_cut {
                listing.entries.extend(entries.into_iter().map(|entry| within(&folder, entry)));
                on(listing.entries.len());
                continue;
            }
            let (entries, is_cut) = self.pages(&*provider, provider.listing(&id, false), &mut requests).await?;
            if is_cut {
                listing.cut.push(folder.clone());
            }
            for entry in entries.into_iter().map(|entry| within(&folder, entry)) {
                if entry.kind == EntryKind::Folder && wants_folder(&entry.path) {
                    pending.push((entry.path.clone(), entry.id.clone()));
                }
                listing.entries.push(entry);
            }
            on(listing.entries.len());
        }
        Ok(listing)
    }

    /// All pages of a listing, and whether it is cut.
    async fn pages(
        &self,
        provider: &dyn Provider,
        first: String,
        requests: &mut usize,
    ) -> Result<(Vec<Entry>, bool), HostError> {
        let (mut all, mut url) = (Vec::new(), first);
        loop {
            *requests += 1;
            if *requests > LISTING_REQUESTS {
                return Err(HostError::TooManyParts { host: host_of(&url).to_owned() });
            }
            let (answer, headers) = self.json(provider, url.clone(), "list of files").await?;
            let no_list = || HostError::NoAnswer { host: host_of(&url).to_owned(), what: "list of files" };
            let (entries, next) = provider.entries(&url, &answer, &headers).ok_or_else(no_list)?;
            all.extend(entries);
            match next {
                Next::Complete => return Ok((all, false)),
                Next::Cut => return Ok((all, true)),
                Next::Page(next) => url = next,
            }
        }
    }

    /// Checks before files are loaded that the host allows that many requests.
    ///
    /// # Errors
    /// It does not.
    pub fn allows(&self, resolved: &Resolved, files: u64) -> Result<(), HostError> {
        let provider = resolved.provider();
        let Allowance { left: Some(left), reset, .. } = self.allowance.get() else { return Ok(()) };
        if left >= files || !provider.counts_files(resolved.is_private) {
            return Ok(());
        }
        let host = host_of(&provider.repository()).to_owned();
        Err(HostError::TooFewRequests { host, needed: files, left, minutes: self.minutes_until(reset) })
    }

    /// The bytes of a file; `None` where it has more than `most`.
    ///
    /// # Errors
    /// Why the host does not give it.
    pub async fn load(&self, resolved: &Resolved, entry: &Entry, most: u64) -> Result<Option<Vec<u8>>, HostError> {
        let provider = resolved.provider();
        let Load { url, accept, with_token } = provider.file(&resolved.commit, entry, resolved.is_private);
        let mut tries = 1;
        loop {
            let sent = self.send(&*provider, &url, accept, with_token, &format!("file `{}`", entry.path)).await?;
            let host = host_of(&url);
            match body(sent, most as usize, host).await {
                Ok(bytes) => return Ok(Some(bytes)),
                Err(HostError::TooLong { .. }) => return Ok(None),
                // A connection that breaks off in the middle is no answer.
                Err(HostError::Http(HttpError::Broken(_))) if tries < TRIES => tries += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Asks for JSON and reads it by `read`; `what` names what a 404 means, `answer` what is expected.
    pub(crate) async fn ask<T>(
        &self,
        provider: &dyn Provider,
        url: String,
        what: &str,
        answer: &'static str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<T, HostError> {
        let (value, _) = self.json(provider, url.clone(), what).await?;
        read(&value).ok_or_else(|| HostError::NoAnswer { host: host_of(&url).to_owned(), what: answer })
    }

    /// The error for what a host does not have.
    pub(crate) fn missing(&self, provider: &dyn Provider, what: &str) -> HostError {
        let host = host_of(&provider.repository()).to_owned();
        HostError::NotFound { host, what: what.to_owned(), has_token: self.token.is_some() }
    }

    async fn json(&self, provider: &dyn Provider, url: String, what: &str) -> Result<(Value, Headers), HostError> {
        let response = self.send(provider, &url, "application/json", true, what).await?;
        let headers = Headers::of(&response);
        let bytes = body(response, LISTING_BYTES, host_of(&url)).await?;
        let no_json = |_| HostError::NoAnswer { host: host_of(&url).to_owned(), what: "JSON" };
        Ok((serde_json::from_slice(&bytes).map_err(no_json)?, headers))
    }

    /// Sends a request until it is answered well, or is not to be tried again.
    async fn send(
        &self,
        provider: &dyn Provider,
        url: &str,
        accept: &str,
        with_token: bool,
        what: &str,
    ) -> Result<HttpResponse, HostError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let error = match self.once(provider, url, accept, with_token).await {
                Ok(response) if (200..300).contains(&response.status) => {
                    self.note(provider, url, &response);
                    return Ok(response);
                }
                Ok(response) => Unanswered::Status(response),
                // What the browser hides, as CORS, does not get better; a slow host may.
                Err(error @ HostError::TooSlow { .. }) => Unanswered::Slow(error),
                Err(error) => return Err(error),
            };
            let wait = match &error {
                Unanswered::Slow(_) => Some(0),
                Unanswered::Status(response) => self.wait_for(provider, response, tries),
            };
            match (wait, error) {
                (Some(ms), _) if tries < TRIES => self.wait(ms).await,
                (_, Unanswered::Slow(error)) => return Err(error),
                (_, Unanswered::Status(response)) => return Err(self.refusal(provider, url, response, what).await),
            }
        }
    }

    async fn once(
        &self,
        provider: &dyn Provider,
        url: &str,
        accept: &str,
        with_token: bool,
    ) -> Result<HttpResponse, HostError> {
        let mut headers = Vec::new();
        if !accept.is_empty() {
            headers.push(("accept".to_owned(), accept.to_owned()));
        }
        if let (true, Some(token)) = (with_token, &self.token) {
            headers.push(provider.token(token.expose()));
        }
        let request = HttpRequest { method: "GET", url: url.to_owned(), headers, body: Vec::new() };
        match select(pin!(self.http.send(request)), pin!(self.timer.sleep(ANSWER_MS))).await {
            Either::Left((response, _)) => Ok(response?),
            Either::Right(_) => Err(HostError::TooSlow { host: host_of(url).to_owned() }),
        }
    }

    async fn wait(&self, ms: u64) {
        if ms > 0 {
            (self.on_wait)(ms);
            self.timer.sleep(ms).await;
            (self.on_wait)(0);
        }
    }

    /// Milliseconds after which a refused request is tried again; `None` where that is of no use.
    fn wait_for(&self, provider: &dyn Provider, response: &HttpResponse, tries: u32) -> Option<u64> {
        let headers = Headers::of(response);
        let asked = headers.number("retry-after").map(|seconds| seconds.saturating_mul(1000));
        let is_used_up = provider.allowance(&headers).left == Some(0);
        let ms = match response.status {
            403 | 429 if is_used_up && asked.is_none() => return None,
            429 => asked.unwrap_or(5_000 << (tries - 1)),
            403 => asked?,
            500 | 502..=504 => asked.unwrap_or(500 << (tries - 1)),
            _ => return None,
        };
        (ms <= WAIT_MS).then_some(ms)
    }

    /// The error for an answer that refuses.
    async fn refusal(&self, provider: &dyn Provider, url: &str, response: HttpResponse, what: &str) -> HostError {
        let host = host_of(url).to_owned();
        let (status, headers) = (response.status, Headers::of(&response));
        let allowance = provider.allowance(&headers);
        let has_token = self.token.is_some();
        let after = headers.number("retry-after").map(|seconds| seconds.div_ceil(60));
        let minutes = after.or_else(|| self.minutes_until(allowance.reset));
        match status {
            404 | 422 => HostError::NotFound { host, what: what.to_owned(), has_token },
            429 => HostError::RateLimit { host, limit: allowance.limit, minutes, has_token },
            403 if allowance.left == Some(0) || after.is_some() => {
                HostError::RateLimit { host, limit: allowance.limit, minutes, has_token }
            }
            401 | 403 => HostError::Refused { host, why: self.reason(response).await, has_token },
            _ => HostError::Failed { host, status, why: self.reason(response).await },
        }
    }

    /// What a host gives as its reason, in the field `message` or `error`; empty where it gives none. Never the token.
    async fn reason(&self, response: HttpResponse) -> String {
        let bytes = body(response, 16 << 10, "").await.unwrap_or_default();
        let answer: Option<Value> = serde_json::from_slice(&bytes).ok();
        let text = answer
            .and_then(|answer| ["message", "error"].iter().find_map(|name| answer[*name].as_str().map(str::to_owned)));
        // Without a readable reason the status alone is shown.
        let text = text.unwrap_or_default();
        let text = self.token.as_ref().map_or_else(|| text.clone(), |token| token.redact(&text));
        text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
    }

    /// Keeps what an answer of the API says about the allowance.
    fn note(&self, provider: &dyn Provider, url: &str, response: &HttpResponse) {
        let allowance = provider.allowance(&Headers::of(response));
        if allowance.left.is_some() && host_of(url) == host_of(&provider.repository()) {
            self.allowance.set(allowance);
        }
    }

    fn minutes_until(&self, reset: Option<u64>) -> Option<u64> {
        let now = ((self.now)() / 1000.0) as u64;
        reset.map(|reset| reset.saturating_sub(now).div_ceil(60))
    }
}

enum Unanswered {
    Status(HttpResponse),
    Slow(HostError),
}

impl Resolved {
    /// The API of its host.
    fn provider(&self) -> Box<dyn Provider> {
        let (origin, path) = (self.origin.clone(), self.path.clone());
        self.kind.provider(&Address { origin, kind: Some(self.kind), path, at: crate::At::Default })
    }
}

fn within(folder: &str, mut entry: Entry) -> Entry {
    if !folder.is_empty() {
        entry.path = format!("{folder}/{}", entry.path);
    }
    entry
}

/// Host and port of a URL.
fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?']).next().unwrap_or(rest)
}

async fn body(mut response: HttpResponse, most: usize, host: &str) -> Result<Vec<u8>, HostError> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.body.next().await {
        bytes.extend(piece?);
        if bytes.len() > most {
            return Err(HostError::TooLong { host: host.to_owned() });
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
