//! Where a repository came from: a git host, or a folder that may have changed since.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use serde::{Deserialize, Serialize};

/// The kinds of git hosts, which differ in their addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GitHostKind {
    GitHub,
    GitLab,
    /// Gitea or Forgejo.
    Gitea,
}

/// The state of a repository on a git host that was imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepositoryOrigin {
    pub kind: GitHostKind,
    /// Scheme, host and port: `https://github.com`.
    pub site: String,
    /// The repository on that host: `owner/name`, on GitLab also `group/subgroup/name`.
    pub path: String,
    /// The branch, tag, commit or "pull request 12" that was meant.
    pub reference: String,
    /// The full name of the commit.
    pub commit: String,
    /// The folder that was imported, for all of them empty. Paths of files are from the root of the repository all the same.
    pub folder: String,
    /// The address as it was typed: importing it again brings the repository up to date.
    pub address: String,
}

/// What an address means, before anything is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostedAddress {
    /// As it was typed, without white space around it.
    pub address: String,
    /// The host: `github.com`.
    pub host: String,
    /// The repository on it.
    pub path: String,
    /// The part or state that is meant, in words: "branch or tag main"; empty for the default branch.
    pub state: String,
    /// The hosts that are contacted; the token is sent to the first alone.
    pub contacts: Vec<String>,
    /// Whether there is a token for this host.
    pub has_token: bool,
}

/// What has changed in a folder since it was imported.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FolderChanges {
    /// Files with other contents, by size or time of their last change.
    pub changed: u32,
    pub added: u32,
    pub removed: u32,
    /// The first paths of them all, in order.
    pub paths: Vec<String>,
}

impl FolderChanges {
    /// Files that have changed, were added or are gone.
    pub fn count(&self) -> u32 {
        self.changed + self.added + self.removed
    }
}
