//! Chunks that the manifest no longer names.

use anyhow::{Context, Result};
use source::filter;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Chunk files of an index directory that its manifest does not name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stale {
    files: Vec<PathBuf>,
    /// Their length in all.
    pub bytes: u64,
}

/// Looks for them. Only plain files named like a chunk count, whatever else lies in the folder.
pub fn stale(folder: &Path, named: &BTreeSet<String>) -> Result<Stale> {
    let mut stale = Stale::default();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if filter::is_index_chunk(name) && !named.contains(name) && entry.file_type()?.is_file() {
            stale.bytes += entry.metadata()?.len();
            stale.files.push(entry.path());
        }
    }
    Ok(stale)
}

impl Stale {
    /// How many.
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// Deletes them. The manifest must be in place: from then on only readers of an older one want them.
    pub fn remove(self) -> Result<()> {
        for path in &self.files {
            std::fs::remove_file(path).with_context(|| format!("cannot delete {}", path.display()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn takes_chunks_that_are_not_named_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("quarry-prune-{}", std::process::id()));
        fs::create_dir_all(folder.join(format!("{}.bin", "d".repeat(32)))).unwrap();
        let chunk = |letter: &str| format!("{}.bin", letter.repeat(32));
        let others = ["manifest.json", "CNAME", "old.bin", &"e".repeat(32), &chunk("A"), &format!("x-{}", chunk("b"))];
        let write = |name: &str| fs::write(folder.join(name), "12345").unwrap();
        others.iter().for_each(|name| write(name));
        write(&chunk("a"));
        write(&chunk("b"));
        let found = stale(&folder, &BTreeSet::from([chunk("b")])).unwrap();
        assert_eq!((found.count(), found.bytes), (1, 5));
        found.remove().unwrap();
        assert!(!folder.join(chunk("a")).exists() && folder.join(chunk("b")).exists());
        assert!(others.iter().all(|name| folder.join(name).exists()));
        fs::remove_dir_all(&folder).unwrap();
    }
}
