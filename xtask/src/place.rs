//! Where things are: the checkout, and the cache outside it.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    // This file's package is `<root>/xtask`; where cargo set no folder, the command was run from the root.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    package.and_then(|p| p.parent().map(Path::to_owned)).unwrap_or_else(|| PathBuf::from("."))
}

/// The user's cache folder for Quarry: tools, builds, packs, corpora.
pub fn cache() -> Result<PathBuf> {
    let base = match std::env::var_os("XDG_CACHE_HOME") {
        Some(dir) if !dir.is_empty() => PathBuf::from(dir),
        _ => PathBuf::from(std::env::var_os("HOME").context("neither XDG_CACHE_HOME nor HOME is set")?).join(".cache"),
    };
    Ok(base.join("quarry"))
}

/// Installed tools: `bin/trunk`, `bin/wasm-bindgen`, `bin/cargo-deny`.
pub fn tools() -> Result<PathBuf> {
    Ok(cache()?.join("tools"))
}

/// Cargo's target folder: what the caller set, or one in the cache, so that a fresh clone builds warm.
pub fn target() -> Result<PathBuf> {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) if !dir.is_empty() => Ok(root().join(PathBuf::from(dir))),
        _ => Ok(cache()?.join("target")),
    }
}

pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Where engine, packs and sample are built before they are copied into [`dist`].
pub fn parts() -> Result<PathBuf> {
    Ok(cache()?.join("parts"))
}

pub fn clean() -> Result<()> {
    let cache = cache()?;
    if cache.exists() {
        std::fs::remove_dir_all(&cache).with_context(|| format!("could not delete {}", cache.display()))?;
    }
    println!("deleted {}", cache.display());
    Ok(())
}
