//! Which folder of the person's disk a stored repository was read from, so that it is recognised when it is imported a
//! second time. Browsers give handles for folders that are chosen or dropped; some give none.

use crate::JsFailure;
use wasm_bindgen::prelude::*;
use web_sys::FileSystemDirectoryHandle;

#[wasm_bindgen(module = "/js/indexed-db.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = rememberFolder)]
    async fn put(id: &str, handle: &FileSystemDirectoryHandle) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = forgetFolder)]
    async fn delete(id: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = isSameFolder)]
    async fn compare(id: &str, handle: &FileSystemDirectoryHandle) -> Result<JsValue, JsValue>;
}

/// Keeps the folder that the repository `id` was read from.
pub async fn remember(id: &str, folder: &FileSystemDirectoryHandle) -> Result<(), JsFailure> {
    put(id, folder).await?;
    Ok(())
}

/// Forgets the folder of the repository `id`; no error where there is none.
pub async fn forget(id: &str) -> Result<(), JsFailure> {
    delete(id).await?;
    Ok(())
}

/// Whether the repository `id` was read from this very folder. False where that is not known.
pub async fn is_same(id: &str, folder: &FileSystemDirectoryHandle) -> Result<bool, JsFailure> {
    Ok(compare(id, folder).await?.is_truthy())
}
