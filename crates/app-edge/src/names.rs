//! Checks of names that clients choose.

use crate::failure::Failure;
use source::ContentHash;
use state_graph::store::check_run_name;

/// Accepts 1 to 100 letters, digits, `.`, `_` and `-`, the first a letter or digit.
///
/// # Errors
/// 400 with the rule.
pub fn check_repository(id: &str) -> Result<(), Failure> {
    check("A repository's id", id)
}

/// Accepts what [`check_repository`] accepts.
///
/// # Errors
/// 400 with the rule.
pub fn check_conversation(name: &str) -> Result<(), Failure> {
    check("A conversation's name", name)
}

fn check(what: &str, name: &str) -> Result<(), Failure> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let first = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    match first && name.len() <= 100 && name.bytes().all(plain) {
        true => Ok(()),
        false => Err(Failure::bad(format!(
            "{what} is 1 to 100 letters, digits, `.`, `_` and `-`, the first a letter or digit."
        ))),
    }
}

/// The hash in a chunk file's name.
///
/// # Errors
/// 400 with the rule.
pub fn chunk_hash(name: &str) -> Result<ContentHash, Failure> {
    let hash = name.strip_suffix(".bin").filter(|hex| !hex.bytes().any(|byte| byte.is_ascii_uppercase()));
    hash.and_then(|hex| hex.parse().ok())
        .ok_or_else(|| Failure::bad("A chunk's name is the hash of its bytes: 32 hex digits and `.bin`."))
}

/// Accepts ids that the store of runs accepts.
///
/// # Errors
/// 400 with the rule.
pub fn check_run(run: &str) -> Result<(), Failure> {
    check_run_name(run).map_err(|error| Failure::bad(format!("{error}.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_lead_elsewhere_are_refused() {
        for good in ["shop", "a", "owner.name", "0-9_A", &"x".repeat(100)] {
            assert!(check_repository(good).is_ok(), "{good}");
        }
        for bad in ["", ".", "..", "-a", "a/b", "a b", "%2e%2e", "é", &"x".repeat(101)] {
            assert!(check_repository(bad).is_err(), "{bad}");
        }
        assert!(chunk_hash("0123456789abcdef0123456789abcdef.bin").is_ok());
        for bad in
            ["0123456789abcdef0123456789abcde.bin", "0123456789ABCDEF0123456789ABCDEF.bin", "x.bin", "manifest.json"]
        {
            assert!(chunk_hash(bad).is_err(), "{bad}");
        }
    }
}
