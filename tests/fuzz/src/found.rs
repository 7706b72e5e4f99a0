//! Inputs that once broke a target: kept as files, tried again by every test run.

use crate::Target;
use anyhow::{Context, Result};
use std::path::PathBuf;

/// The folder of kept inputs.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("found")
}

/// What is kept for a target: file name and content.
///
/// # Errors
/// A file that can't be read.
pub fn kept(target: &Target) -> Result<Vec<(String, Vec<u8>)>> {
    let mut kept = Vec::new();
    if !folder().exists() {
        return Ok(kept);
    }
    for entry in std::fs::read_dir(folder()).context("tests/fuzz/found")? {
        let path = entry?.path();
        let name = path.file_name().expect("an entry of a folder has a name").to_string_lossy().into_owned();
        if name.strip_prefix(target.name).is_some_and(|rest| rest.starts_with('-')) {
            kept.push((name.clone(), std::fs::read(&path).with_context(|| name.clone())?));
        }
    }
    kept.sort();
    Ok(kept)
}

/// Keeps an input; returns its file.
///
/// # Errors
/// The file could not be written.
pub fn keep(target: &Target, input: &[u8]) -> Result<PathBuf> {
    std::fs::create_dir_all(folder())?;
    let hash = input
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    let file = folder().join(format!("{}-{hash:016x}", target.name));
    std::fs::write(&file, input).with_context(|| file.display().to_string())?;
    Ok(file)
}
