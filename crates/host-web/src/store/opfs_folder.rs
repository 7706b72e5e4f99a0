//! Folders of the origin private file system.

use crate::JsFailure;
use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DedicatedWorkerGlobalScope, File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions,
    StorageManager,
};

/// The browser's storage. An error means that this kind of page or window has none.
pub(super) fn storage() -> Result<StorageManager, JsFailure> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let storage = scope.navigator().storage();
    if storage.is_undefined() {
        let message = "this page is not a secure context, or the browser has no storage manager".to_owned();
        return Err(JsFailure { name: "SecurityError".to_owned(), message });
    }
    Ok(storage)
}

/// The folder that all others are in.
pub(super) async fn origin_folder() -> Result<FileSystemDirectoryHandle, JsFailure> {
    Ok(JsFuture::from(storage()?.get_directory()).await?.unchecked_into())
}

/// A folder in another, made where needed.
pub(super) async fn make_folder(
    within: &FileSystemDirectoryHandle,
    name: &str,
) -> Result<FileSystemDirectoryHandle, JsFailure> {
    let options = FileSystemGetDirectoryOptions::new();
    options.set_create(true);
    Ok(JsFuture::from(within.get_directory_handle_with_options(name, &options)).await?.unchecked_into())
}

/// `None` for what is not there.
pub(super) fn absent<T>(error: JsFailure) -> Result<Option<T>, JsFailure> {
    if error.is_not_found() { Ok(None) } else { Err(error) }
}

/// A file of a folder; `None` where there is none.
pub(super) async fn file_in(folder: &FileSystemDirectoryHandle, name: &str) -> Result<Option<File>, JsFailure> {
    let handle: FileSystemFileHandle = match JsFuture::from(folder.get_file_handle(name)).await {
        Ok(handle) => handle.unchecked_into(),
        Err(error) => return absent(error.into()),
    };
    Ok(Some(JsFuture::from(handle.get_file()).await?.unchecked_into()))
}

/// The bytes of a file of a folder; `None` where there is none.
pub(super) async fn read_in(folder: &FileSystemDirectoryHandle, name: &str) -> Result<Option<Vec<u8>>, JsFailure> {
    let Some(file) = file_in(folder, name).await? else { return Ok(None) };
    let buffer = JsFuture::from(file.array_buffer()).await?;
    Ok(Some(Uint8Array::new(&buffer).to_vec()))
}
