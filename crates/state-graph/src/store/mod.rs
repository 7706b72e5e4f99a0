//! Where the logs of runs are kept: a port. What is in a log is the engine's business.
//!
//! The key decision: a log only grows at its end, so every medium can hold it (memory, a file, the browser's private
//! file system, rows of a table), and a crash can spoil no more than the end of it.

mod conformance;
mod memory;

#[doc(hidden)]
pub use conformance::conformance;
pub use memory::MemoryStore;

use futures::future::LocalBoxFuture;

/// The most characters that a run's name may have.
pub const RUN_NAME_MAX: usize = 128;

/// Keeps the logs of runs. Knows nothing of their content; caches no content; repeats no write.
///
/// Calls for one run are made one after the other; calls for different runs may overlap. Who writes to a run at a time
/// is for the caller to settle: a store at most refuses the second writer. Every call refuses a name that does not pass
/// [`check_run_name`].
pub trait CheckpointStore {
    /// Adds bytes at the end of a run's log, making it where needed. Durable (as far as the store promises) when the
    /// future is ready. Where it fails, what part of `bytes` was added is taken back, at the latest before this store
    /// adds to that log again; where the process dies or the future is dropped, all, a part or none of them stays.
    fn append<'a>(&'a self, run: &'a str, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    /// The whole log; `None` where there is none. A log of no bytes may be read as either.
    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Cuts the log to its first `length` bytes: a torn tail. Changes nothing where the log is no longer than that, or
    /// where there is none.
    fn truncate<'a>(&'a self, run: &'a str, length: u64) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    /// Names of the runs, sorted.
    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>>;

    /// Deletes a run's log; no error where there is none.
    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>>;
}

/// Why a store did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct StoreError {
    /// What can be done about it.
    pub kind: StoreErrorKind,
    /// What happened and where, for people.
    pub message: String,
}

impl StoreError {
    /// An error of that kind.
    pub fn new(kind: StoreErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// The kinds of [`StoreError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// No room is left: making some helps.
    Full,
    /// The medium does not let us: permissions, a private window, a log that someone else holds.
    Refused,
    /// The run's name is not one.
    BadName,
    /// Anything else.
    Other,
}

/// Passes names of 1 to [`RUN_NAME_MAX`] of the characters `A-Z a-z 0-9 . _ -` that do not begin with a dot: safe as a
/// file name everywhere. Some file systems take names that differ in case alone for the same name.
pub fn check_run_name(run: &str) -> Result<(), StoreError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let why = if run.is_empty() {
        "it is empty".to_owned()
    } else if run.len() > RUN_NAME_MAX {
        format!("it is longer than {RUN_NAME_MAX} characters")
    } else if run.starts_with('.') {
        "it begins with a dot".to_owned()
    } else if !run.bytes().all(plain) {
        "only letters A-Z and a-z, digits, `.`, `_` and `-` may be in it".to_owned()
    } else {
        return Ok(());
    };
    let shown: String = run.chars().take(RUN_NAME_MAX).collect();
    Err(StoreError::new(StoreErrorKind::BadName, format!("{shown:?} is no name for a run: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_lead_elsewhere_are_refused() {
        for good in ["a", "run-1718", "A.b_c-9", "a..b", "x.run", "-", "_", &"n".repeat(RUN_NAME_MAX)] {
            assert_eq!(check_run_name(good), Ok(()), "{good}");
        }
        for bad in ["", ".", "..", ".a", "../a", "a/b", "a\\b", "/a", "a b", "a\n", "a\0", "C:a", "é", "a~"] {
            assert_eq!(check_run_name(bad).map_err(|error| error.kind), Err(StoreErrorKind::BadName), "{bad:?}");
        }
        let long = check_run_name(&"n".repeat(RUN_NAME_MAX + 1)).unwrap_err().to_string();
        assert!(long.ends_with("is no name for a run: it is longer than 128 characters"), "{long}");
        assert_eq!(
            check_run_name("../a b").unwrap_err().to_string(),
            "\"../a b\" is no name for a run: it begins with a dot"
        );
    }
}
