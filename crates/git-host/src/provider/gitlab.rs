//! GitLab's REST API, version 4 (docs.gitlab.com/api): projects, commits, merge requests, the repository's tree and blobs.
//!
//! Everything under `/api` lets every page read its answers (CORS). Archives are refused where a page asks for them, by what
//! GitLab calls its hotlinking detector, so files are loaded one by one. Listings name no sizes and come in pages of 100:
//! with a token for the next page, or with its number where the version is older. Headers of rate limits are not exposed.

use super::{Allowance, Described, Headers, Load, Next, Provider, commit_at, text};
use crate::{Entry, EntryKind, encode};
use serde_json::Value;

pub struct GitLab {
    pub origin: String,
    pub path: String,
}

impl GitLab {
    fn project(&self) -> String {
        format!("{}/api/v4/projects/{}", self.origin, encode::segment(&self.path))
    }
}

impl Provider for GitLab {
    fn repository(&self) -> String {
        self.project()
    }

    fn described(&self, answer: &Value) -> Option<Described> {
        let path = text(answer, "/path_with_namespace")?;
        // Absent where there is no commit yet.
        let branch = text(answer, "/default_branch").unwrap_or_default();
        // Absent for people without an account, who see public projects alone.
        let is_private = answer["visibility"].as_str().is_some_and(|visibility| visibility != "public");
        Some(Described { path, branch, is_private })
    }

    fn commit(&self, reference: &str) -> String {
        format!("{}/repository/commits/{}", self.project(), encode::segment(reference))
    }

    fn commit_id(&self, answer: &Value) -> Option<String> {
        commit_at(answer, "/id")
    }

    fn request(&self, number: u64) -> String {
        format!("{}/merge_requests/{number}", self.project())
    }

    fn request_commit(&self, answer: &Value) -> Option<String> {
        commit_at(answer, "/sha")
    }

    fn listing(&self, id: &str, recursive: bool) -> String {
        let pages = "per_page=100&pagination=keyset";
        format!("{}/repository/tree?ref={}&recursive={recursive}&{pages}", self.project(), encode::segment(id))
    }

    fn entries(&self, url: &str, answer: &Value, response: &Headers) -> Option<(Vec<Entry>, Next)> {
        let entries = answer.as_array()?.iter().map(entry).collect::<Option<_>>()?;
        let token = next_token(response).map(|token| format!("&page_token={token}"));
        let more = token.or_else(|| response.number("x-next-page").map(|page| format!("&page={page}")));
        let start = ["&page_token=", "&page="].iter().fold(url, |url, mark| url.split(mark).next().unwrap_or(url));
        let next = more.map_or(Next::Complete, |more| Next::Page(format!("{start}{more}")));
        Some((entries, next))
    }

    fn file(&self, _: &str, entry: &Entry, _: bool) -> Load {
        let url = format!("{}/repository/blobs/{}/raw", self.project(), encode::segment(&entry.id));
        Load { url, accept: "", with_token: true }
    }

    fn token(&self, token: &str) -> (String, String) {
        ("private-token".to_owned(), token.to_owned())
    }

    fn contacts(&self) -> Vec<String> {
        vec![self.origin.clone()]
    }

    fn request_word(&self) -> &'static str {
        "merge request"
    }

    fn allowance(&self, response: &Headers) -> Allowance {
        let number = |name: &str| response.number(&format!("ratelimit-{name}"));
        Allowance { limit: None, left: number("remaining"), reset: number("reset") }
    }

    fn counts_files(&self, _: bool) -> bool {
        // Its allowance is by the minute: what is too much is waited for.
        false
    }
}

fn entry(entry: &Value) -> Option<Entry> {
    let kind = EntryKind::of(entry["mode"].as_str()?, entry["type"].as_str()?);
    Some(Entry { path: text(entry, "/path")?, kind, id: text(entry, "/id")?, size: None })
}

/// The token of the next page, from the header `Link: <URL>; rel="next"`. Of that URL nothing else is used: the token of the
/// person must not go where an answer points.
fn next_token(response: &Headers) -> Option<String> {
    let link = response.get("link")?.split(',').find(|link| link.contains("rel=\"next\""))?;
    let url = link.split_once('<')?.1.split_once('>')?.0;
    let query = url.split_once('?')?.1;
    let value = query.split('&').find_map(|pair| pair.strip_prefix("page_token="))?;
    encode::decoded(value).map(|token| encode::segment(&token))
}
