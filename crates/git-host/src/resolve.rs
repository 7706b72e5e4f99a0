//! Finds out which commit an address means.

use crate::provider::{Described, Provider};
use crate::{Address, At, Client, HostError, Kind};
use limits::git_host::REFERENCE_PARTS;
use serde_json::Value;

/// A repository at a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// Scheme, host and port of the host's site.
    pub origin: String,
    /// Which host it is.
    pub kind: Kind,
    /// The repository on that host, as the host spells it.
    pub path: String,
    /// The branch, tag or request that was meant: "main", "pull request 12"; the commit's name where that was given.
    pub reference: String,
    /// The full name of the commit.
    pub commit: String,
    /// The folder that is wanted; empty for all.
    pub folder: String,
    /// Whether it is read with a token alone.
    pub is_private: bool,
}

impl Client {
    /// Finds out which commit an address means: two requests, more where a branch's name has slashes or the host is not known.
    ///
    /// # Errors
    /// Why the host does not say.
    pub async fn resolve(&self, address: &Address) -> Result<Resolved, HostError> {
        let kind = match address.kind {
            Some(kind) => kind,
            None => self.kind_of(address).await?,
        };
        let provider = kind.provider(address);
        let what = format!("repository `{}`", address.path);
        let read = |answer: &Value| provider.described(answer);
        let described = self.ask(&*provider, provider.repository(), &what, "description of a repository", read).await?;
        let (reference, commit, folder) = self.state(&*provider, &address.at, &described).await?;
        let Described { path, is_private, .. } = described;
        Ok(Resolved { origin: address.origin.clone(), kind, path, reference, commit, folder, is_private })
    }

    /// The name, the commit and the folder.
    async fn state(
        &self,
        provider: &dyn Provider,
        at: &At,
        described: &Described,
    ) -> Result<(String, String, String), HostError> {
        match at {
            At::Default if described.branch.is_empty() => Err(self.missing(provider, "commit in this repository")),
            At::Default => {
                Ok((described.branch.clone(), self.commit(provider, &described.branch).await?, String::new()))
            }
            At::Named(name, folder) => Ok((name.clone(), self.commit(provider, name).await?, folder.clone())),
            At::Request(number) => {
                let word = format!("{} {number}", provider.request_word());
                let read = |answer: &Value| provider.request_commit(answer);
                let commit = self.ask(provider, provider.request(*number), &word, "request", read).await?;
                Ok((word, commit, String::new()))
            }
            At::NamedThenPath(text, is_file) => self.branch_and_folder(provider, text, *is_file).await,
        }
    }

    /// The shortest beginning that names something: git allows no branch `a/b` beside a branch `a`.
    async fn branch_and_folder(
        &self,
        provider: &dyn Provider,
        text: &str,
        is_file: bool,
    ) -> Result<(String, String, String), HostError> {
        let ends = text.match_indices('/').map(|(at, _)| at).chain([text.len()]);
        for end in ends.take(REFERENCE_PARTS) {
            match self.commit(provider, &text[..end]).await {
                Ok(commit) => {
                    let folder = if is_file { "" } else { text[end..].trim_start_matches('/') };
                    return Ok((text[..end].to_owned(), commit, folder.to_owned()));
                }
                Err(HostError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        // The first part is what most addresses mean.
        let first = text.split('/').next().unwrap_or(text);
        Err(self.missing(provider, &named(first)))
    }

    async fn commit(&self, provider: &dyn Provider, reference: &str) -> Result<String, HostError> {
        let read = |answer: &Value| provider.commit_id(answer);
        self.ask(provider, provider.commit(reference), &named(reference), "commit", read).await
    }

    /// Which kind of host answers at an address: its version is public with Gitea, a project's description with GitLab.
    async fn kind_of(&self, address: &Address) -> Result<Kind, HostError> {
        let gitea = Kind::Gitea.provider(address);
        let version = format!("{}/api/v1/version", address.origin);
        let read = |answer: &Value| answer["version"].as_str().map(drop);
        if self.ask(&*gitea, version, "version", "version", read).await.is_ok() {
            return Ok(Kind::Gitea);
        }
        let gitlab = Kind::GitLab.provider(address);
        let read = |answer: &Value| gitlab.described(answer).map(drop);
        match self.ask(&*gitlab, gitlab.repository(), "repository", "description of a repository", read).await {
            Ok(()) => Ok(Kind::GitLab),
            // GitLab says of a project that it does not show, in these words, that it is not found.
            Err(HostError::NotFound { .. }) if self.is_gitlab(address).await => Ok(Kind::GitLab),
            Err(_) => Err(HostError::UnknownHost { host: address.host().to_owned() }),
        }
    }

    /// Whether GitLab's list of public projects is there.
    async fn is_gitlab(&self, address: &Address) -> bool {
        let provider = Kind::GitLab.provider(address);
        let url = format!("{}/api/v4/projects?per_page=1&simple=true", address.origin);
        let read = |answer: &Value| answer.as_array().map(drop);
        self.ask(&*provider, url, "list of projects", "list of projects", read).await.is_ok()
    }
}

fn named(reference: &str) -> String {
    format!("branch, tag or commit `{reference}`")
}
