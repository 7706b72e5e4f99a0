//! Which files an index directory is made of.

use super::IndexSource;
use crate::StorageError;
use crate::storage::directory::{self, MANIFEST, MemoryIndexFiles};

/// The names of all files that the manifest refers to, sorted, itself left out.
///
/// # Errors
/// What the source says, or what is wrong with the manifest.
pub async fn chunk_names(source: &dyn IndexSource) -> Result<Vec<String>, StorageError> {
    let mut files = MemoryIndexFiles::default();
    files.0.insert(MANIFEST.to_owned(), source.read(MANIFEST).await?);
    let manifest = directory::read_manifest(&files)?;
    let mut names: Vec<String> = manifest.sections.into_values().map(|section| section.file).collect();
    names.sort();
    Ok(names)
}
