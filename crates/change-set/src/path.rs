//! Which paths may be written.

use source::{PathError, RepoPath};

/// Why a path may not be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathRefused {
    /// Not a path inside the repository.
    #[error("outside the repository: {0}; give a path relative to the repository's top folder")]
    Outside(#[from] PathError),
    /// A part of the path is `.git`.
    #[error("`{0}` lies in git's own folder, which is never written; name a file of the repository")]
    Git(RepoPath),
}

/// Reads a path from outside and checks that it may be written.
pub fn writable(raw: &str) -> Result<RepoPath, PathRefused> {
    let path = RepoPath::parse(raw)?;
    check(&path)?;
    Ok(path)
}

/// Refuses what lies in a folder `.git`, in whatever case and with the endings that Windows ignores.
pub fn check(path: &RepoPath) -> Result<(), PathRefused> {
    let is_git = |part: &str| {
        let name = part.split(':').next().unwrap_or(part).trim_end_matches([' ', '.']);
        name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
    };
    if path.as_str().split('/').any(is_git) { Err(PathRefused::Git(path.clone())) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_is_outside_or_of_git() {
        for raw in ["../a", "a/../../b", "/etc/passwd", "C:\\x", "\\\\server\\x", "a\0b", ""] {
            assert!(matches!(writable(raw), Err(PathRefused::Outside(_))), "{raw}");
        }
        for raw in [".git/config", "sub/.GIT/hooks/x", ".git", ".git./config", "GIT~1/x", ".git::$INDEX/x"] {
            assert!(matches!(writable(raw), Err(PathRefused::Git(_))), "{raw}");
        }
        for raw in [".gitignore", ".github/x.yml", "a/git/b", "x.git/y"] {
            assert!(writable(raw).is_ok(), "{raw}");
        }
    }
}
