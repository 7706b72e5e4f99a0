//! The page of a repository on its host, from the address of its remote `origin`. A user or password in that address is never
//! part of it.

/// The page on its host that a configuration names by the remote `origin`; `None` where there is no such remote, or its address
/// leads to no host that is reached over HTTPS.
pub fn origin(config: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(config);
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line.to_ascii_lowercase().starts_with("[remote \"origin\"]");
        } else if let (true, Some((key, value))) = (inside, line.split_once('='))
            && key.trim().eq_ignore_ascii_case("url")
        {
            return page(value.trim().trim_matches('"'));
        }
    }
    None
}

/// `https://host/owner/name` of an address as git has it: `https://`, `ssh://`, `git://`, or `user@host:path`.
fn page(address: &str) -> Option<String> {
    let (host, path) = match address.split_once("://") {
        Some(("https" | "http" | "ssh" | "git", rest)) => rest.split_once('/')?,
        Some(_) => return None,
        None => address.split_once(':')?,
    };
    // What is before the last `@` is a user with a password.
    let host = host.rsplit('@').next()?;
    // A port of SSH is none of HTTPS.
    let host = host.split(':').next()?;
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let is_plain = |text: &str, more: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c)) && !text.contains("..")
    };
    let is_host = is_plain(host, ".-") && host.contains('.');
    let is_path = is_plain(path, "._-~/") && path.contains('/') && !path.contains("//");
    (is_host && is_path).then(|| format!("https://{}/{path}", host.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(address: &str) -> Option<String> {
        origin(format!("[core]\n\turl = no\n[remote \"origin\"]\n\turl = {address}\n\tfetch = +refs\n").as_bytes())
    }

    #[test]
    fn the_usual_addresses_lead_to_a_page() {
        let page = Some("https://github.com/pallets/flask".to_owned());
        for address in [
            "https://github.com/pallets/flask.git",
            "http://GitHub.com/pallets/flask/",
            "git@github.com:pallets/flask.git",
            "ssh://git@github.com:22/pallets/flask",
            "git://github.com/pallets/flask.git",
            "https://ada:hunter2@github.com/pallets/flask.git",
            "https://a@b:pa@ss@github.com/pallets/flask.git",
        ] {
            assert_eq!(of(address), page, "{address}");
        }
        assert_eq!(of("git@gitlab.com:a/b/c.git").as_deref(), Some("https://gitlab.com/a/b/c"));
    }

    #[test]
    fn other_addresses_lead_nowhere() {
        for address in [
            "/srv/git/flask.git",
            "../flask",
            "file:///srv/git/a/b",
            "C:\\flask",
            "localhost:flask",
            "javascript://x.y/a/b",
            "https://github.com/",
            "https://github.com/a",
            "https://x.y/a/../../b",
            "https://x.y/a/b?c",
            "https://x.y/a//b",
            "",
        ] {
            assert_eq!(of(address), None, "{address}");
        }
        assert_eq!(origin(b"[remote \"upstream\"]\nurl = https://github.com/a/b\n"), None);
        assert_eq!(origin(b"\xff\xfe"), None);
    }
}
