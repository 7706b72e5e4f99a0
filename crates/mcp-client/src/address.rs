//! Where a server is.

use std::fmt;

/// Longest URL, in bytes.
const URL_BYTES: usize = 2_000;

/// Where a server is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// At a URL.
    Http(String),
    /// A program with its arguments, which speaks on its standard streams.
    Command(Vec<String>),
}

/// Why a URL is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// Not a URL of the web.
    #[error("it must be a URL such as https://tools.example/mcp")]
    NoUrl,
    /// Not encrypted, on the way to another machine.
    #[error("it must begin with https:// (http:// is taken for this machine alone: localhost, 127.0.0.1)")]
    Plain,
    /// It holds a name or password.
    #[error("it must hold no name and no password; set a token instead")]
    Credentials,
}

impl Address {
    /// A server at this URL: https, or http on this machine.
    ///
    /// # Errors
    /// Why the URL is not used.
    pub fn http(url: &str) -> Result<Self, UrlError> {
        let url = url.trim();
        let (scheme, rest) = url.split_once("://").ok_or(UrlError::NoUrl)?;
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let visible = url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte));
        if authority.is_empty() || !visible || url.len() > URL_BYTES || url.contains('#') {
            return Err(UrlError::NoUrl);
        }
        if authority.contains('@') {
            return Err(UrlError::Credentials);
        }
        match scheme {
            "https" => Ok(Self::Http(url.to_owned())),
            "http" if is_this_machine(authority) => Ok(Self::Http(url.to_owned())),
            "http" => Err(UrlError::Plain),
            _ => Err(UrlError::NoUrl),
        }
    }

    /// Scheme, host and port of a URL; `None` for a program.
    pub fn origin(&self) -> Option<&str> {
        let Self::Http(url) = self else { return None };
        let host = url.find("://").map_or(0, |at| at + 3);
        Some(&url[..url[host..].find(['/', '?']).map_or(url.len(), |at| host + at)])
    }
}

/// Whether a host with its port is this machine by its name.
fn is_this_machine(authority: &str) -> bool {
    let host = match authority.strip_prefix('[') {
        Some(rest) => return rest.split(']').next() == Some("::1"),
        None => authority.split(':').next().unwrap_or_default(),
    };
    host == "localhost" || host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Http(url) => f.write_str(url),
            Self::Command(argv) => f.write_str(&argv.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_reached_encrypted_or_on_this_machine() {
        for url in ["https://a.example/mcp", "http://localhost:3001/mcp", "http://127.0.0.1/mcp", "http://[::1]:9/mcp"]
        {
            assert_eq!(Address::http(url), Ok(Address::Http(url.to_owned())));
        }
        for url in [
            "http://a.example/mcp",
            "http://192.168.1.2/mcp",
            "http://127.0.0.1.evil.example/",
            "http://localhost.evil/",
        ] {
            assert_eq!(Address::http(url), Err(UrlError::Plain), "{url}");
        }
        for url in [
            "",
            "a.example",
            "ftp://a",
            "file:///etc/passwd",
            "https://",
            "https://a b",
            "https://a\r\nx",
            "https://a/#b",
        ] {
            assert_eq!(Address::http(url), Err(UrlError::NoUrl), "{url}");
        }
        assert_eq!(Address::http("https://me:key@a.example/"), Err(UrlError::Credentials));
        assert_eq!(Address::http("https://a.example:8443/mcp?x=1").unwrap().origin(), Some("https://a.example:8443"));
    }
}
