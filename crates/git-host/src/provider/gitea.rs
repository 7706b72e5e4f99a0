//! The API of Gitea and Forgejo, version 1 (docs.gitea.com/api): repositories, commits, pulls, git/trees, raw files.
//!
//! Pages may read its answers where the instance has `[cors]` switched on, as Codeberg has. A listing that says `truncated`
//! goes on with the next page.

use super::{Allowance, Described, Headers, Load, Next, Provider, commit_at, text, tree_entry};
use crate::{Entry, encode};
use serde_json::Value;

/// Entries on a page of a listing; an instance may give fewer.
const PER_PAGE: u32 = 1000;

pub struct Gitea {
    pub origin: String,
    pub path: String,
}

impl Gitea {
    fn api(&self) -> String {
        format!("{}/api/v1/repos/{}", self.origin, self.path)
    }
}

impl Provider for Gitea {
    fn repository(&self) -> String {
        self.api()
    }

    fn described(&self, answer: &Value) -> Option<Described> {
        let path = text(answer, "/full_name")?;
        let is_empty = answer["empty"].as_bool().unwrap_or(false);
        let branch = if is_empty { String::new() } else { text(answer, "/default_branch")? };
        Some(Described { path, branch, is_private: answer["private"].as_bool()? })
    }

    fn commit(&self, reference: &str) -> String {
        let reference = encode::segment(reference);
        format!("{}/git/commits/{reference}?stat=false&verification=false&files=false", self.api())
    }

    fn commit_id(&self, answer: &Value) -> Option<String> {
        commit_at(answer, "/sha")
    }

    fn request(&self, number: u64) -> String {
        format!("{}/pulls/{number}", self.api())
    }

    fn request_commit(&self, answer: &Value) -> Option<String> {
        commit_at(answer, "/head/sha")
    }

    fn listing(&self, id: &str, recursive: bool) -> String {
        format!("{}/git/trees/{}?recursive={recursive}&per_page={PER_PAGE}&page=1", self.api(), encode::segment(id))
    }

    fn entries(&self, url: &str, answer: &Value, _: &Headers) -> Option<(Vec<Entry>, Next)> {
        // A page after the last has no entries at all.
        let tree = answer.get("tree")?.as_array().map_or(&[][..], Vec::as_slice);
        let entries = tree.iter().map(tree_entry).collect::<Option<Vec<_>>>()?;
        if entries.is_empty() || !answer["truncated"].as_bool().unwrap_or(false) {
            return Some((entries, Next::Complete));
        }
        let (start, page) = url.rsplit_once("&page=")?;
        let next = page.parse::<u32>().ok()?.checked_add(1)?;
        Some((entries, Next::Page(format!("{start}&page={next}"))))
    }

    fn file(&self, commit: &str, entry: &Entry, _: bool) -> Load {
        let url = format!("{}/raw/{}?ref={commit}", self.api(), encode::path(&entry.path));
        Load { url, accept: "", with_token: true }
    }

    fn token(&self, token: &str) -> (String, String) {
        ("authorization".to_owned(), format!("token {token}"))
    }

    fn contacts(&self) -> Vec<String> {
        vec![self.origin.clone()]
    }

    fn request_word(&self) -> &'static str {
        "pull request"
    }

    fn allowance(&self, _: &Headers) -> Allowance {
        Allowance::default()
    }

    fn counts_files(&self, _: bool) -> bool {
        false
    }
}
