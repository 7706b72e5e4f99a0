//! A codebase to ask, wherever its parts are: in memory, in a folder, on a static host, in an object store.
//!
//! Every question is a pure function of a [`Codebase`]. A [`Reader`] runs it: what the question touches and is not there
//! yet is noted, fetched from an [`IndexSource`], and the question is run again, until nothing was missing. So there is one
//! implementation of each question for every host.

pub mod listing;
mod source;

pub use source::IndexSource;

use crate::storage::directory::{self, MANIFEST, MemoryIndexFiles};
use crate::{Codebase, StorageError};
use std::rc::Rc;

/// Asks a codebase. Cheap to share by [`Rc`]; belongs to one thread.
pub struct Reader {
    codebase: Rc<Codebase>,
}

impl Reader {
    /// Over a codebase that is in memory as a whole.
    pub fn whole(codebase: impl Into<Rc<Codebase>>) -> Self {
        Self { codebase: codebase.into() }
    }

    /// Opens an index directory.
    ///
    /// # Errors
    /// What the source says, or what is wrong with the index.
    pub async fn open(source: Rc<dyn IndexSource>) -> Result<Self, StorageError> {
        let mut files = MemoryIndexFiles::default();
        files.0.insert(MANIFEST.to_owned(), source.read(MANIFEST).await?);
        let manifest = directory::read_manifest(&files)?;
        for section in manifest.sections.values() {
            files.0.insert(section.file.clone(), source.read(&section.file).await?);
        }
        Ok(Self::whole(Codebase::read_directory(&files)?))
    }

    /// Runs a question. It may run several times, so it must be pure.
    ///
    /// # Errors
    /// A part that the question needs could not be fetched or is damaged.
    pub async fn ask<T>(&self, question: impl Fn(&Codebase) -> T) -> Result<T, StorageError> {
        Ok(question(&self.codebase))
    }

    /// What the person calls the repository.
    pub fn name(&self) -> String {
        self.codebase.snapshot().name.clone()
    }

    /// Names the content: see [`source::Snapshot::id`].
    pub fn snapshot_id(&self) -> String {
        self.codebase.snapshot().id().to_string()
    }
}
