//! What people paste for a repository: an address from the browser, one for `git clone`, or `owner/name`.

mod forms;
mod names;

use crate::Kind;
use limits::git_host::ADDRESS_BYTES;
use names::{check_host, clean};

/// A repository on a git host, and the part and state of it that is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Scheme, host and port of the host's site: `https://github.com`.
    pub origin: String,
    /// Which host it is; `None` where only its answers show that.
    pub kind: Option<Kind>,
    /// The repository on that host: `owner/name`, on GitLab also `group/subgroup/name`.
    pub path: String,
    /// The state of it.
    pub at: At,
}

/// Which state of a repository an address means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// The default branch.
    Default,
    /// A branch, a tag or a commit, and a folder; the folder is empty for all of it.
    Named(String, String),
    /// A branch or tag followed by a folder: where one ends and the other begins only the host knows. The flag says that a
    /// file is named instead of a folder, which means the whole repository.
    NamedThenPath(String, bool),
    /// A pull or merge request, by its number.
    Request(u64),
}

/// Why a text is not the address of a repository.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is too long.
    #[error("the address is longer than {ADDRESS_BYTES} bytes")]
    Long,
    /// It is neither an address nor `owner/name`.
    #[error("`{0}` is no address of a repository: give owner/name, or the address from the browser")]
    None(String),
    /// The address holds a name or a password.
    #[error("the address holds a name or a password; leave it out, the token is asked for where one is needed")]
    Credentials,
    /// A protocol that a browser does not speak.
    #[error("`{0}` is no protocol by which files are loaded: give the https address")]
    Scheme(String),
    /// `http` to another machine.
    #[error("only https addresses are used: http would send files and token in the clear")]
    NotEncrypted,
    /// The name of a branch, tag or folder that git does not allow.
    #[error("`{0}` is no name of a branch, tag, commit or folder")]
    Name(String),
    /// A gist, which has no listing.
    #[error("a gist is no repository: download it as a zip, and drop that here")]
    Gist,
}

impl Address {
    /// Reads what a person has typed or pasted.
    ///
    /// # Errors
    /// Why it is no address of a repository.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        if text.len() > ADDRESS_BYTES {
            return Err(AddressError::Long);
        }
        let shown = || AddressError::None(clean(text));
        if text.is_empty() || text.chars().any(|c| c.is_control() || c == '\\' || c.is_whitespace()) {
            return Err(shown());
        }
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest.to_owned()),
            None => ("https".to_owned(), forms::without_scheme(text).ok_or_else(shown)?),
        };
        let cut = rest.find(['?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest[..cut].split_once('/').ok_or_else(shown)?;
        let origin = origin(&scheme, authority, text)?;
        if origin == "https://gist.github.com" {
            return Err(AddressError::Gist);
        }
        forms::read(origin, path).map_err(|error| error.unwrap_or_else(shown))
    }

    /// The host as people call it: without scheme.
    pub fn host(&self) -> &str {
        self.origin.split_once("://").map_or(self.origin.as_str(), |(_, host)| host)
    }

    /// The last part of the repository's path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// The origin of the site: ssh and git addresses are of the same host by https.
fn origin(scheme: &str, authority: &str, text: &str) -> Result<String, AddressError> {
    let is_git = matches!(scheme, "ssh" | "git" | "git+ssh");
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let host = host.to_ascii_lowercase();
    // The port of another protocol says nothing about the site.
    let host = if is_git { host.split(':').next().unwrap_or_default().to_owned() } else { host };
    let host = host.strip_prefix("www.").map(str::to_owned).unwrap_or(host);
    check_host(&host).ok_or_else(|| AddressError::None(clean(text)))?;
    match scheme {
        _ if is_git && !user.contains(':') => Ok(format!("https://{host}")),
        _ if !user.is_empty() => Err(AddressError::Credentials),
        "https" | "git+https" if is_loopback(&host) && !text.contains("://") => Ok(format!("http://{host}")),
        "https" | "git+https" => Ok(format!("https://{host}")),
        "http" if is_loopback(&host) => Ok(format!("http://{host}")),
        "http" => Err(AddressError::NotEncrypted),
        other => Err(AddressError::Scheme(clean(other))),
    }
}

fn is_loopback(host: &str) -> bool {
    let is_port = |rest: &str| rest.is_empty() || rest.starts_with(':');
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| host.strip_prefix(name).is_some_and(is_port))
}

#[cfg(test)]
mod tests;
