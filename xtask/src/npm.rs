//! The npm package `@quarry/core`, in `npm/dist/`: one script with its wasm and the language packs beside it.

use crate::app::engine_of;
use crate::files::{copy_files, fresh_folder, gzip_size};
use crate::run::step;
use crate::{packs, place, setup};
use anyhow::Result;
use std::path::PathBuf;

/// Where the package is built.
pub fn folder() -> PathBuf {
    place::root().join("npm/dist")
}

/// Builds the package and returns its folder.
pub fn build() -> Result<PathBuf> {
    setup::for_build()?;
    step("The npm package");
    let root = place::root();
    let dist = folder();
    fresh_folder(&dist)?;
    copy_files(
        &root.join("npm"),
        &["package.json", "README.md", "index.d.ts", "src/index.js", "src/assets.js"],
        &dist,
    )?;
    copy_files(&root, &["LICENSE-MIT", "LICENSE-APACHE"], &dist)?;
    // What the docs embed and the parse workers use as well.
    copy_files(&root.join("embed/src/parts"), &["failure.js", "requests.js"], &dist)?;
    copy_files(&root.join("crates/app-engine/js"), &["pack.js"], &dist)?;
    let engine = engine_of("app-npm", &dist.join("wasm"))?;
    packs::build_into(&dist.join("packs"))?;
    println!("@quarry/core: {:.1} KB gzip of engine", gzip_size(&engine)? as f64 / 1000.0);
    Ok(dist)
}
