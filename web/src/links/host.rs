//! Permanent addresses of lines at hosts of repositories.

use super::encoded_path;
use crate::history::Place;
use crate::strings;
use std::fmt;

/// How a host writes the address of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    GitHub,
    GitLab,
    Bitbucket,
    /// Gitea and Forgejo, such as Codeberg.
    Gitea,
}

/// A part of a host's name, and how that host writes addresses.
const SHAPES: [(&str, Shape); 7] = [
    ("github", Shape::GitHub),
    ("gitlab", Shape::GitLab),
    ("bitbucket", Shape::Bitbucket),
    ("codeberg", Shape::Gitea),
    ("gitea", Shape::Gitea),
    ("forgejo", Shape::Gitea),
    ("forge.", Shape::Gitea),
];

/// A repository at a host, at a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// `https://github.com/pallets/flask`.
    page: String,
    /// A commit, or a branch or tag that the person names.
    commit: String,
    shape: Shape,
}

/// Why there is no permanent address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OriginError {
    /// It is no address of a repository over HTTPS.
    Page,
    /// Nobody knows how this host writes addresses of lines.
    Host,
    Commit,
}

impl fmt::Display for OriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Page => strings::links_no_page(),
            Self::Host => strings::links_no_host(),
            Self::Commit => strings::links_no_commit(),
        })
    }
}

impl Origin {
    /// The repository of this page, at this commit.
    ///
    /// # Errors
    /// [`OriginError`].
    pub fn new(page: &str, commit: &str) -> Result<Self, OriginError> {
        let is_plain = |text: &str, more: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c));
        let (page, commit) = (page.trim().trim_end_matches('/'), commit.trim());
        let page = page.strip_suffix(".git").unwrap_or(page);
        let rest = page.strip_prefix("https://").ok_or(OriginError::Page)?;
        let (host, path) = rest.split_once('/').ok_or(OriginError::Page)?;
        let is_part = |part: &str| !part.is_empty() && part != "." && part != ".." && is_plain(part, "._-~");
        if !is_plain(host, ".-") || !path.contains('/') || !path.split('/').all(is_part) || page.len() > 500 {
            return Err(OriginError::Page);
        }
        let host = host.to_ascii_lowercase();
        let shape = SHAPES.iter().find(|(part, _)| host.contains(part)).ok_or(OriginError::Host)?.1;
        if commit.is_empty() || commit.len() > 200 || commit.contains("..") || !is_plain(commit, "._-/") {
            return Err(OriginError::Commit);
        }
        Ok(Self { page: page.to_owned(), commit: commit.to_owned(), shape })
    }

    /// The address of a place.
    pub fn link(&self, place: &Place) -> String {
        let Self { page, commit, shape } = self;
        let path = encoded_path(&place.path);
        let (between, one, two) = match shape {
            Shape::GitHub => ("blob", "#L", "-L"),
            Shape::GitLab => ("-/blob", "#L", "-"),
            Shape::Bitbucket => ("src", "#lines-", ":"),
            Shape::Gitea => ("src/commit", "#L", "-L"),
        };
        let lines = match (place.start, place.end) {
            (0, _) => String::new(),
            (start, end) if end <= start => format!("{one}{start}"),
            (start, end) => format!("{one}{start}{two}{end}"),
        };
        format!("{page}/{between}/{commit}/{path}{lines}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    fn of(page: &str, start: u32, end: u32) -> Result<String, OriginError> {
        let place = Place { path: "src/a b.py".to_owned(), start, end };
        Origin::new(page, COMMIT).map(|origin| origin.link(&place).replace(COMMIT, "C"))
    }

    #[test]
    fn each_host_has_its_own_addresses_of_lines() {
        for (page, lines, line) in [
            ("https://github.com/a/b", "blob/C/src/a%20b.py#L3-L9", "blob/C/src/a%20b.py#L3"),
            ("https://gitlab.com/a/c/b", "-/blob/C/src/a%20b.py#L3-9", "-/blob/C/src/a%20b.py#L3"),
            ("https://bitbucket.org/a/b", "src/C/src/a%20b.py#lines-3:9", "src/C/src/a%20b.py#lines-3"),
            ("https://codeberg.org/a/b", "src/commit/C/src/a%20b.py#L3-L9", "src/commit/C/src/a%20b.py#L3"),
        ] {
            assert_eq!(of(page, 3, 9), Ok(format!("{page}/{lines}")));
            assert_eq!(of(page, 3, 3), Ok(format!("{page}/{line}")));
        }
        assert_eq!(
            of("https://github.com/a/b.git/", 0, 0),
            Ok("https://github.com/a/b/blob/C/src/a%20b.py".to_owned())
        );
    }

    #[test]
    fn only_https_and_known_hosts_are_linked() {
        for page in [
            "http://github.com/a/b",
            "javascript://github.com/a/b",
            "https://github.com/a",
            "github.com/a/b",
            "https://u@github.com/a/b",
            "https://github.com/a/../b",
            "https://github.com/a/b?c",
            "https://github.com:1/a/b",
            "",
        ] {
            assert_eq!(of(page, 1, 1), Err(OriginError::Page), "{page}");
        }
        assert_eq!(of("https://example.org/a/b", 1, 1), Err(OriginError::Host));
        for commit in ["", "a b", "a..b", "#x"] {
            assert_eq!(Origin::new("https://github.com/a/b", commit), Err(OriginError::Commit), "{commit}");
        }
    }
}
