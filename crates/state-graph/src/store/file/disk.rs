//! What a file store asks of the operating system, with its errors as those of a store.

use crate::store::{StoreError, StoreErrorKind};
use std::fs::{File, Metadata, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Locks a file against other writers; false where the file system knows no locks.
pub(super) fn lock(file: &File, run: &str, path: &Path) -> Result<bool, StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => {
            let message = format!("someone else is writing to the run {run:?} at this moment; open the run again");
            Err(StoreError::new(StoreErrorKind::Conflict, message))
        }
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(false),
        Err(TryLockError::Error(error)) => Err(failure("lock", path, &error)),
    }
}

#[cfg(unix)]
pub(super) fn is_deleted(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) == 0
}

#[cfg(not(unix))]
pub(super) fn is_deleted(_metadata: &Metadata) -> bool {
    false
}

/// Makes the names in a folder durable.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // The empty path is the current folder.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder)?.sync_all()
}

/// Folders cannot be opened here; the system keeps their names by itself.
#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

pub(super) fn absent<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn failure(doing: &str, path: &Path, cause: &io::Error) -> StoreError {
    let kind = match cause.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => StoreErrorKind::Full,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreErrorKind::Refused,
        _ => StoreErrorKind::Other,
    };
    StoreError::new(kind, format!("cannot {doing} `{}`: {cause}", path.display()))
}
