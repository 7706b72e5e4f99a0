//! Searches of the Web over an endpoint that a person has set up.

mod brave;
mod searxng;
mod tavily;

use crate::WebError;
use futures::StreamExt;
use futures::future::{Either, select};
use limits::web::{PAGE_MS, QUERY_CHARACTERS, SEARCH_BYTES, SEARCH_RESULTS};
use model::{HttpClient, HttpRequest, Secret, Timer};
use serde_json::Value;
use std::pin::pin;
use std::rc::Rc;

/// Who answers searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// A SearXNG instance with its JSON format switched on.
    Searxng,
    /// Brave Search.
    Brave,
    /// Tavily.
    Tavily,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Self; 3] = [Self::Searxng, Self::Brave, Self::Tavily];

    /// As settings name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Searxng => "searxng",
            Self::Brave => "brave",
            Self::Tavily => "tavily",
        }
    }

    /// The provider of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.name() == name)
    }

    /// Where it answers unless a person says otherwise; `None` where that is theirs to say.
    pub fn endpoint(self) -> Option<&'static str> {
        match self {
            Self::Searxng => None,
            Self::Brave => Some(brave::ENDPOINT),
            Self::Tavily => Some(tavily::ENDPOINT),
        }
    }

    /// Whether it answers without a key.
    pub fn needs_key(self) -> bool {
        self != Self::Searxng
    }
}

/// A page that a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its title, at most [`TITLE`] characters.
    pub title: String,
    /// Its address.
    pub url: String,
    /// Some words of it, at most [`SNIPPET`] characters.
    pub snippet: String,
}

/// Most characters of a title.
const TITLE: usize = 100;
/// Most characters of a snippet.
const SNIPPET: usize = 500;

/// Searches the Web.
pub struct WebSearch {
    http: Rc<dyn HttpClient>,
    timer: Rc<dyn Timer>,
    provider: Provider,
    endpoint: String,
    key: Option<Secret>,
}

impl WebSearch {
    /// Over an endpoint, whose key goes to its origin only.
    pub fn new(
        provider: Provider,
        endpoint: impl Into<String>,
        key: Option<Secret>,
        http: Rc<dyn HttpClient>,
        timer: Rc<dyn Timer>,
    ) -> Self {
        Self { http, timer, provider, endpoint: endpoint.into(), key }
    }

    /// Scheme, host and port of the endpoint.
    pub fn origin(&self) -> String {
        let request = HttpRequest { method: "GET", url: self.endpoint.clone(), headers: Vec::new(), body: Vec::new() };
        request.origin().to_owned()
    }

    /// The first results.
    ///
    /// # Errors
    /// Why there are none. An empty list is a search that found nothing.
    pub async fn search(&self, query: &str, most: usize) -> Result<Vec<Found>, WebError> {
        let query = query.trim();
        if query.is_empty() || query.chars().count() > QUERY_CHARACTERS {
            return Err(WebError::Query);
        }
        let most = most.clamp(1, SEARCH_RESULTS);
        let answer = match select(pin!(self.ask(query, most)), self.timer.sleep(PAGE_MS)).await {
            Either::Left((answer, _)) => answer?,
            Either::Right(_) => return Err(WebError::Silent),
        };
        let found = match self.provider {
            Provider::Searxng => searxng::results(&answer),
            Provider::Brave => brave::results(&answer),
            Provider::Tavily => tavily::results(&answer),
        };
        let mut found = found.ok_or_else(|| WebError::Unreadable("it holds no list of results".to_owned()))?;
        found.truncate(most);
        Ok(found)
    }

    async fn ask(&self, query: &str, most: usize) -> Result<Value, WebError> {
        let key = self.key.as_ref().map(Secret::expose);
        let request = match self.provider {
            Provider::Searxng => searxng::request(&self.endpoint, query, key),
            Provider::Brave => brave::request(&self.endpoint, query, most, key),
            Provider::Tavily => tavily::request(&self.endpoint, query, most, key),
        };
        let mut response = self.http.send(request).await?;
        if !(200..=299).contains(&response.status) {
            return Err(WebError::Status(response.status));
        }
        let mut bytes = Vec::new();
        while let Some(piece) = response.body.next().await {
            bytes.extend(piece?);
            if bytes.len() > SEARCH_BYTES {
                return Err(WebError::Unreadable(format!("it is longer than {SEARCH_BYTES} bytes")));
            }
        }
        serde_json::from_slice(&bytes).map_err(|_| {
            let advice = if self.provider == Provider::Searxng { "; switch its JSON format on" } else { "" };
            WebError::Unreadable(format!("it is not JSON{advice}"))
        })
    }
}

/// The results of a list by the names of their fields. A result without an address is none.
fn listed(list: Option<&Value>, [title, url, snippet]: [&str; 3]) -> Option<Vec<Found>> {
    let field = |result: &Value, name: &str| result.get(name).and_then(Value::as_str).map(str::to_owned);
    let found = list?.as_array()?.iter().filter_map(|result| {
        let words = |name: &str, most: usize| plain(&field(result, name).unwrap_or_default(), most);
        Some(Found {
            title: words(title, TITLE),
            url: plain(&field(result, url)?, 2_000),
            snippet: words(snippet, SNIPPET),
        })
    });
    Some(found.collect())
}

/// A text in one line, without the marks that some providers put around what matched.
fn plain(text: &str, most: usize) -> String {
    let text = text.replace("<strong>", "").replace("</strong>", "");
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(most).collect()
}

/// A query in an address.
fn encoded(query: &str) -> String {
    let mut out = String::new();
    for byte in query.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
