//! The note of a stored repository: the time of its import, and its identity.

use super::{Identity, RepositoryStore};
use crate::failure;
use host_web::JsFailure;
use protocol::{Failure, RepositoryOrigin, StoredRepository};
use serde::{Deserialize, Serialize};

/// The note, as JSON. Every field but the first may be missing in notes of earlier versions.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Note {
    /// Milliseconds since 1970.
    pub imported_at: f64,
    /// [`Identity::Own`].
    #[serde(default)]
    identity: Option<String>,
    /// The state on a git host that it was imported from.
    #[serde(default)]
    pub origin: Option<RepositoryOrigin>,
    /// The build of the engine that made the index.
    #[serde(default)]
    pub engine: String,
}

impl Note {
    pub fn new(imported_at: f64, identity: &Identity, origin: Option<RepositoryOrigin>, engine: String) -> Self {
        let own = match identity {
            Identity::Own(own) => Some(own.clone()),
            Identity::Named(_) => None,
        };
        Self { imported_at, identity: own, origin, engine }
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>, JsFailure> {
        serde_json::to_vec(self).map_err(|error| JsFailure { name: "DataError".to_owned(), message: error.to_string() })
    }

    pub fn identity(&self, name: &str) -> Identity {
        match &self.identity {
            Some(own) => Identity::Own(own.clone()),
            None => Identity::Named(name.to_owned()),
        }
    }
}

impl RepositoryStore {
    /// A repository's note. Where it is missing or damaged, an empty one: only the date and the link to its runs are lost.
    pub(super) async fn note(&self, id: &str) -> Result<Note, JsFailure> {
        let bytes = self.files.read(id, "note").await?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }

    pub async fn identity(&self, stored: &StoredRepository) -> Result<Identity, Failure> {
        let note = self.note(&stored.id).await.map_err(failure::storage)?;
        Ok(note.identity(&stored.name))
    }

    pub async fn identify(&self, id: &str, identity: &Identity) -> Result<(), Failure> {
        let _lock = self.lock(id).await?;
        let Note { imported_at, origin, engine, .. } = self.note(id).await.map_err(failure::storage)?;
        let note = Note::new(imported_at, identity, origin, engine).to_bytes().map_err(failure::storage)?;
        self.files.write(id, "note", &note).await.map_err(failure::storage)
    }

    /// The names of the other stored repositories whose runs are in the same folder as those of `identity`.
    pub async fn sharing(&self, identity: &Identity, id: &str) -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        for row in self.list().await? {
            if row.id != id && self.identity(&row).await?.folder() == identity.folder() {
                names.push(row.name);
            }
        }
        Ok(names)
    }
}
