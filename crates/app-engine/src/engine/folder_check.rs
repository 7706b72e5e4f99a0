//! Compares the open repository with its folder.

use super::Engine;
use crate::failure;
use crate::repository_store::Stamps;
use agent::CancelToken;
use compact_sort::CompactSort;
use host_web::folder::{self, ReadError};
use js_sys::Array;
use protocol::{Failure, FolderChanges, Reply};
use source::builder::{SnapshotBuilder, TopFolder};
use source::filter::Limits;
use wasm_bindgen::JsCast;
use web_sys::FileSystemDirectoryHandle;

/// Paths that are named of what has changed.
const NAMED: usize = 20;

impl Engine {
    /// What has changed in the folder since the import, by sizes and times.
    pub(super) async fn check_folder(&self, attachments: &Array, cancel: CancelToken) -> Result<Reply, Failure> {
        let opened = self.current()?;
        if let Some(failure) = self.not_stored.take() {
            return Err(failure);
        }
        let handle: Result<FileSystemDirectoryHandle, _> = attachments.get(0).dyn_into();
        let handle = handle.map_err(|_| failure::bad_input("The page handed over no folder."))?;
        let before = self.store.stamps(&opened.id).await;
        let before = before.ok_or_else(|| failure::not_found("It is not known what the folder held at its import."))?;
        let mut builder = SnapshotBuilder::new(handle.name(), Limits::default()).with_top(TopFolder::Keep);
        let scanned = folder::scan_folder(&handle, &mut builder, &mut |_, _| !cancel.is_cancelled()).await;
        let now = scanned.map_err(|error| match error {
            ReadError::Cancelled => failure::cancelled(),
            ReadError::Browser(error) => failure::not_found(format!("The folder could not be read ({error}).")),
        })?;
        Ok(Reply::FolderChanges { changes: changes(&before, &Stamps(now)) })
    }
}

fn changes(before: &Stamps, now: &Stamps) -> FolderChanges {
    let mut changes = FolderChanges::default();
    let mut name = |path: &String, count: fn(&mut FolderChanges) -> &mut u32| {
        *count(&mut changes) += 1;
        changes.paths.push(path.clone());
    };
    for (path, stamp) in &now.0 {
        match before.0.get(path) {
            None => name(path, |changes| &mut changes.added),
            Some(known) if known != stamp => name(path, |changes| &mut changes.changed),
            Some(_) => {}
        }
    }
    before
        .0
        .keys()
        .filter(|path| !now.0.contains_key(*path))
        .for_each(|path| name(path, |changes| &mut changes.removed));
    changes.paths.compact_sort();
    changes.paths.truncate(NAMED);
    changes
}
