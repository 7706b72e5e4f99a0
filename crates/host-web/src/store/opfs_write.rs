//! Writing a file of the origin private file system.

use crate::JsFailure;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetFileOptions, FileSystemSyncAccessHandle};

pub(super) async fn write_file(folder: &FileSystemDirectoryHandle, name: &str, bytes: &[u8]) -> Result<(), JsFailure> {
    let options = FileSystemGetFileOptions::new();
    options.set_create(true);
    let file = JsFuture::from(folder.get_file_handle_with_options(name, &options)).await?;
    let file: FileSystemFileHandle = file.unchecked_into();
    let handle = JsFuture::from(file.create_sync_access_handle()).await?;
    let handle: FileSystemSyncAccessHandle = handle.unchecked_into();
    let written = write_all(&handle, bytes);
    // An open handle locks the file against everyone else, so it is closed whatever happened.
    handle.close();
    written
}

fn write_all(handle: &FileSystemSyncAccessHandle, bytes: &[u8]) -> Result<(), JsFailure> {
    handle.truncate_with_u32(0)?;
    all_written(handle.write_with_u8_array(bytes)?, bytes)?;
    Ok(handle.flush()?)
}

/// Whether a write took all of `bytes`. Where storage is full, Chromium throws nothing and returns an error's number in place
/// of the count: 4294967288, which is its -8.
pub(super) fn all_written(written: f64, bytes: &[u8]) -> Result<(), JsFailure> {
    if written == bytes.len() as f64 {
        return Ok(());
    }
    let message = format!("{} bytes could not be stored", bytes.len());
    Err(JsFailure { name: "QuotaExceededError".to_owned(), message })
}
