//! Pages over ureq: what a name stands for is looked up once, and an address that is not public is not connected to.
//!
//! No cookies, no referrer, no redirects, and no proxy, because a proxy looks names up itself.

use crate::http::{self, UreqHttpClient};
use futures::future::LocalBoxFuture;
use model::{HttpClient, HttpError, HttpRequest};
use std::io::{Error as IoError, ErrorKind};
use ureq::Agent;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use web_access::{Fetched, PageClient, PageUrl, Rules, is_public};

/// [`PageClient`] over ureq.
#[derive(Debug, Clone)]
pub struct UreqPageClient {
    http: UreqHttpClient,
}

impl UreqPageClient {
    /// A client that connects to public addresses, and to those that the rules name beside them.
    pub fn new(rules: &Rules) -> Self {
        let resolver = PublicResolver { lookup: DefaultResolver::default(), also: rules.also.clone() };
        let config = http::config().proxy(None).build();
        let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
        Self { http: UreqHttpClient::without_redirects(agent) }
    }
}

impl PageClient for UreqPageClient {
    fn get(&self, url: &PageUrl) -> LocalBoxFuture<'static, Result<Fetched, HttpError>> {
        let headers = [
            ("accept", "text/html, text/plain, application/json;q=0.9, */*;q=0.1"),
            ("user-agent", concat!("quarry/", env!("CARGO_PKG_VERSION"))),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let request = HttpRequest { method: "GET", url: url.as_str().to_owned(), headers, body: Vec::new() };
        let sent = self.http.send(request);
        Box::pin(async move { Ok(Fetched { response: sent.await?, url: None }) })
    }
}

/// Looks names up, and leaves out what is not public.
#[derive(Debug)]
struct PublicResolver<R> {
    lookup: R,
    /// Origins that may be anywhere.
    also: Vec<String>,
}

impl<R: Resolver> Resolver for PublicResolver<R> {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.lookup.resolve(uri, config, timeout)?;
        let origin = format!(
            "{}://{}",
            uri.scheme_str().unwrap_or_default(),
            uri.authority().map_or("", |authority| authority.as_str())
        );
        if self.also.contains(&origin) {
            return Ok(found);
        }
        let mut public = self.empty();
        found.iter().filter(|address| is_public(address.ip())).for_each(|address| public.push(*address));
        if public.is_empty() {
            let why = "its name stands for a private or local address, which is not fetched";
            return Err(ureq::Error::Io(IoError::new(ErrorKind::PermissionDenied, why)));
        }
        Ok(public)
    }
}

#[cfg(test)]
mod tests;
