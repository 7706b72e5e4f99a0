//! GitHub's REST API, version 2022-11-28 (docs.github.com/rest): repositories, commits, pulls, git/trees, git/blobs.
//!
//! `api.github.com` and `raw.githubusercontent.com` let every page read their answers (CORS); archives do not. Files of public
//! repositories are loaded from the latter, without the token, as that does not count towards the API's 60 or 5,000 requests
//! an hour. It takes no token from a page, so files of private ones are loaded from the API, a request each.

use super::{Allowance, Described, Headers, Load, Next, Provider, commit_at, text, tree_entry};
use crate::{Entry, encode};
use serde_json::Value;

const API: &str = "https://api.github.com";
const RAW: &str = "https://raw.githubusercontent.com";

pub struct GitHub {
    pub path: String,
}

impl Provider for GitHub {
    fn repository(&self) -> String {
        format!("{API}/repos/{}", self.path)
    }

    fn described(&self, answer: &Value) -> Option<Described> {
        let (path, branch) = (text(answer, "/full_name")?, text(answer, "/default_branch")?);
        Some(Described { path, branch, is_private: answer["private"].as_bool()? })
    }

    fn commit(&self, reference: &str) -> String {
        format!("{API}/repos/{}/commits/{}", self.path, encode::path(reference))
    }

    fn commit_id(&self, answer: &Value) -> Option<String> {
        commit_at(answer, "/sha")
    }

    fn request(&self, number: u64) -> String {
        format!("{API}/repos/{}/pulls/{number}", self.path)
    }

    fn request_commit(&self, answer: &Value) -> Option<String> {
        commit_at(answer, "/head/sha")
    }

    fn listing(&self, id: &str, recursive: bool) -> String {
        let recursive = if recursive { "?recursive=1" } else { "" };
        format!("{API}/repos/{}/git/trees/{}{recursive}", self.path, encode::segment(id))
    }

    fn entries(&self, _: &str, answer: &Value, _: &Headers) -> Option<(Vec<Entry>, Next)> {
        let entries = answer["tree"].as_array()?.iter().map(tree_entry).collect::<Option<_>>()?;
        let is_cut = answer["truncated"].as_bool().unwrap_or(false);
        Some((entries, if is_cut { Next::Cut } else { Next::Complete }))
    }

    fn file(&self, commit: &str, entry: &Entry, is_private: bool) -> Load {
        if is_private {
            let url = format!("{API}/repos/{}/git/blobs/{}", self.path, encode::segment(&entry.id));
            return Load { url, accept: "application/vnd.github.raw+json", with_token: true };
        }
        let url = format!("{RAW}/{}/{commit}/{}", self.path, encode::path(&entry.path));
        Load { url, accept: "", with_token: false }
    }

    fn token(&self, token: &str) -> (String, String) {
        ("authorization".to_owned(), format!("Bearer {token}"))
    }

    fn contacts(&self) -> Vec<String> {
        vec![API.to_owned(), RAW.to_owned()]
    }

    fn request_word(&self) -> &'static str {
        "pull request"
    }

    fn allowance(&self, response: &Headers) -> Allowance {
        let number = |name: &str| response.number(&format!("x-ratelimit-{name}"));
        Allowance { limit: number("limit"), left: number("remaining"), reset: number("reset") }
    }

    fn counts_files(&self, is_private: bool) -> bool {
        is_private
    }
}
