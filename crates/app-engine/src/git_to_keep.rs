//! The git data of an import, on its way to where it is kept.

use git_history::Kept;
use host_web::JsFailure;
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
pub enum PackFile {
    Browser(File),
    Bytes(Vec<u8>),
}

impl PackFile {
    /// Its bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::Browser(file) => file.size() as u64,
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }
}

impl GitToKeep {
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
