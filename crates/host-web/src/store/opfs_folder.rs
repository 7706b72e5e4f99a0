//! Folders of the origin private file system.

use crate::JsFailure;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, FileSystemDirectoryHandle, FileSystemGetDirectoryOptions, StorageManager};

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
