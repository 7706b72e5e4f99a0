//! The open access handle of the log that is being written.

use super::opfs_write::all_written;
use crate::{JsFailure, TimeoutTimer};
use js_sys::Promise;
use model::Timer;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::{
    FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetFileOptions, FileSystemReadWriteOptions,
    FileSystemSyncAccessHandle,
};

/// How long to wait, in milliseconds each time, for a lock: the browser takes a moment to see that a tab has died.
const PAUSES: [u64; 5] = [10, 40, 150, 300, 500];

/// The log that was last appended to. Closed when dropped.
#[derive(Debug)]
pub(super) struct Active {
    pub run: String,
    /// Continues where the caller that began it is dropped, and then holds the lock: the next caller waits for it.
    opening: Promise,
    handle: Option<FileSystemSyncAccessHandle>,
}

impl Active {
    /// Begins to open a run's log.
    pub fn open(folder: &FileSystemDirectoryHandle, run: &str, name: String, create: bool) -> Self {
        Self { run: run.to_owned(), opening: future_to_promise(open(folder.clone(), name, create)), handle: None }
    }

    async fn handle(&mut self) -> Result<FileSystemSyncAccessHandle, JsFailure> {
        let handle = match self.handle.take() {
            Some(handle) => handle,
            None => JsFuture::from(self.opening.clone()).await?.unchecked_into(),
        };
        Ok(self.handle.insert(handle).clone())
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        match self.handle.take() {
            Some(handle) => handle.close(),
            None => {
                let opening = JsFuture::from(self.opening.clone());
                spawn_local(async move {
                    if let Ok(handle) = opening.await {
                        handle.unchecked_into::<FileSystemSyncAccessHandle>().close();
                    }
                });
            }
        }
    }
}

async fn open(folder: FileSystemDirectoryHandle, name: String, create: bool) -> Result<JsValue, JsValue> {
    let options = FileSystemGetFileOptions::new();
    options.set_create(create);
    let file = JsFuture::from(folder.get_file_handle_with_options(&name, &options)).await?;
    let file: FileSystemFileHandle = file.unchecked_into();
    when_unlocked(async || JsFuture::from(file.create_sync_access_handle()).await).await
}

/// Tries again for about a second while someone else holds the lock.
pub(super) async fn when_unlocked(attempt: impl AsyncFn() -> Result<JsValue, JsValue>) -> Result<JsValue, JsValue> {
    for pause in PAUSES {
        match attempt().await {
            Err(error) if is_locked(&JsFailure::from(error.clone())) => TimeoutTimer.sleep(pause).await,
            done => return done,
        }
    }
    attempt().await
}

pub(super) fn is_locked(failure: &JsFailure) -> bool {
    failure.name == "NoModificationAllowedError"
}

/// The handle of the active log; if it cannot be opened, no log is active afterwards.
pub(super) async fn opened(slot: &mut Option<Active>) -> Result<FileSystemSyncAccessHandle, JsFailure> {
    let Some(active) = slot else {
        return Err(JsFailure { name: "InvalidStateError".to_owned(), message: "no log is open".to_owned() });
    };
    let handle = active.handle().await;
    if handle.is_err() {
        *slot = None;
    }
    handle
}

/// Closes the active log, if there is one, after it was opened: only then is its file free.
pub(super) async fn close(slot: &mut Option<Active>) {
    if let Some(active) = slot {
        // Where it could not be opened there is nothing to close.
        let _ = active.handle().await;
    }
    *slot = None;
}

/// Writes after the first `whole` bytes, which are all that is kept of what is there.
pub(super) fn add(handle: &FileSystemSyncAccessHandle, whole: f64, bytes: &[u8], sync: bool) -> Result<(), JsFailure> {
    cut(handle, whole)?;
    let options = FileSystemReadWriteOptions::new();
    options.set_at_f64(whole);
    all_written(handle.write_with_u8_array_and_options(bytes, &options)?, bytes)?;
    if sync {
        handle.flush()?;
    }
    Ok(())
}

pub(super) fn cut(handle: &FileSystemSyncAccessHandle, length: f64) -> Result<(), JsFailure> {
    if length < handle.get_size()? {
        handle.truncate_with_f64(length)?;
        handle.flush()?;
    }
    Ok(())
}
