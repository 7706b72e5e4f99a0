//! Sizes and times of the files of the folder that a repository was imported from: what has changed since is found without
//! reading the files.

use super::RepositoryStore;
use host_web::folder::Stamp;
use host_web::{JsFailure, folder_handles};
use source::Snapshot;
use std::collections::BTreeMap;
use web_sys::FileSystemDirectoryHandle;

/// Name of the file.
pub(super) const NAME: &str = "stamps";

/// The stamps of all files that were opened, by path: those that were left out for what they hold as well.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stamps(pub BTreeMap<String, Stamp>);

/// What is known of a folder from its last import.
pub struct KnownFolder {
    stamps: Stamps,
    snapshot: Snapshot,
}

impl KnownFolder {
    /// The bytes of a file that has not changed; `None` where it has, or where its bytes are not known.
    pub fn bytes(&self, path: &str, stamp: Stamp) -> Option<Vec<u8>> {
        if self.stamps.0.get(path) != Some(&stamp) {
            return None;
        }
        let file = self.snapshot.find(path)?;
        let entry = self.snapshot.file(file);
        // The stored text of others is not what is on disk.
        let is_as_on_disk = entry.decoded_from.is_none() && !entry.stripped_bom;
        is_as_on_disk.then(|| self.snapshot.text(file).as_bytes().to_vec())
    }
}

impl RepositoryStore {
    pub(super) async fn write_stamps(&self, id: &str, stamps: Option<&Stamps>) -> Result<(), JsFailure> {
        let Some(stamps) = stamps else { return Ok(()) };
        let damaged = |error: postcard::Error| JsFailure { name: "DataError".to_owned(), message: error.to_string() };
        let bytes = postcard::to_stdvec(&stamps.0).map_err(damaged)?;
        self.files.write(id, NAME, &bytes).await
    }

    /// The stamps of a stored repository; `None` where it came from no folder, or was stored before there were any.
    pub async fn stamps(&self, id: &str) -> Option<Stamps> {
        // Without them every file is read.
        let bytes = self.files.read(id, NAME).await.ok().flatten()?;
        postcard::from_bytes(&bytes).ok().map(Stamps)
    }

    /// What is known of this folder from an earlier import.
    pub async fn known_folder(&self, folder: &FileSystemDirectoryHandle, name: &str) -> Option<KnownFolder> {
        // Only a cache: without it every file is read.
        for row in self.list().await.ok()?.into_iter().filter(|row| row.name == name) {
            if folder_handles::is_same(&row.id, folder).await.unwrap_or(false) {
                let stamps = self.stamps(&row.id).await?;
                let snapshot = self.snapshot(&row.id).await.ok()?;
                return Some(KnownFolder { stamps, snapshot });
            }
        }
        None
    }
}
