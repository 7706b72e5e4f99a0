//! The index directory: `manifest.json` and files named by their content.
//!
//! A section's file name holds its hash, so it never changes and can be cached for ever; the manifest is written last
//! and is the commit marker. Sections: `table` and `pack` (the snapshot), `graph`, `search`.

use super::{FORMAT_VERSION, StorageError, check_version};
use crate::Codebase;
use serde::{Deserialize, Serialize};
use source::{ContentHash, FileId, store};
use std::collections::BTreeMap;

/// The manifest's file name.
pub const MANIFEST: &str = "manifest.json";

/// Where the files of an index are kept. Names are plain file names of letters, digits, `-` and `.`. Errors are
/// sentences for people.
pub trait IndexFiles {
    /// Writes or replaces a whole file.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String>;

    /// Reads a whole file. A file that is not there is an error.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// Files in memory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MemoryIndexFiles(pub BTreeMap<String, Vec<u8>>);

impl IndexFiles for MemoryIndexFiles {
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).cloned().ok_or_else(|| format!("there is no file `{name}`"))
    }
}

/// What an index directory holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always `quarry-index`.
    pub format: String,
    /// See [`FORMAT_VERSION`].
    pub version: u32,
    /// What the person calls the repository.
    pub name: String,
    /// The snapshot's id.
    pub snapshot: String,
    /// Number of files.
    pub files: u32,
    /// Files with syntax errors: file number and count.
    pub syntax_errors: Vec<(FileId, u32)>,
    /// By name.
    pub sections: BTreeMap<String, Section>,
}

/// A part of the index in a file of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The file's name.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// Its hash, 32 hex digits.
    pub hash: String,
}

const FORMAT: &str = "quarry-index";

impl Codebase {
    /// Writes the index directory; files that are not in the new manifest are left alone.
    pub fn write_directory(&self, files: &mut impl IndexFiles) -> Result<Manifest, StorageError> {
        let parts = [
            ("graph", self.graph_bytes()),
            ("pack", self.snapshot().pack.to_vec()),
            ("search", self.index().to_bytes()),
            ("table", store::encode_table(self.snapshot())),
        ];
        let mut sections = BTreeMap::new();
        for (name, bytes) in parts {
            let hash = ContentHash::of(&bytes).to_string();
            let file = format!("{name}-{hash}.bin");
            files.write(&file, &bytes).map_err(StorageError::Files)?;
            sections.insert(name.to_owned(), Section { file, bytes: bytes.len() as u64, hash });
        }
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            name: self.snapshot().name.clone(),
            snapshot: self.snapshot().id().to_string(),
            files: self.snapshot().files.len() as u32,
            syntax_errors: self.syntax_errors().to_vec(),
            sections,
        };
        let mut text =
            serde_json::to_string_pretty(&manifest).map_err(|error| StorageError::Files(error.to_string()))?;
        text.push('\n');
        files.write(MANIFEST, text.as_bytes()).map_err(StorageError::Files)?;
        Ok(manifest)
    }

    /// Reads an index directory. Every section's length and hash are checked.
    pub fn read_directory(files: &impl IndexFiles) -> Result<Self, StorageError> {
        let manifest = read_manifest(files)?;
        let section = |name: &str| read_section(files, &manifest, name);
        let snapshot = store::decode(&section("table")?, section("pack")?)
            .map_err(|error| StorageError::Damaged(error.to_string()))?;
        if snapshot.id().to_string() != manifest.snapshot {
            return Err(StorageError::OtherSnapshot);
        }
        Self::from_parts(snapshot, &section("graph")?, &section("search")?, manifest.syntax_errors.clone())
    }
}

/// Reads and checks the manifest alone.
pub fn read_manifest(files: &impl IndexFiles) -> Result<Manifest, StorageError> {
    let bytes = files.read(MANIFEST).map_err(StorageError::Files)?;
    // The version is read first: a newer manifest may have another shape.
    let loose: serde_json::Value = serde_json::from_slice(&bytes).map_err(|_| StorageError::NotAnIndex)?;
    if loose["format"] != FORMAT {
        return Err(StorageError::NotAnIndex);
    }
    let version = loose["version"].as_u64().and_then(|version| u32::try_from(version).ok());
    check_version(version.ok_or_else(|| StorageError::Damaged("its manifest has no version".to_owned()))?)?;
    serde_json::from_value(loose).map_err(super::damaged("its manifest cannot be read"))
}

fn read_section(files: &impl IndexFiles, manifest: &Manifest, name: &str) -> Result<Vec<u8>, StorageError> {
    let missing = || StorageError::Damaged(format!("its manifest names no `{name}`"));
    let section = manifest.sections.get(name).ok_or_else(missing)?;
    if !section.file.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.')) || section.file.contains("..")
    {
        return Err(StorageError::Damaged(format!("`{}` is no file name of an index", section.file)));
    }
    let bytes = files.read(&section.file).map_err(StorageError::Files)?;
    match ContentHash::of(&bytes).to_string() == section.hash && bytes.len() as u64 == section.bytes {
        true => Ok(bytes),
        false => Err(StorageError::Damaged(format!("`{}` was changed", section.file))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn written() -> MemoryIndexFiles {
        let mut files = MemoryIndexFiles::default();
        fixture::shop().write_directory(&mut files).unwrap();
        files
    }

    #[test]
    fn reading_it_back_gives_an_equal_codebase() {
        let files = written();
        let again = Codebase::read_directory(&files).unwrap();
        assert_eq!(again.to_bytes(), fixture::shop().to_bytes());
        assert_eq!(again.snapshot().name, "shop-repo");
        assert_eq!(files, written(), "the same input gives the same files");
        assert_eq!(files.0.len(), 5);
    }

    #[test]
    fn damage_is_found_and_named() {
        let open = |change: &dyn Fn(&mut MemoryIndexFiles)| {
            let mut files = written();
            change(&mut files);
            Codebase::read_directory(&files).unwrap_err()
        };
        let edit = |from: &'static str, to: &'static str| {
            move |files: &mut MemoryIndexFiles| {
                let text = String::from_utf8(files.0[MANIFEST].clone()).unwrap();
                assert!(text.contains(from));
                files.0.insert(MANIFEST.into(), text.replace(from, to).into_bytes());
            }
        };
        let find = |files: &MemoryIndexFiles, name: &str| files.0.keys().find(|k| k.starts_with(name)).unwrap().clone();
        assert!(matches!(open(&|files| files.0.clear()), StorageError::Files(_)));
        assert_eq!(open(&edit("\"version\": 1", "\"version\": 7")), StorageError::Newer(7));
        assert_eq!(open(&edit("quarry-index", "else")), StorageError::NotAnIndex);
        assert!(matches!(open(&edit("\"file\": \"graph-", "\"file\": \"../graph-")), StorageError::Damaged(_)));
        assert!(matches!(
            open(&|files| files.0.get_mut(&find(files, "pack")).unwrap()[3] ^= 1),
            StorageError::Damaged(_)
        ));
        let gone = |files: &mut MemoryIndexFiles| {
            let name = find(files, "search");
            files.0.remove(&name);
        };
        assert!(matches!(open(&gone), StorageError::Files(_)));
    }
}
