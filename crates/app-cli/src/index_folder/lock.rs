//! One writer at a time in an index directory.

use anyhow::{Result, bail};
use std::fs::{File, TryLockError};
use std::path::Path;

/// Locks the folder itself, so that nothing lies in it that would be published, until the file is dropped or the
/// process ends. None where the system locks no folders (Windows, some network drives): names of unfinished files then
/// keep two writers apart, and left-over ones stay.
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
