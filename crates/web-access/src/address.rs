//! Which addresses are reached.

use crate::WebError;
use limits::web::URL_BYTES;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The address of a page that may be fetched: `https`, a public host, no name, no password, no fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageUrl {
    url: String,
    /// Where the path begins.
    path: usize,
}

/// What may be fetched beside, or instead of, public pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rules {
    /// Origins that are fetched although they are local or not encrypted.
    pub also: Vec<String>,
    /// Hosts that alone are fetched; `None`: every public one.
    pub only: Option<Vec<String>>,
}

/// Names that mean this machine or this network.
const LOCAL_NAMES: [&str; 10] =
    ["localhost", "local", "internal", "home.arpa", "lan", "intranet", "corp", "home", "private", "localdomain"];

impl PageUrl {
    /// Reads an address.
    ///
    /// # Errors
    /// Why it is not fetched.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, WebError> {
        let text = text.trim();
        let url = text.split('#').next().unwrap_or_default();
        let no_url = || WebError::NoUrl(text.chars().take(100).map(|c| if c.is_control() { ' ' } else { c }).collect());
        if url.len() > URL_BYTES {
            return Err(WebError::LongUrl);
        }
        // A backslash is a slash to browsers, and blanks are nothing.
        if !url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\\\"<>^`{|}".contains(&byte)) {
            return Err(no_url());
        }
        let (scheme, rest) = url.split_once("://").ok_or_else(no_url)?;
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let url = format!("{}://{}{path}", scheme.to_ascii_lowercase(), authority.to_ascii_lowercase());
        let this = Self { path: scheme.len() + 3 + authority.len(), url };
        if authority.contains('@') {
            return Err(WebError::Credentials);
        }
        if rules.also.iter().any(|origin| origin == this.origin()) {
            return Ok(this);
        }
        match this.url.split("://").next() {
            Some("https") => {}
            Some("http") => return Err(WebError::NotHttps),
            _ => return Err(no_url()),
        }
        let host = this.host();
        check_host(host).map_err(|private| if private { WebError::Private(host.to_owned()) } else { no_url() })?;
        match &rules.only {
            Some(only) if !only.iter().any(|allowed| is_within(host, allowed)) => {
                Err(WebError::NotAllowed(host.to_owned()))
            }
            Some(_) | None => Ok(this),
        }
    }

    /// The address that a redirect of this page leads to.
    ///
    /// # Errors
    /// Why it is not fetched.
    pub fn redirected(&self, location: &str, rules: &Rules) -> Result<Self, WebError> {
        let scheme = self.url.split("://").next().unwrap_or_default();
        let (base, _) = self.url.split_at(self.url.find('?').unwrap_or(self.url.len()));
        let folder = match base[self.path..].rfind('/') {
            Some(at) => &base[..self.path + at + 1],
            None => &format!("{base}/"),
        };
        let location = location.trim();
        let absolute = match location {
            there if has_scheme(there) => there.to_owned(),
            there if there.starts_with("//") => format!("{scheme}:{there}"),
            there if there.starts_with('/') => format!("{}{there}", self.origin()),
            there if there.starts_with('?') => format!("{base}{there}"),
            there => format!("{folder}{there}"),
        };
        Self::parse(&absolute, rules).map(Self::without_dots)
    }

    /// The same without `.` and `..` in its path.
    fn without_dots(mut self) -> Self {
        let end = self.url.find('?').unwrap_or(self.url.len());
        let path = &self.url[self.path..end];
        if !path.split('/').any(|part| part == "." || part == "..") {
            return self;
        }
        let mut parts: Vec<&str> = Vec::new();
        let is_folder = path.ends_with(['/', '.']);
        for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
            if part == ".." {
                parts.pop();
            } else {
                parts.push(part);
            }
        }
        let last = if is_folder && !parts.is_empty() { "/" } else { "" };
        let path = format!("/{}{last}", parts.join("/"));
        self.url.replace_range(self.path..end, &path);
        self
    }

    /// All of it.
    pub fn as_str(&self) -> &str {
        &self.url
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> &str {
        &self.url[..self.path]
    }

    /// The host, without its port; a v6 address with its brackets.
    fn host(&self) -> &str {
        let authority = self.origin().split_once("://").map_or("", |(_, authority)| authority);
        match authority.find(']') {
            Some(end) => &authority[..=end],
            None => authority.split(':').next().unwrap_or_default(),
        }
    }
}

/// Whether a reference begins with a scheme, such as `mailto:`.
fn has_scheme(reference: &str) -> bool {
    let scheme = reference.split([':', '/', '?']).next().unwrap_or_default();
    let is_scheme = scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b)) && !scheme.is_empty();
    is_scheme && reference[scheme.len()..].starts_with(':')
}

/// Whether a host is a name below, or the same as, another.
fn is_within(host: &str, allowed: &str) -> bool {
    host == allowed || host.strip_suffix(allowed).is_some_and(|rest| rest.ends_with('.'))
}

/// `Err(true)` for a host of this network, `Err(false)` for what is no host.
fn check_host(host: &str) -> Result<(), bool> {
    if let Some(v6) = host.strip_prefix('[') {
        let address = v6.strip_suffix(']').and_then(|v6| v6.parse::<Ipv6Addr>().ok()).ok_or(false)?;
        return if is_public(address.into()) { Ok(()) } else { Err(true) };
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        return if is_public(address.into()) { Ok(()) } else { Err(true) };
    }
    let labels: Vec<&str> = host.split('.').collect();
    let is_label =
        |label: &&str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    let last = labels.last().copied().unwrap_or_default();
    // Browsers read such a host as an address, in ways that nothing else should guess.
    let is_number = last.bytes().all(|b| b.is_ascii_digit()) || last.starts_with("0x");
    if !labels.iter().all(is_label) || host.len() > 253 || is_number {
        return Err(false);
    }
    let is_local = labels.len() == 1 || LOCAL_NAMES.iter().any(|name| is_within(host, name));
    if is_local { Err(true) } else { Ok(()) }
}

/// Whether an address is reached through the public Internet: not this machine, not this network, not reserved.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let this_or_local = matches!(
        (a, b),
        (0 | 10 | 127, _) | (100, 64..=127) | (169, 254) | (172, 16..=31) | (192, 168) | (198, 18 | 19)
    );
    let reserved = matches!((a, b, c), (192, 0, 0 | 2) | (192, 88, 99) | (198, 51, 100) | (203, 0, 113) | (224.., ..));
    !this_or_local && !reserved
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let s = address.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match s {
        // This machine, addresses of version 4 in other clothes.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0, 0, 0, 0, 0, 0, ..] => false,
        [0x2002, high, low, ..] => embedded(high, low),
        // Only 2000::/3 is given out; of that, Teredo, benchmarks and examples are not.
        [0x2001, 0 | 2 | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<String, WebError> {
        PageUrl::parse(url, &Rules::default()).map(|url| url.as_str().to_owned())
    }

    #[test]
    fn public_pages_are_fetched() {
        for (url, read) in [
            ("https://docs.rs/serde/latest/#struct", "https://docs.rs/serde/latest/"),
            (" HTTPS://Docs.RS:8443/A?b=c ", "https://docs.rs:8443/A?b=c"),
            ("https://93.184.215.14/", "https://93.184.215.14/"),
            ("https://[2606:2800:21f::1]/", "https://[2606:2800:21f::1]/"),
            ("https://xn--bcher-kva.example.com", "https://xn--bcher-kva.example.com"),
        ] {
            assert_eq!(parse(url).as_deref(), Ok(read));
        }
    }

    #[test]
    fn this_machine_and_this_network_are_not() {
        for host in [
            "localhost",
            "localhost.",
            "a.localhost",
            "printer.local",
            "router",
            "db.internal",
            "nas.lan",
            "x.home.arpa",
            "127.0.0.1",
            "127.1.2.3",
            "10.0.0.1",
            "172.31.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "[::1]",
            "[::]",
            "[fe80::1]",
            "[fc00::1]",
            "[fd12::1]",
            "[ff02::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:a00:1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[2001::1]",
            "[2001:db8::1]",
            "[::127.0.0.1]",
            "127.0.0.1.",
        ] {
            for url in [format!("https://{host}/x"), format!("https://{host}:8443")] {
                assert!(matches!(parse(&url), Err(WebError::Private(_))), "{url}: {:?}", parse(&url));
            }
        }
    }

    #[test]
    fn what_may_mean_an_address_elsewhere_is_no_address() {
        for url in [
            "",
            "docs.rs",
            "ftp://docs.rs/",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "https://",
            "https:///x",
            "https://2130706433/",
            "https://0x7f000001/",
            "https://127.1/",
            "https://0177.0.0.1/",
            "https://a.0x7f/",
            "https://bücher.example/",
            "https://a b.example/",
            "https://docs.rs\\@127.0.0.1/",
            "https://a..b/",
            "https://docs.rs/\r\nHost: x",
            "https://[::1",
            "https://docs.rs%2f@x/",
        ] {
            assert!(parse(url).is_err(), "{url}: {:?}", parse(url));
        }
        assert_eq!(parse("https://me:key@docs.rs/"), Err(WebError::Credentials));
        assert_eq!(parse("http://docs.rs/"), Err(WebError::NotHttps));
        assert_eq!(parse(&format!("https://docs.rs/{}", "x".repeat(2_000))), Err(WebError::LongUrl));
    }

    #[test]
    fn redirects_are_read_like_addresses() {
        let page = PageUrl::parse("https://docs.rs/a/b?c", &Rules::default()).unwrap();
        let to = |location: &str| page.redirected(location, &Rules::default()).map(|url| url.as_str().to_owned());
        assert_eq!(to("/x").as_deref(), Ok("https://docs.rs/x"));
        assert_eq!(to("x#y").as_deref(), Ok("https://docs.rs/a/x"));
        assert_eq!(to("../x/./y/..").as_deref(), Ok("https://docs.rs/x/"));
        assert_eq!(to("../../../x").as_deref(), Ok("https://docs.rs/x"));
        assert!(to("data:x").is_err() && to("mailto:a@b.example").is_err());
        assert_eq!(to("?d").as_deref(), Ok("https://docs.rs/a/b?d"));
        assert_eq!(to("//other.example/x").as_deref(), Ok("https://other.example/x"));
        assert_eq!(to("https://other.example/x").as_deref(), Ok("https://other.example/x"));
        for location in
            ["http://docs.rs/x", "https://127.0.0.1/", "//[::1]/", "https://router/", "https://169.254.169.254/latest"]
        {
            assert!(to(location).is_err(), "{location}");
        }
    }

    #[test]
    fn rules_add_and_restrict() {
        let rules = Rules { also: vec!["http://127.0.0.1:99".to_owned()], only: None };
        assert!(PageUrl::parse("http://127.0.0.1:99/x", &rules).is_ok());
        assert!(PageUrl::parse("http://127.0.0.1:98/x", &rules).is_err());
        let only = Rules { also: Vec::new(), only: Some(vec!["docs.rs".to_owned()]) };
        assert!(
            PageUrl::parse("https://docs.rs/", &only).is_ok() && PageUrl::parse("https://a.docs.rs/", &only).is_ok()
        );
        assert_eq!(PageUrl::parse("https://evildocs.rs/", &only), Err(WebError::NotAllowed("evildocs.rs".to_owned())));
    }
}
