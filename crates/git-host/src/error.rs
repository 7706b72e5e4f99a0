//! Why a git host did not give what was asked for.

use crate::AddressError;
use model::HttpError;

/// Why a git host did not give what was asked for. Texts of hosts are quoted in part and without control characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The address cannot be used.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// No answer, or a broken one.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The host did not begin its answer in time.
    #[error("{host} does not answer")]
    TooSlow {
        /// The host.
        host: String,
    },
    /// There is no such thing, or it is private: hosts do not say which.
    #[error("{host} knows no {what}{}", if *has_token { ", or the token may not read it" } else { ", or it is private" })]
    NotFound {
        /// The host.
        host: String,
        /// "repository `a/b`"
        what: String,
        /// Whether a token was sent.
        has_token: bool,
    },
    /// The host refuses access.
    #[error("{host} refuses access{}{}", if *has_token { " with this token" } else { " without a token" }, quoted(why))]
    Refused {
        /// The host.
        host: String,
        /// The host's reason; empty if it gives none.
        why: String,
        /// Whether a token was sent.
        has_token: bool,
    },
    /// As many requests as the host allows were sent.
    #[error("{host} allows {} and they are used up{}", allowance(*limit, *has_token), when(*minutes))]
    RateLimit {
        /// The host.
        host: String,
        /// Requests that it allows in an hour, where it says so.
        limit: Option<u64>,
        /// Minutes until it allows more, where it says so.
        minutes: Option<u64>,
        /// Whether a token was sent.
        has_token: bool,
    },
    /// More requests would be needed than the host still allows.
    #[error("{needed} files are to be loaded from {host}, which allows {left} more requests{}", when(*minutes))]
    TooFewRequests {
        /// The host.
        host: String,
        /// Files to be loaded, a request each.
        needed: u64,
        /// Requests that are left.
        left: u64,
        /// Minutes until it allows more, where it says so.
        minutes: Option<u64>,
    },
    /// The host failed.
    #[error("{host} answered with status {status}{}", quoted(why))]
    Failed {
        /// The host.
        host: String,
        /// HTTP status.
        status: u16,
        /// The host's reason; empty if it gives none.
        why: String,
    },
    /// An answer that is not what the host's documentation describes.
    #[error("{host} answered with something that is no {what}")]
    NoAnswer {
        /// The host.
        host: String,
        /// "list of files"
        what: &'static str,
    },
    /// An answer longer than is taken.
    #[error("the answer of {host} is longer than {} MB", limits::git_host::LISTING_BYTES >> 20)]
    TooLong {
        /// The host.
        host: String,
    },
    /// The list of files takes more requests than are sent.
    #[error("{host} lists the files of this repository in more than {} parts", limits::git_host::LISTING_REQUESTS)]
    TooManyParts {
        /// The host.
        host: String,
    },
    /// It answers neither as GitLab nor as Gitea does.
    #[error(
        "{host} answers neither as GitLab nor as Gitea or Forgejo does, or it does not let this page read its answers (CORS)"
    )]
    UnknownHost {
        /// The host.
        host: String,
    },
}

impl HostError {
    /// Whether a token, or another one, may help.
    pub fn asks_for_token(&self) -> bool {
        matches!(self, Self::NotFound { .. } | Self::Refused { .. } | Self::RateLimit { has_token: false, .. })
    }
}

fn allowance(limit: Option<u64>, has_token: bool) -> String {
    let token = if has_token { "with this token" } else { "without a token" };
    match limit {
        Some(limit) => format!("{limit} requests an hour {token},"),
        None => format!("a certain number of requests {token},"),
    }
}

fn when(minutes: Option<u64>) -> String {
    match minutes {
        None => String::new(),
        Some(0 | 1) => "; it allows more in a minute".to_owned(),
        Some(minutes) => format!("; it allows more in {minutes} minutes"),
    }
}

fn quoted(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(": \"{why}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_used_up_allowance_says_how_much_and_until_when() {
        let error = |limit, minutes, has_token| {
            HostError::RateLimit { host: "api.github.com".into(), limit, minutes, has_token }.to_string()
        };
        let without = error(Some(60), Some(12), false);
        let expected = "api.github.com allows 60 requests an hour without a token, and they are used up; it allows more in 12 minutes";
        assert_eq!(without, expected);
        let unknown = "api.github.com allows a certain number of requests with this token, and they are used up";
        assert_eq!(error(None, None, true), unknown);
    }
}
