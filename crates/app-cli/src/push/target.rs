//! The target of a push: a Worker, and the id of a repository there.

use anyhow::{Result, bail};
use std::net::{Ipv4Addr, Ipv6Addr};

/// Longest id of a repository.
const ID_MAX: usize = 100;

/// A Worker that the token may be sent to, and the id of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Without a slash at its end.
    base: String,
    repository: String,
    is_loopback: bool,
}

impl Target {
    /// Checks both. Only https is accepted, except on this machine, because a token is sent.
    pub fn parse(to: &str, repository: &str) -> Result<Self> {
        let sound = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        let starts_well = repository.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !starts_well || repository.len() > ID_MAX || !repository.chars().all(sound) {
            bail!("`{repository}` is no id: up to {ID_MAX} letters, digits, `.`, `_` or `-`, a letter or digit first");
        }
        let shape = || anyhow::anyhow!("`{to}` is no address of a Worker; give one like https://quarry.example.dev");
        let base = to.trim().trim_end_matches('/');
        let (scheme, rest) = base.split_once("://").ok_or_else(shape)?;
        let authority = rest.split('/').next().expect("a split has a first part");
        let host = host(authority).ok_or_else(shape)?;
        if rest.contains(['?', '#', '\\', '%']) || rest.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(shape());
        }
        let is_loopback = is_loopback(&host);
        match scheme.to_ascii_lowercase().as_str() {
            "https" => {}
            "http" if is_loopback => {}
            "http" => bail!("the token is not sent over http to {host}; use https"),
            _ => return Err(shape()),
        }
        Ok(Self { base: base.to_owned(), repository: repository.to_owned(), is_loopback })
    }

    /// The URL of `path` below the repository.
    pub fn url(&self, path: &str) -> String {
        format!("{}/v1/repos/{}/{path}", self.base, self.repository)
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    pub fn repository(&self) -> &str {
        &self.repository
    }

    /// Whether the Worker runs on this machine.
    pub fn is_loopback(&self) -> bool {
        self.is_loopback
    }
}

/// The host of `host` or `host:port`, in lower case; None where there is none, or a user is named.
fn host(authority: &str) -> Option<String> {
    if authority.contains('@') {
        return None;
    }
    let (host, port) = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inner, rest)) => {
            inner.parse::<Ipv6Addr>().ok()?;
            (format!("[{inner}]"), if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) })
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host.to_owned(), Some(port)),
            None => (authority.to_owned(), None),
        },
    };
    let port_fits = port.is_none_or(|port| port.parse::<u16>().is_ok());
    (port_fits && !host.is_empty()).then(|| host.to_ascii_lowercase())
}

fn is_loopback(host: &str) -> bool {
    let inner = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || inner.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || inner.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_addresses() {
        let target = Target::parse("https://Quarry.example.dev/base/", "flask-3.1").unwrap();
        assert_eq!(target.url("missing"), "https://Quarry.example.dev/base/v1/repos/flask-3.1/missing");
        assert!(!target.is_loopback());
    }

    #[test]
    fn http_is_for_this_machine_only() {
        for near in ["http://localhost:8787", "http://127.0.0.1", "http://[::1]:80", "HTTP://LOCALHOST"] {
            assert!(Target::parse(near, "a").unwrap().is_loopback(), "{near}");
        }
        for far in ["http://quarry.dev", "http://localhost.quarry.dev", "http://127.quarry.dev", "http://0.0.0.0"] {
            assert!(Target::parse(far, "a").unwrap_err().to_string().contains("use https"), "{far}");
        }
    }

    #[test]
    fn what_is_no_address_or_id_is_refused() {
        for wrong in [
            "quarry.dev",
            "ftp://quarry.dev",
            "https://",
            "https://me:secret@quarry.dev",
            "https://a b",
            "https://a?x=1",
            "https://a:x",
        ] {
            assert!(Target::parse(wrong, "a").unwrap_err().to_string().contains("is no address"), "{wrong}");
        }
        for wrong in ["", "..", "-a", "a/b", "a b", "ä", &"a".repeat(101)] {
            assert!(
                Target::parse("https://quarry.dev", wrong).unwrap_err().to_string().contains("is no id"),
                "{wrong}"
            );
        }
    }
}
