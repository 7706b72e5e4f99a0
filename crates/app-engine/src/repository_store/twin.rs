//! Decides whether a repository that is imported is one that is stored already.

use super::{Identity, RepositoryStore};
use host_web::folder_handles;
use protocol::{Failure, RepositoryOrigin, StoredRepository};
use source::{Snapshot, store};
use web_sys::FileSystemDirectoryHandle;

/// A stored repository of the same name as the imported one.
pub enum Earlier {
    /// The same repository: it was read from the same folder, or holds exactly the same files.
    Same {
        stored: StoredRepository,
        /// The identity under which its runs are stored.
        identity: Identity,
    },
    /// At least half of its files have the same paths. It is an earlier state of the same folder or another checkout of
    /// the same project: the person decides which.
    Alike(StoredRepository),
}

impl RepositoryStore {
    /// The newest stored repository that may be the same as the imported one. `folder` is the handle that it is
    /// imported from, if the browser gives one.
    pub async fn earlier(
        &self,
        snapshot: &Snapshot,
        folder: Option<&FileSystemDirectoryHandle>,
        origin: Option<&RepositoryOrigin>,
    ) -> Result<Option<Earlier>, Failure> {
        let mut alike = None;
        let table = store::encode_table(snapshot);
        for stored in self.list().await?.into_iter().filter(|stored| stored.name == snapshot.name) {
            if is_same_origin(stored.origin.as_deref(), origin)
                || self.is_from(&stored.id, folder).await
                || self.has_table(&stored.id, &table).await
            {
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
        let table = self.files.read(id, "table").await.ok().flatten();
        let Some(old) = table.and_then(|table| store::contents(&table).ok()) else { return false };
        let shared = old.paths.iter().filter(|path| snapshot.find(path.as_str()).is_some()).count();
        shared * 2 >= old.paths.len().max(snapshot.files.len())
    }
}

/// Whether both are the same branch, tag or request of the same repository: a later state of it replaces an earlier one.
fn is_same_origin(stored: Option<&RepositoryOrigin>, imported: Option<&RepositoryOrigin>) -> bool {
    let key = |origin: &RepositoryOrigin| {
        let RepositoryOrigin { site, path, reference, folder, .. } = origin.clone();
        (site, path, reference, folder)
    };
    matches!((stored, imported), (Some(stored), Some(imported)) if key(stored) == key(imported))
}
