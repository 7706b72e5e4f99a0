//! Paths inside a repository.

use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// A file's place in a repository: relative, `/`-separated, no empty, `.` or `..` part, no drive, no NUL.
///
/// Cheap to clone. Ordered by bytes, so that a sorted table is the same on every host.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RepoPath(Arc<str>);

/// Why a string is no [`RepoPath`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// Nothing is left of the path.
    #[error("the path is empty")]
    Empty,
    /// `/etc/passwd`, `C:\x`, `\\server\share`.
    #[error("`{0}` is an absolute path")]
    Absolute(String),
    /// A `..` part.
    #[error("`{0}` leaves the repository")]
    Escapes(String),
    /// A control character or NUL.
    #[error("`{0}` holds a control character")]
    Control(String),
    /// Longer than [`RepoPath::MAX_LEN`].
    #[error("the path is longer than {max} bytes", max = RepoPath::MAX_LEN)]
    TooLong,
}

impl RepoPath {
    /// Longest path taken, in bytes.
    pub const MAX_LEN: usize = 4096;

    /// Normalises and checks a path from outside. Backslashes count as separators; `.` parts vanish.
    pub fn parse(raw: &str) -> Result<Self, PathError> {
        let shown = || raw.chars().filter(|c| !c.is_control()).take(200).collect::<String>();
        if raw.len() > Self::MAX_LEN {
            return Err(PathError::TooLong);
        }
        if raw.chars().any(char::is_control) {
            return Err(PathError::Control(shown()));
        }
        let unified = raw.replace('\\', "/");
        if unified.starts_with('/') {
            return Err(PathError::Absolute(shown()));
        }
        let mut parts = Vec::new();
        for part in unified.split('/') {
            match part {
                "" | "." => {}
                ".." => return Err(PathError::Escapes(shown())),
                part => parts.push(part),
            }
        }
        // Judged after `.` parts are gone: `./C:/x` would be stored as a path that is refused when it is read again.
        let Some(first) = parts.first().map(|part: &&str| part.as_bytes()) else { return Err(PathError::Empty) };
        if first.len() >= 2 && first[1] == b':' && first[0].is_ascii_alphabetic() {
            return Err(PathError::Absolute(shown()));
        }
        Ok(Self(parts.join("/").into()))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The last part without its last extension: `setup.cfg` -> `setup`, `.env` -> `.env`.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        match name.rfind('.') {
            Some(dot) if dot > 0 => &name[..dot],
            _ => name,
        }
    }

    /// The last extension in lower case, without the dot; empty where there is none.
    pub fn extension(&self) -> String {
        let name = self.file_name();
        match name.rfind('.') {
            Some(dot) if dot > 0 => name[dot + 1..].to_lowercase(),
            _ => String::new(),
        }
    }

    /// The folder that holds the file, without a slash at its end; empty at the root.
    pub fn parent(&self) -> &str {
        self.0.rfind('/').map_or("", |slash| &self.0[..slash])
    }
}

/// Ordered and equal as its text.
impl Borrow<str> for RepoPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<'de> Deserialize<'de> for RepoPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = String::deserialize(deserializer)?;
        Self::parse(&raw).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalises_and_refuses() {
        let parse = |raw| RepoPath::parse(raw).map(|path| path.as_str().to_owned());
        assert_eq!(parse("./a//b\\c.rs"), Ok("a/b/c.rs".into()));
        assert_eq!(parse("данные/文.py"), Ok("данные/文.py".into()));
        assert!(matches!(parse("a/../../b"), Err(PathError::Escapes(_))));
        assert!(matches!(parse("/etc/passwd"), Err(PathError::Absolute(_))));
        assert!(matches!(parse("C:\\x"), Err(PathError::Absolute(_))));
        assert!(matches!(parse("./C:/x"), Err(PathError::Absolute(_))));
        assert!(matches!(parse("a\0b"), Err(PathError::Control(_))));
        assert_eq!(parse("./"), Err(PathError::Empty));
    }

    #[test]
    fn takes_names_apart() {
        let path = RepoPath::parse("src/App.test.TSX").unwrap();
        assert_eq!((path.stem(), path.extension().as_str(), path.parent()), ("App.test", "tsx", "src"));
        assert_eq!(RepoPath::parse(".env").unwrap().stem(), ".env");
    }
}
