//! Writing a file of the origin private file system.

use super::bytes_of;
use crate::JsFailure;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetFileOptions, FileSystemSyncAccessHandle,
};

/// Bytes that are copied at a time.
const PIECE: u64 = 4 << 20;

/// Copies a file of the browser's in pieces.
pub(super) async fn copy_file(folder: &FileSystemDirectoryHandle, name: &str, from: &File) -> Result<(), JsFailure> {
    let handle = open(folder, name).await?;
    let copied = copy_all(&handle, from).await;
    // As below.
    handle.close();
    copied
}

async fn copy_all(handle: &FileSystemSyncAccessHandle, from: &File) -> Result<(), JsFailure> {
    handle.truncate_with_u32(0)?;
    let size = from.size() as u64;
    let mut done = 0;
    while done < size {
        let piece = bytes_of(from, done, size.min(done + PIECE) as f64).await?;
        if piece.is_empty() {
            let message = "the file became shorter while it was copied".to_owned();
            return Err(JsFailure { name: "NotReadableError".to_owned(), message });
        }
        // Written where the last piece ended.
        all_written(handle.write_with_u8_array(&piece)?, &piece)?;
        done += piece.len() as u64;
    }
    Ok(handle.flush()?)
}

async fn open(folder: &FileSystemDirectoryHandle, name: &str) -> Result<FileSystemSyncAccessHandle, JsFailure> {
    let options = FileSystemGetFileOptions::new();
    options.set_create(true);
    let file = JsFuture::from(folder.get_file_handle_with_options(name, &options)).await?;
    let file: FileSystemFileHandle = file.unchecked_into();
    Ok(JsFuture::from(file.create_sync_access_handle()).await?.unchecked_into())
}

pub(super) async fn write_file(folder: &FileSystemDirectoryHandle, name: &str, bytes: &[u8]) -> Result<(), JsFailure> {
    let handle = open(folder, name).await?;
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
