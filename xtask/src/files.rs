//! Files and folders as every build step handles them: copies, listings, hashes, sizes.

use crate::place;
use anyhow::{Context, Result};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// An empty folder at `path`, in place of what was there.
pub fn fresh_folder(path: &Path) -> Result<()> {
    if path.exists() {
        std::fs::remove_dir_all(path).with_context(|| format!("could not empty {}", path.display()))?;
    }
    std::fs::create_dir_all(path).with_context(|| format!("could not make {}", path.display()))
}

/// Puts a copy of a folder at `to`, in place of what was there.
pub fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fresh_folder(to)?;
    for file in files_in(from)? {
        let target = to.join(file.strip_prefix(from)?);
        std::fs::create_dir_all(target.parent().context("a file without a folder")?)?;
        std::fs::copy(&file, target)?;
    }
    Ok(())
}

/// Copies files of one folder into another, without the folders that they are in.
pub fn copy_files(from: &Path, names: &[&str], to: &Path) -> Result<()> {
    for name in names {
        let file = from.join(name);
        let target = to.join(file.file_name().with_context(|| format!("{name} is not a file"))?);
        std::fs::copy(&file, target).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

/// Every file of a folder and of the folders in it, sorted by path.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_in(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The test files for Node in a folder of the checkout: `*.test.mjs`, sorted.
pub fn test_files(folder: &str) -> Result<Vec<PathBuf>> {
    let files = files_in(&place::root().join(folder))?;
    Ok(files.into_iter().filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect())
}

/// A hash that names content in file names; not a cryptographic one.
pub fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// A hash of all files of a folder: of their paths in it and their content.
pub fn hash_of_folder(folder: &Path) -> Result<u64> {
    let mut all = Vec::new();
    for file in files_in(folder)? {
        all.extend(file.strip_prefix(folder)?.to_string_lossy().as_bytes());
        all.extend(std::fs::read(file)?);
    }
    Ok(hash_of(&all))
}

/// Size of a file in bytes under gzip at the level that most servers use.
pub fn gzip_size(path: &Path) -> Result<usize> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(&std::fs::read(path)?)?;
    Ok(encoder.finish()?.len())
}
