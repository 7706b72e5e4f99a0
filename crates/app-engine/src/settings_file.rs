//! A file of settings in the browser's storage, as JSON.
//!
//! A file is not replaced in one step, so it is first written beside itself: where a tab ends in the middle of a write, one of the
//! two is whole.

use crate::failure;
use host_web::FileStore;
use protocol::Failure;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::rc::Rc;

/// A file of settings.
pub struct SettingsFile {
    pub files: Rc<dyn FileStore>,
    /// Its name begins with a dot, so that it is not among the repositories.
    pub folder: &'static str,
    pub name: &'static str,
    /// The same while it is being replaced.
    pub beside: &'static str,
}

impl SettingsFile {
    /// What it holds; `None` where there is none.
    pub async fn read<T: DeserializeOwned>(&self) -> Result<Option<T>, Failure> {
        let Some(bytes) = self.bytes(self.name).await? else { return Ok(None) };
        // The error says no more than that it is damaged: then the other is whole.
        if let Ok(settings) = serde_json::from_slice(&bytes) {
            return Ok(Some(settings));
        }
        let beside = self.bytes(self.beside).await?;
        let settings = beside.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let damaged = "What is set up for tools and the Web is damaged. Remove this site's data to begin anew.";
        settings.map(Some).ok_or_else(|| failure::internal(damaged))
    }

    pub async fn write(&self, settings: &impl Serialize) -> Result<(), Failure> {
        let bytes = serde_json::to_vec(settings).map_err(|error| failure::internal(error.to_string()))?;
        self.files.write(self.folder, self.beside, &bytes).await.map_err(failure::storage)?;
        self.files.write(self.folder, self.name, &bytes).await.map_err(failure::storage)
    }

    async fn bytes(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        self.files.read(self.folder, name).await.map_err(failure::storage)
    }
}
