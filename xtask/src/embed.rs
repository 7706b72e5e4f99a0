//! The docs embed: the npm package `@quarry/ask`, in `embed/dist/`.
//!
//! One small script that a page loads, and beside it a folder with everything that loads at the first opening, named after
//! its content: no browser ever puts a new engine beside an old dialog, and every file in it can be cached for good.

use crate::app::engine_of;
use crate::files::{copy_files, copy_folder, files_in, fresh_folder, gzip_size, hash_of_folder};
use crate::run::{program, run, step};
use crate::{place, setup};
use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};

/// The most that the script may weigh under gzip, in bytes.
const SCRIPT_LIMIT: usize = 6_000;

/// Where the package is built.
pub fn folder() -> PathBuf {
    place::root().join("embed/dist")
}

/// Builds the package and returns its folder.
pub fn build() -> Result<PathBuf> {
    setup::for_build()?;
    step("The docs embed");
    let sources = place::root().join("embed");
    let dist = folder();
    fresh_folder(&dist)?;
    let parts = dist.join("parts");
    copy_folder(&sources.join("src/parts"), &parts)?;
    engine(&parts)?;
    run(program("node")?.arg("web/vendor.mjs"))?;
    copy_folder(&place::root().join("web/vendor"), &parts.join("vendor"))?;

    let named = format!("parts-{:016x}", hash_of_folder(&parts)?);
    std::fs::rename(&parts, dist.join(&named))?;
    let script = std::fs::read_to_string(sources.join("src/quarry-ask.js"))?;
    std::fs::write(dist.join("quarry-ask.js"), put(&script, "\"./parts/\"", &format!("\"./{named}/\""))?)?;
    copy_files(&sources, &["package.json", "README.md", "index.d.ts", "react.d.ts"], &dist)?;
    copy_files(&place::root(), &["LICENSE-MIT", "LICENSE-APACHE"], &dist)?;
    report(&dist, &named)?;
    Ok(dist)
}

/// The engine's wasm and glue, and its size where progress is measured.
fn engine(parts: &Path) -> Result<()> {
    let folder = parts.join("wasm");
    let module = engine_of("app-embed", &folder)?;
    // Scripts of the browser host that nothing here calls.
    let glue = std::fs::read_to_string(folder.join("engine.js"))?;
    if !glue.contains("./snippets/") && folder.join("snippets").exists() {
        std::fs::remove_dir_all(folder.join("snippets"))?;
    }
    let bytes = std::fs::metadata(&module)?.len();
    let worker = parts.join("worker.js");
    let script = std::fs::read_to_string(&worker)?;
    Ok(std::fs::write(&worker, put(&script, "ENGINE_BYTES = 0;", &format!("ENGINE_BYTES = {bytes};"))?)?)
}

fn put(text: &str, placeholder: &str, value: &str) -> Result<String> {
    ensure!(text.matches(placeholder).count() == 1, "`{placeholder}` is not there once");
    Ok(text.replace(placeholder, value))
}

/// Prints what a page loads and what the first opening adds, and refuses a script that grew too large.
fn report(dist: &Path, named: &str) -> Result<()> {
    let script = gzip_size(&dist.join("quarry-ask.js"))?;
    let mut opening = 0;
    for file in files_in(&dist.join(named))? {
        // Diagrams load when the first is opened.
        let later = file.components().any(|part| part.as_os_str() == "vendor") || file.ends_with("mermaid.js");
        opening += if later { 0 } else { gzip_size(&file)? };
    }
    let engine = gzip_size(&dist.join(named).join("wasm/engine_bg.wasm"))?;
    println!("every page: {:.1} KB gzip", script as f64 / 1000.0);
    println!("first opening: {:.1} KB gzip, {:.1} of them the engine", opening as f64 / 1000.0, engine as f64 / 1000.0);
    ensure!(script <= SCRIPT_LIMIT, "quarry-ask.js is {script} bytes under gzip; the limit is {SCRIPT_LIMIT}");
    Ok(())
}
