//! Deletes what interrupted writers left.

use super::FileStore;
use crate::{JsFailure, try_lock};

/// Deletes each folder without a file `marker`, unless another tab holds the folder's lock: the marker is written last,
/// under that lock, so without it the folder is what an interrupted writer left. `lock_of` names a folder's lock.
///
/// Continues after an error, and returns the last one; what could not be deleted stays for the next sweep.
pub async fn sweep(files: &dyn FileStore, marker: &str, lock_of: impl Fn(&str) -> String) -> Result<(), JsFailure> {
    let mut result = Ok(());
    for folder in files.folders().await? {
        if let Err(error) = sweep_folder(files, &folder, marker, &lock_of(&folder)).await {
            result = Err(error);
        }
    }
    result
}

async fn sweep_folder(files: &dyn FileStore, folder: &str, marker: &str, lock: &str) -> Result<(), JsFailure> {
    if files.size(folder, marker).await?.is_some() {
        return Ok(());
    }
    let Some(_lock) = try_lock(lock).await? else { return Ok(()) };
    // The writer may have finished before the lock was acquired, so the marker is checked again.
    match files.size(folder, marker).await? {
        Some(_) => Ok(()),
        None => files.remove(folder).await,
    }
}
