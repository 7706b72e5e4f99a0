//! Whether a repository that comes in is one that is stored already.

use super::{Identity, Loaded, RepositoryStore};
use host_web::folder_handles;
use protocol::{Failure, StoredRepository};
use source::{Snapshot, store};
use web_sys::FileSystemDirectoryHandle;

/// A stored repository of the same name as one that comes in.
pub enum Earlier {
    /// The same: it was read from the very same folder, or holds the very same files.
    Same {
        stored: StoredRepository,
        /// What its runs are kept under.
        identity: Identity,
    },
    /// Half of its files or more have the same paths. An earlier state of the same folder, or another checkout of the
    /// same project: the person decides that.
    Alike(StoredRepository),
}

impl RepositoryStore {
    /// The newest stored repository that may be the one that comes in, from `folder` where the browser gives a handle.
    pub async fn earlier(
        &self,
        snapshot: &Snapshot,
        folder: Option<&FileSystemDirectoryHandle>,
    ) -> Result<Option<Earlier>, Failure> {
        let mut alike = None;
        let table = store::encode_table(snapshot);
        for stored in self.list().await?.into_iter().filter(|stored| stored.name == snapshot.name) {
            if self.is_from(&stored.id, folder).await || self.has_table(&stored.id, &table).await {
                let identity = self.identity(&stored).await?;
                return Ok(Some(Earlier::Same { stored, identity }));
            }
            if alike.is_none() && self.is_alike(&stored.id, snapshot).await {
                alike = Some(Earlier::Alike(stored));
            }
        }
        Ok(alike)
    }

    /// Where handles cannot be compared, the folder is not known.
    async fn is_from(&self, id: &str, folder: Option<&FileSystemDirectoryHandle>) -> bool {
        match folder {
            Some(folder) => folder_handles::is_same(id, folder).await.unwrap_or(false),
            None => false,
        }
    }

    /// A table holds the hash of every file: equal tables are of equal repositories.
    async fn has_table(&self, id: &str, table: &[u8]) -> bool {
        matches!(self.files.read(id, "table").await, Ok(Some(known)) if known == table)
    }

    /// One that cannot be read is like no other.
    async fn is_alike(&self, id: &str, snapshot: &Snapshot) -> bool {
        let Ok(Loaded { snapshot: old, .. }) = self.load(id).await else { return false };
        let shared = old.files.iter().filter(|file| snapshot.find(file.path.as_str()).is_some()).count();
        shared * 2 >= old.files.len().max(snapshot.files.len())
    }
}
