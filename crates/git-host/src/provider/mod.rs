//! What differs between hosts: the URLs of their APIs, and how their answers are read. No I/O.

mod gitea;
mod github;
mod gitlab;

use crate::{Address, Entry};
use model::HttpResponse;
use serde_json::Value;

/// The kinds of hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// github.com.
    GitHub,
    /// GitLab, on any host.
    GitLab,
    /// Gitea or Forgejo, on any host; Codeberg is one.
    Gitea,
}

/// What a host says about a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Described {
    /// Its path as the host spells it.
    pub path: String,
    /// The default branch; empty where there is no commit.
    pub branch: String,
    /// Whether it can be read with a token alone.
    pub is_private: bool,
}

/// Where a listing goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// It is complete.
    Complete,
    /// At this URL.
    Page(String),
    /// Nowhere: this part is cut, and its folders have to be listed one by one.
    Cut,
}

/// A file to load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Load {
    /// Where it is.
    pub url: String,
    /// The `Accept` header; empty for any.
    pub accept: &'static str,
    /// Whether the token is sent: only to the API's own origin.
    pub with_token: bool,
}

/// A host's API, for one repository.
pub(crate) trait Provider {
    /// URL of the repository's description.
    fn repository(&self) -> String;
    /// Reads the description.
    fn described(&self, answer: &Value) -> Option<Described>;
    /// URL of a commit by the name of a branch, tag or commit.
    fn commit(&self, reference: &str) -> String;
    /// Reads the full name of a commit.
    fn commit_id(&self, answer: &Value) -> Option<String>;
    /// URL of a pull or merge request.
    fn request(&self, number: u64) -> String;
    /// Reads the last commit of a request.
    fn request_commit(&self, answer: &Value) -> Option<String>;
    /// URL of the listing of a commit, or of the folder that is the object `id`, with all below it or without.
    fn listing(&self, id: &str, recursive: bool) -> String;
    /// Reads a part of a listing, which came from `url`, and where it goes on.
    fn entries(&self, url: &str, answer: &Value, response: &Headers) -> Option<(Vec<Entry>, Next)>;
    /// Where a file's bytes are.
    fn file(&self, commit: &str, entry: &Entry, is_private: bool) -> Load;
    /// The header that carries a token.
    fn token(&self, token: &str) -> (String, String);
    /// Origins that are contacted.
    fn contacts(&self) -> Vec<String>;
    /// A name for a request: "pull request", "merge request".
    fn request_word(&self) -> &'static str;
    /// Requests that the answer says are left, and the time at which there are more again, in seconds since 1970.
    fn allowance(&self, response: &Headers) -> Allowance;
    /// Whether loading a file counts towards that allowance.
    fn counts_files(&self, is_private: bool) -> bool;
}

/// What a host allows, as far as an answer says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Allowance {
    pub limit: Option<u64>,
    pub left: Option<u64>,
    /// Seconds since 1970.
    pub reset: Option<u64>,
}

/// Headers of an answer, by names in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Headers(pub Vec<(String, String)>);

impl Headers {
    pub fn of(response: &HttpResponse) -> Self {
        Self(response.headers.clone())
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.get(name)?.trim().parse().ok()
    }
}

impl Kind {
    pub(crate) fn provider(self, address: &Address) -> Box<dyn Provider> {
        let (origin, path) = (address.origin.clone(), address.path.clone());
        match self {
            Self::GitHub => Box::new(github::GitHub { path }),
            Self::GitLab => Box::new(gitlab::GitLab { origin, path }),
            Self::Gitea => Box::new(gitea::Gitea { origin, path }),
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::GitHub => "GitHub",
            Self::GitLab => "GitLab",
            Self::Gitea => "Gitea",
        }
    }
}

/// A text of an answer.
fn text(answer: &Value, pointer: &str) -> Option<String> {
    answer.pointer(pointer)?.as_str().map(str::to_owned)
}

/// The full name of a commit: it becomes part of URLs.
fn commit_at(answer: &Value, pointer: &str) -> Option<String> {
    let id = text(answer, pointer)?;
    let is_id = (id.len() == 40 || id.len() == 64) && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then_some(id)
}

/// An entry of a tree as GitHub and Gitea write it.
fn tree_entry(entry: &Value) -> Option<Entry> {
    let kind = crate::EntryKind::of(entry["mode"].as_str()?, entry["type"].as_str()?);
    let (path, id) = (text(entry, "/path")?, text(entry, "/sha")?);
    Some(Entry { path, kind, id, size: entry["size"].as_u64() })
}
