//! One request to a server, and its response or why there is none.

use super::answer;
use super::explain::{Explained, Subject};
use super::patience::Patience;
use super::retry;
use crate::{HttpClient, HttpRequest, HttpResponse, Secret};

/// Why a request got no response that can be read.
pub enum Unanswered {
    /// No response came.
    NoResponse(Explained),
    /// The server refused it.
    Refused {
        /// From 400 on.
        status: u16,
        /// The beginning of its body.
        body: String,
        /// Milliseconds that the server asks to wait.
        asked: Option<u64>,
    },
}

/// What it takes to send a request.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    pub http: &'a dyn HttpClient,
    pub patience: Patience<'a>,
    pub subject: Subject<'a>,
    pub key: Option<&'a Secret>,
}

impl Line<'_> {
    /// Sends a request, with the key, and waits for the beginning of its response.
    pub async fn send(self, method: &'static str, url: String, body: Vec<u8>) -> Result<HttpResponse, Unanswered> {
        let mut headers = Vec::new();
        if let Some(key) = self.key {
            headers.push(("authorization".to_owned(), format!("Bearer {}", key.expose())));
        }
        if !body.is_empty() {
            headers.push(("content-type".to_owned(), "application/json".to_owned()));
        }
        let sent = self.patience.wait(false, self.http.send(HttpRequest { method, url, headers, body })).await;
        let sent = sent.map_err(|silence| Unanswered::NoResponse(self.subject.silent(silence)))?;
        let response = sent.map_err(|error| Unanswered::NoResponse(self.subject.no_response(&error)))?;
        if response.status < 400 {
            return Ok(response);
        }
        let status = response.status;
        let asked = retry::asked_ms(response.header("retry-after"));
        let body = answer::beginning(response, self.patience).await;
        Err(Unanswered::Refused { status, body, asked })
    }
}
