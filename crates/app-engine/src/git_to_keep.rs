//! The git data of an import, on its way to where it is kept.

use git_history::{FileError, GitError, Kept, KeptFiles, Repository};
use host_web::{JsFailure, bytes_of, yield_now};
use std::rc::Rc;
use web_sys::File;

/// Git data to be kept.
#[derive(Default)]
pub struct GitToKeep {
    /// The note of it.
    pub kept: Kept,
    /// The packs that were chosen and their indexes, by the names in [`Kept::packs`].
    pub packs: Vec<(String, PackFile)>,
}

/// A pack or an index.
#[derive(Clone)]
pub enum PackFile {
    Browser(File),
    Bytes(Rc<[u8]>),
}

impl PackFile {
    /// Its bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::Browser(file) => file.size() as u64,
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }

    async fn part(&self, from: u64, most: usize) -> Result<Vec<u8>, JsFailure> {
        match self {
            Self::Browser(file) => bytes_of(file, from, from as f64 + most as f64).await,
            Self::Bytes(bytes) => {
                let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
                Ok(bytes[from..from.saturating_add(most).min(bytes.len())].to_vec())
            }
        }
    }
}

impl GitToKeep {
    /// The history in it, read from where the files are now; `None` where there is none.
    ///
    /// # Errors
    /// That it cannot be read.
    pub async fn repository(&self) -> Result<Option<Repository>, GitError> {
        let packs: Rc<[(String, PackFile)]> = self.packs.clone().into();
        let read = move |name: String, from: u64, most: usize| {
            let packs = Rc::clone(&packs);
            Box::pin(async move {
                let Some((_, file)) = packs.iter().find(|(known, _)| *known == name) else { return Ok(None) };
                let failed = |error: JsFailure| FileError(format!("`{name}` of the git data cannot be read: {error}"));
                file.part(from, most).await.map(Some).map_err(failed)
            }) as _
        };
        Repository::open(KeptFiles::new(self.kept.clone(), read, || Box::pin(yield_now()))).await
    }

    /// Nothing, for this reason.
    pub fn refused(why: String) -> Self {
        let mut kept = Kept::default();
        kept.refuse(why);
        Self { kept, packs: Vec::new() }
    }

    /// Nothing, because it did not fit.
    pub fn left_out_for(error: &JsFailure) -> Self {
        Self::refused(format!("it could not be stored ({error})"))
    }
}
