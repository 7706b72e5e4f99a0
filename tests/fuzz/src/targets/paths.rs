//! Paths from outside: what passes stays inside the repository, and is stored and read again as it is.

use crate::{Broken, Target};
use source::RepoPath;

pub const TARGET: Target = Target {
    name: "paths",
    dictionary: &[b"/", b"\\", b"..", b".", b"a", b"C:", b"\0", "ü".as_bytes(), b"//?/", b" "],
    seeds: || vec![b"src/main.rs".to_vec(), b"./a//b\\c.rs".to_vec()],
    check,
};

fn check(input: &[u8]) -> Result<(), Broken> {
    let raw = String::from_utf8_lossy(input);
    let Ok(path) = RepoPath::parse(&raw) else { return Ok(()) };
    let inside = !path.as_str().starts_with('/') && path.as_str().split('/').all(|part| !matches!(part, "" | "." | ".."));
    if !inside {
        return Err(format!("{path:?} leaves the repository"));
    }
    match RepoPath::parse(path.as_str()) {
        Ok(again) if again == path => Ok(()),
        other => Err(format!("{path:?} is read again as {other:?}")),
    }
}
