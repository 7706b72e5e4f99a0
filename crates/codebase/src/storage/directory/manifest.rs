//! `manifest.json`.

use super::super::{FORMAT_VERSION, StorageError, check_version, damaged};
use serde::{Deserialize, Serialize};
use source::ContentHash;

/// The manifest's file name.
pub const MANIFEST: &str = "manifest.json";

/// The value of the manifest's `format`: distinguishes an index from other folders with a `manifest.json`.
pub const FORMAT: &str = "quarry-index";

/// What an index directory holds, for people and tools; readers go on to the head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always [`FORMAT`].
    pub format: String,
    /// See [`FORMAT_VERSION`].
    pub version: u32,
    /// What the person calls the repository.
    pub name: String,
    /// The snapshot's id: names the content.
    pub snapshot: String,
    /// Number of source files.
    pub files: u32,
    /// Bytes of source text.
    pub bytes: u64,
    /// Number of symbols.
    pub symbols: u32,
    /// Number of chunks, the head among them and those of lists not.
    pub chunks: u32,
    /// Bytes of these chunks.
    pub index_bytes: u64,
    /// Bytes of the chunks of lists that are none of these; 0 in an index that was made before lists were kept.
    #[serde(default)]
    pub list_bytes: u64,
    /// The same of summaries.
    #[serde(default)]
    pub summary_bytes: u64,
    /// The same of words.
    #[serde(default)]
    pub word_bytes: u64,
    /// The same of the tables of tests.
    #[serde(default)]
    pub test_bytes: u64,
    /// The vectors of definitions; `None` in an index without any. Readers that search by words alone leave them out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<VectorsFile>,
    /// The chunk that lists all others.
    pub head: HeadFile,
}

/// The vectors of an index, as they are named in the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorsFile {
    /// The provider's name of the model that made them.
    pub model: String,
    /// The numbers of a vector.
    pub dimensions: u32,
    /// How many definitions have one.
    pub definitions: u32,
    /// How many were to have one.
    pub wanted: u32,
    /// Bytes of their chunks.
    pub stored: u64,
    /// The file name of the chunk that lists those of the vectors.
    pub file: String,
}

/// A chunk as it is named in the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadFile {
    /// Its file name.
    pub file: String,
    /// Its length.
    pub bytes: u64,
}

impl Manifest {
    /// The file's text: the same manifest has the same bytes.
    pub fn to_json(&self) -> Result<String, StorageError> {
        let text = serde_json::to_string_pretty(self).map_err(|error| StorageError::Files(error.to_string()))?;
        Ok(text + "\n")
    }

    /// The hash of the head chunk, from its name.
    pub(crate) fn head_hash(&self) -> Result<ContentHash, StorageError> {
        hash_in(&self.head.file)
    }
}

/// The hash in the file name of a chunk.
pub(crate) fn hash_in(file: &str) -> Result<ContentHash, StorageError> {
    let hash = file.strip_suffix(".bin").and_then(|hash| hash.parse().ok());
    hash.ok_or_else(|| StorageError::Damaged(format!("`{file}` is no file name of an index")))
}

/// Reads a manifest. A newer one may have another shape, so the version is read first.
pub fn parse_manifest(bytes: &[u8]) -> Result<Manifest, StorageError> {
    if bytes.len() as u64 > limits::index::MANIFEST_BYTES {
        return Err(StorageError::Damaged(format!(
            "its manifest is longer than {} bytes",
            limits::index::MANIFEST_BYTES
        )));
    }
    let loose: serde_json::Value = serde_json::from_slice(bytes).map_err(|_| StorageError::NotAnIndex)?;
    if loose["format"] != FORMAT {
        return Err(StorageError::NotAnIndex);
    }
    let version = loose["version"].as_u64().and_then(|version| u32::try_from(version).ok());
    check_version(version.ok_or_else(|| StorageError::Damaged("its manifest has no version".to_owned()))?)?;
    let manifest: Manifest = serde_json::from_value(loose).map_err(damaged("its manifest cannot be read"))?;
    debug_assert_eq!(manifest.version, FORMAT_VERSION);
    manifest.head_hash()?;
    Ok(manifest)
}
