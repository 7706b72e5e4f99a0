//! Where the logs of runs are kept: a port. What is in a log is the engine's business.
//!
//! The key decision: a log only grows at its end, so every medium can hold it (memory, a file, the browser's private
//! file system, rows of a table), and a crash can spoil no more than the end of it.

mod blocking;
#[cfg(any(test, feature = "conformance"))]
mod conformance;
#[cfg(feature = "file-store")]
mod file;
mod memory;
mod torn;

pub use blocking::BlockingStore;
#[cfg(any(test, feature = "conformance"))]
pub use conformance::conformance;
#[cfg(feature = "file-store")]
pub use file::FileCheckpointStore;
pub use memory::MemoryStore;
pub use torn::TornAppends;

use futures::future::LocalBoxFuture;

/// The most characters that a run's name may have.
pub const RUN_NAME_MAX: usize = 128;

/// Keeps the logs of runs. Knows nothing of their content; caches no content; repeats no write.
///
/// Calls for one run are made one after the other; calls for different runs may overlap. However many writers a run has,
/// their bytes never mix: each append names the length that its writer expects of the log, and one that is mistaken changes nothing.
/// Reading changes nothing. Every call refuses a name that does not pass [`check_run_name`].
pub trait CheckpointStore {
    /// Adds bytes to a run's log, making it where needed: where the log is `end.length` bytes long, in one operation, its
    /// first `end.whole` bytes are kept and `bytes` comes after them. Where it has another length, nothing is changed and
    /// the error is a [`StoreErrorKind::Conflict`]: someone else has written, or deleted the run.
    ///
    /// Durable (as far as the store promises) when the future is ready. Where it fails otherwise, what was done of it is
    /// taken back, at the latest before this store adds to that log again, so that the same append may be tried again;
    /// where the process dies or the future is dropped, all, a part or none of `bytes` stays.
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>>;

    /// The whole log; `None` where there is none. A log of no bytes may be read as either.
    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Names of the runs, sorted.
    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>>;

    /// Deletes a run's log; no error where there is none.
    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>>;
}

/// Where a log ends as its writer knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogEnd {
    /// How long the log is, in bytes; 0 where there is none.
    pub length: u64,
    /// How many of its bytes are kept, at most `length`: what comes after them was torn off while it was written.
    pub whole: u64,
}

impl LogEnd {
    /// The end of a log that is not there yet.
    pub const NEW: Self = Self::at(0);

    /// The end of a log of this length, all of which is kept.
    pub const fn at(length: u64) -> Self {
        Self { length, whole: length }
    }

    /// Refuses a log of another length. For stores.
    ///
    /// # Errors
    /// [`StoreErrorKind::Conflict`], in words for whoever lost.
    pub fn check(self, run: &str, found: u64) -> Result<(), StoreError> {
        let Self { length, .. } = self;
        let message = match (length, found) {
            (expected, found) if expected == found => return Ok(()),
            (0, _) => format!("there is a log of the run {run:?} already, so it can't be started anew"),
            (_, 0) => format!("the log of the run {run:?} is gone: someone else has deleted it"),
            _ => format!(
                "someone else has written to the run {run:?} (its log has {found} bytes, not {length}): nothing was \
                 written over; open the run again to go on from what is there"
            ),
        };
        Err(StoreError::new(StoreErrorKind::Conflict, message))
    }
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
    /// The log is not as long as its writer took it to be: someone else has written to it or deleted it. Reading it
    /// again helps.
    Conflict,
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
