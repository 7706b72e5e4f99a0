//! Chunks that the manifest no longer names.

use super::Tally;
use anyhow::{Context, Result};
use source::filter;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Chunk files of an index directory that its manifest does not name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stale {
    folder: PathBuf,
    /// Lengths by name.
    files: BTreeMap<String, u64>,
}

/// Finds the chunk files that the manifest does not name. Other files in the folder are ignored.
pub fn stale(folder: &Path, named: &BTreeSet<String>) -> Result<Stale> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if filter::is_index_chunk(&name) && !named.contains(&name) && entry.file_type()?.is_file() {
            files.insert(name, entry.metadata()?.len());
        }
    }
    Ok(Stale { folder: folder.to_owned(), files })
}

impl Stale {
    /// Their number and length.
    pub fn tally(&self) -> Tally {
        Tally { files: self.files.len() as u64, bytes: self.files.values().sum() }
    }

    /// Keeps those with these names, and returns the others.
    pub fn split_off_others(&mut self, names: &[String]) -> Self {
        let others = self.files.extract_if(.., |name, _| !names.contains(name)).collect();
        Self { folder: self.folder.clone(), files: others }
    }

    /// Deletes them. The new manifest must be written by then: only readers of an older one still need them.
    pub fn remove(&self) -> Result<()> {
        for name in self.files.keys() {
            let path = self.folder.join(name);
            std::fs::remove_file(&path).with_context(|| format!("cannot delete {}", path.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use std::fs;

    #[test]
    fn takes_chunks_that_are_not_named_and_nothing_else() {
        let scratch = Scratch::new("prune");
        let folder = &scratch.0;
        fs::create_dir_all(folder.join(format!("{}.bin", "d".repeat(32)))).unwrap();
        let chunk = |letter: &str| format!("{}.bin", letter.repeat(32));
        let others = ["manifest.json", "CNAME", "old.bin", &"e".repeat(32), &chunk("A"), &format!("x-{}", chunk("b"))];
        let write = |name: &str| fs::write(folder.join(name), "12345").unwrap();
        others.iter().for_each(|name| write(name));
        ["a", "b", "c"].iter().for_each(|letter| write(&chunk(letter)));
        let mut found = stale(folder, &BTreeSet::from([chunk("b")])).unwrap();
        assert_eq!(found.tally(), Tally { files: 2, bytes: 10 });
        let older = found.split_off_others(&[chunk("c"), chunk("b")]);
        assert_eq!((older.tally().files, found.tally().files), (1, 1));
        older.remove().unwrap();
        let there = |letter: &str| folder.join(chunk(letter)).exists();
        assert!(!there("a") && there("b") && there("c"));
        assert!(others.iter().all(|name| folder.join(name).exists()));
    }
}
