//! Which files an index directory is made of.

use super::IndexSource;
use crate::StorageError;
use crate::storage::directory::{Head, MANIFEST, Manifest, name_of, parse_manifest, unpack};

/// The names of all files that a directory's manifest refers to, sorted, itself left out.
///
/// # Errors
/// What the source says, or what is wrong with the index.
pub async fn chunk_names(source: &dyn IndexSource) -> Result<Vec<String>, StorageError> {
    chunk_names_of(&parse_manifest(&source.read(MANIFEST).await?)?, source).await
}

/// The same for a manifest that is not in place yet.
///
/// # Errors
/// As for [`chunk_names`].
pub async fn chunk_names_of(manifest: &Manifest, source: &dyn IndexSource) -> Result<Vec<String>, StorageError> {
    let head = read_head(manifest, source).await?;
    let mut names: Vec<String> = head.chunks().map(|hash| name_of(&hash)).collect();
    names.push(manifest.head.file.clone());
    names.sort();
    names.dedup();
    Ok(names)
}

pub(super) async fn read_head(manifest: &Manifest, source: &dyn IndexSource) -> Result<Head, StorageError> {
    let hash = manifest.head_hash()?;
    let chunk = source.read(&name_of(&hash)).await?;
    let head = Head::read(&unpack(&chunk, &hash, limits::index::HEAD_BYTES)?)?;
    head.check_manifest(manifest)?;
    Ok(head)
}
