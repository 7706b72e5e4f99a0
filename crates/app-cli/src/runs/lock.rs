//! Locks of runs: the log of a run has one writer at a time.
//!
//! A lock is a file beside the log that the process holds locked, so that the system releases it when the process is
//! killed.

use anyhow::{Context, Result};
use state_graph::store::check_run_name;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// How often a lock is tried: who only looks whether it is held has it for a moment too.
const TRIES: u32 = 5;
const BETWEEN: Duration = Duration::from_millis(20);

/// The lock of a run, held until this is dropped.
#[derive(Debug)]
pub struct RunLock {
    path: PathBuf,
    /// Locked while it is open.
    _file: File,
}

impl RunLock {
    /// Locks a run; `None` if another process has it locked.
    pub fn take(folder: &Path, run: &str) -> Result<Option<Self>> {
        let path = path(folder, run)?;
        for _ in 0..TRIES {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
            let file = file.with_context(|| format!("cannot write {}", path.display()))?;
            match file.try_lock() {
                // It was deleted between the two: others would lock a new file.
                Ok(()) if is_deleted(&file) => {}
                Ok(()) => return Ok(Some(Self { path, _file: file })),
                Err(TryLockError::WouldBlock) => sleep(BETWEEN),
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| format!("cannot lock {}", path.display()));
                }
            }
        }
        Ok(None)
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // One that stays does no harm: it is not locked.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Whether a process has the run locked.
pub fn is_held(folder: &Path, run: &str) -> bool {
    let file = path(folder, run).and_then(|path| Ok(File::open(path)?));
    file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

fn path(folder: &Path, run: &str) -> Result<PathBuf> {
    check_run_name(run)?;
    Ok(folder.join(format!("{run}.lock")))
}

#[cfg(unix)]
fn is_deleted(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| std::os::unix::fs::MetadataExt::nlink(&metadata) == 0)
}

#[cfg(not(unix))]
fn is_deleted(_file: &File) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_run_has_one_writer() {
        let scratch = Scratch::new("locks");
        let folder = &scratch.0;
        assert!(!is_held(folder, "a"));
        let held = RunLock::take(folder, "a").unwrap();
        assert!(held.is_some() && is_held(folder, "a"));
        assert!(RunLock::take(folder, "a").unwrap().is_none());
        assert!(RunLock::take(folder, "b").unwrap().is_some());
        drop(held);
        assert!(!is_held(folder, "a"));
        assert!(RunLock::take(folder, "a").unwrap().is_some());
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0, "locks leave no files");
    }

    #[test]
    fn a_lock_of_a_killed_process_is_none() {
        let scratch = Scratch::new("stale");
        let folder = &scratch.0;
        std::fs::write(folder.join("a.lock"), "").unwrap();
        assert!(!is_held(folder, "a"));
        assert!(RunLock::take(folder, "a").unwrap().is_some());
    }
}
