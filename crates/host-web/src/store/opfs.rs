//! The origin private file system, through synchronous access handles: one write of many megabytes is one call.

use super::opfs_folder::{absent, file_in, make_folder, origin_folder, read_in, storage};
use super::opfs_probe::probe;
use super::opfs_write::{copy_file, write_file};
use super::{FileStore, StoreFuture, bytes_of};
use crate::JsFailure;
use compact_sort::CompactSort;
use futures::FutureExt;
use js_sys::{Array, AsyncIterator, IteratorNext};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileSystemDirectoryHandle, FileSystemGetDirectoryOptions, FileSystemRemoveOptions};

/// A folder of the origin private file system.
#[derive(Debug)]
pub struct OpfsFileStore(FileSystemDirectoryHandle);

impl OpfsFileStore {
    /// Opens (and makes) the folder `root`. An error means that this browser, or this kind of window, refuses storage;
    /// that storage is full is none, because what is there can be read and deleted.
    pub async fn open(root: &str) -> Result<Self, JsFailure> {
        let folder = make_folder(&origin_folder().await?, root).await?;
        probe(&folder).await?;
        Ok(Self(folder))
    }

    /// Asks the browser not to evict this origin's storage; true where it agreed.
    pub async fn persist() -> bool {
        let Ok(promise) = storage().and_then(|storage| Ok(storage.persisted()?)) else { return false };
        if JsFuture::from(promise).await.is_ok_and(|granted| granted.is_truthy()) {
            return true;
        }
        // `persist` itself only exists on the page in some browsers; the page asks there.
        let Ok(promise) = storage().and_then(|storage| Ok(storage.persist()?)) else { return false };
        JsFuture::from(promise).await.is_ok_and(|granted| granted.is_truthy())
    }

    /// Bytes that this site uses, and may use; `None` where the browser does not report it.
    pub async fn estimate() -> Option<(u64, u64)> {
        let estimate = JsFuture::from(storage().ok()?.estimate().ok()?).await.ok()?;
        let field = |name: &str| js_sys::Reflect::get(&estimate, &name.into()).ok()?.as_f64();
        Some((field("usage")? as u64, field("quota")? as u64))
    }

    async fn folder(&self, name: &str, create: bool) -> Result<Option<FileSystemDirectoryHandle>, JsFailure> {
        let options = FileSystemGetDirectoryOptions::new();
        options.set_create(create);
        match JsFuture::from(self.0.get_directory_handle_with_options(name, &options)).await {
            Ok(handle) => Ok(Some(handle.unchecked_into())),
            Err(error) => absent(error.into()),
        }
    }
}

impl FileStore for OpfsFileStore {
    fn write<'a>(&'a self, folder: &'a str, name: &'a str, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        async move {
            let folder = self.folder(folder, true).await?.ok_or_else(no_folder)?;
            write_file(&folder, name, bytes).await
        }
        .boxed_local()
    }

    fn read<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, Option<Vec<u8>>> {
        async move {
            let Some(folder) = self.folder(folder, false).await? else { return Ok(None) };
            read_in(&folder, name).await
        }
        .boxed_local()
    }

    fn size<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, Option<u64>> {
        async move {
            let Some(folder) = self.folder(folder, false).await? else { return Ok(None) };
            Ok(file_in(&folder, name).await?.map(|file| file.size() as u64))
        }
        .boxed_local()
    }

    fn read_part<'a>(
        &'a self,
        folder: &'a str,
        name: &'a str,
        from: u64,
        most: usize,
    ) -> StoreFuture<'a, Option<Vec<u8>>> {
        async move {
            let Some(folder) = self.folder(folder, false).await? else { return Ok(None) };
            let Some(file) = file_in(&folder, name).await? else { return Ok(None) };
            Ok(Some(bytes_of(&file, from, from as f64 + most as f64).await?))
        }
        .boxed_local()
    }

    fn copy<'a>(&'a self, folder: &'a str, name: &'a str, file: &'a File) -> StoreFuture<'a, ()> {
        async move {
            let folder = self.folder(folder, true).await?.ok_or_else(no_folder)?;
            copy_file(&folder, name, file).await
        }
        .boxed_local()
    }

    fn folders(&self) -> StoreFuture<'_, Vec<String>> {
        async move {
            let mut names: Vec<String> =
                next_values(&self.0.keys()).await?.iter().filter_map(|name| name.as_string()).collect();
            names.retain(|name| !name.starts_with('.'));
            names.compact_sort();
            Ok(names)
        }
        .boxed_local()
    }

    fn remove_file<'a>(&'a self, folder: &'a str, name: &'a str) -> StoreFuture<'a, ()> {
        async move {
            let Some(folder) = self.folder(folder, false).await? else { return Ok(()) };
            match JsFuture::from(folder.remove_entry(name)).await {
                Ok(_) => Ok(()),
                Err(error) => absent::<()>(error.into()).map(drop),
            }
        }
        .boxed_local()
    }

    fn remove<'a>(&'a self, folder: &'a str) -> StoreFuture<'a, ()> {
        async move {
            let options = FileSystemRemoveOptions::new();
            options.set_recursive(true);
            match JsFuture::from(self.0.remove_entry_with_options(folder, &options)).await {
                Ok(_) => Ok(()),
                Err(error) => absent::<()>(error.into()).map(drop),
            }
        }
        .boxed_local()
    }
}

fn no_folder() -> JsFailure {
    let message = "the storage folder could not be made".to_owned();
    JsFailure { name: "NotFoundError".to_owned(), message }
}

/// All values of an asynchronous iterator.
pub(crate) async fn next_values(iterator: &AsyncIterator) -> Result<Array, JsFailure> {
    let values = Array::new();
    loop {
        let next: IteratorNext = JsFuture::from(iterator.next().map_err(JsFailure::from)?).await?.unchecked_into();
        if next.done() {
            return Ok(values);
        }
        values.push(&next.value());
    }
}
