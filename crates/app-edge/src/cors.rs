//! Requests from pages of other origins.
//!
//! Authentication uses no cookies, so a page can do only what the token in its script allows. The list of origins keeps
//! the pages of other origins from spending the budget of public repositories.

use std::net::Ipv4Addr;
use worker::Url;

/// The origins that may call from a page: the variable `ALLOWED_ORIGINS`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origins {
    any: bool,
    listed: Vec<String>,
}

/// Headers that a page may send.
pub const REQUEST_HEADERS: &str = "authorization, content-type, accept, last-event-id, quarry-repo, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name";
/// Headers that a page may read.
pub const RESPONSE_HEADERS: &str = "quarry-run, retry-after, mcp-session-id, mcp-protocol-version";
/// Methods that a page may use.
pub const METHODS: &str = "GET, POST, PUT, DELETE";

impl Origins {
    /// Reads origins separated by commas or white space, or `*` for all.
    ///
    /// # Errors
    /// The first entry that is not an origin.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut origins = Self::default();
        for word in text.split([',', ' ', '\n', '\t']).filter(|word| !word.is_empty()) {
            let host = word.strip_prefix("https://").or_else(|| word.strip_prefix("http://"));
            match host {
                None if word == "*" => origins.any = true,
                Some(host) if !host.is_empty() && !host.contains('/') => origins.listed.push(word.to_lowercase()),
                _ => {
                    let example = "https://docs.example.com";
                    return Err(format!(
                        "ALLOWED_ORIGINS has `{word}`; an origin is written {example}, without a path"
                    ));
                }
            }
        }
        Ok(origins)
    }

    /// Whether a page of that origin may call.
    pub fn allows(&self, origin: &str) -> bool {
        self.any || self.listed.iter().any(|listed| listed.eq_ignore_ascii_case(origin))
    }
}

/// The page that a request comes from, by its `Origin` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Page {
    /// There is no such header, or the origin is the Worker's own.
    Own,
    /// A page of an origin that may call.
    Allowed(String),
    /// A page of any other origin.
    Refused,
    /// The request came over http to a name that anyone may have pointed at this machine (DNS rebinding): for a
    /// browser, pages of that name have the same origin as the Worker.
    Rebound,
}

impl Page {
    /// Evaluates the header. `url` is that of the request, by its `Host`.
    ///
    /// A deployed Worker is reached by https, under the names that its owner routes to it. Over http, as under
    /// `wrangler dev`, a `Host` proves nothing: only addresses, `localhost` and listed origins pass.
    pub fn of(origin: Option<&str>, url: &Url, origins: &Origins) -> Self {
        let own = url.origin().ascii_serialization();
        if url.scheme() == "http" && !cannot_be_rebound(url) && !origins.allows(&own) {
            return Self::Rebound;
        }
        match origin {
            None => Self::Own,
            Some(origin) if origin.eq_ignore_ascii_case(&own) => Self::Own,
            Some(origin) if origins.allows(origin) => Self::Allowed(origin.to_owned()),
            Some(_) => Self::Refused,
        }
    }
}

/// Addresses, and the names that never leave the machine (RFC 6761).
fn cannot_be_rebound(url: &Url) -> bool {
    // A URL without a host is none of this machine.
    let host = url.host_str().unwrap_or_default();
    // A URL has addresses of version 6 in brackets.
    let is_address = host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok();
    is_address || host == "localhost" || host.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_compared_whole() {
        let origins = Origins::parse("https://Docs.example.com, http://localhost:8080").unwrap();
        assert!(origins.allows("https://docs.example.com"));
        assert!(origins.allows("http://localhost:8080"));
        for other in ["https://docs.example.com.evil", "http://docs.example.com", "http://localhost", "null", ""] {
            assert!(!origins.allows(other), "{other}");
        }
        assert!(Origins::parse("*").unwrap().allows("https://any.example"));
        for wrong in ["docs.example.com", "https://a.example/path", "https://", "*.example.com"] {
            assert!(Origins::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_page_of_the_workers_own_needs_no_listing() {
        let origins = Origins::parse("https://a.example").unwrap();
        let own = Url::parse("https://quarry.example/v1/repos").unwrap();
        let page = |origin| Page::of(origin, &own, &origins);
        assert_eq!(page(None), Page::Own);
        assert_eq!(page(Some("https://quarry.example")), Page::Own);
        assert_eq!(page(Some("https://a.example")), Page::Allowed("https://a.example".to_owned()));
        assert_eq!(page(Some("null")), Page::Refused);
    }

    #[test]
    fn over_http_a_name_that_could_be_rebound_is_not_the_workers_own() {
        let origins = Origins::parse("http://quarry.lan:8787").unwrap();
        let page = |url: &str, origin: Option<&str>| Page::of(origin, &Url::parse(url).unwrap(), &origins);
        for own in ["http://localhost:8787", "http://x.localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"] {
            assert_eq!(page(&format!("{own}/mcp"), Some(own)), Page::Own, "{own}");
        }
        let evil = "http://evil.example:8787";
        assert_eq!(page(&format!("{evil}/mcp"), Some(evil)), Page::Rebound);
        assert_eq!(page(&format!("{evil}/mcp"), None), Page::Rebound, "a GET of its own page has no Origin");
        assert_eq!(page("http://localhost.evil.example/mcp", None), Page::Rebound);
        assert_eq!(page("http://quarry.lan:8787/mcp", Some("http://quarry.lan:8787")), Page::Own);
    }
}
