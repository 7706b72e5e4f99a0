//! The lock of an index directory, so that it has one writer at a time.

use anyhow::{Result, bail};
use std::fs::{File, TryLockError};
use std::path::Path;

/// Locks the folder itself, because a lock file would be published with the index. The lock is released when the file
/// is dropped or the process ends. `None` if the system cannot lock folders (Windows, some network drives): two writers
/// are then kept apart by the names of their temporary files only.
pub fn take(folder: &Path) -> Result<Option<File>> {
    let Ok(file) = File::open(folder) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            bail!("another quarry writes {} at this moment; wait for it", folder.display())
        }
        Err(TryLockError::Error(_)) => Ok(None),
    }
}
