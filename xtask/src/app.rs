//! The built app: page, engine, packs, sample, in `dist/`.

use crate::files::{copy_folder, files_in, fresh_folder, gzip_size, hash_of};
use crate::run::{WASM, cargo, program, run, step};
use crate::shrink::shrink;
use crate::{packs, place, runner, sample, setup, split};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Sets up, builds everything, and returns the folder to serve.
pub fn build() -> Result<PathBuf> {
    let started = Instant::now();
    let parts = parts()?;
    step("The page");
    run(trunk("-C link-arg=--emit-relocs")?.args(["build", "--release", "--offline", "--features", "parts"]))?;
    split_page(&place::dist())?;
    // Trunk empties its folder, so the rest is put beside the page afterwards.
    for part in PARTS {
        copy_folder(&parts.join(part), &place::dist().join(part))?;
    }
    name_build(&place::dist())?;
    report(&place::dist())?;
    println!("built in {:.0} s", started.elapsed().as_secs_f32());
    Ok(place::dist())
}

/// What is put beside the page.
const PARTS: [&str; 5] = ["packs", "engine", "sample", "runner", "strings"];

/// Sets up and builds what is put beside the page; returns the folder. Quick where nothing changed.
pub fn parts() -> Result<PathBuf> {
    setup::for_build()?;
    let parts = place::parts()?;
    std::fs::create_dir_all(&parts)?;
    packs::build_into(&parts.join("packs"))?;
    engine(&parts.join("engine"))?;
    sample::pack_into(&parts.join("sample"))?;
    runner::build_into(&parts.join("runner"))?;
    strings(&parts.join("strings"))?;
    Ok(parts)
}

/// Trunk as it builds the page at each change, and the folder that it builds into.
pub fn watch_page() -> Result<(Command, PathBuf)> {
    let page = place::target()?.join("page-dev");
    std::fs::create_dir_all(&page)?;
    let mut trunk = trunk("")?;
    trunk.args(["watch", "--offline", "--dist"]).arg(&page);
    // The crates that the page links.
    let crates = ["crates/protocol", "crates/markdown", "crates/page-strings"];
    for path in
        ["index.html", "web/build.rs", "web/src", "web/static", "web/strings", "web/styles"].iter().chain(&crates)
    {
        trunk.arg("--watch").arg(path);
    }
    Ok((trunk, page))
}

/// Puts the first module of the page and its parts in place of the one module that Trunk has bound.
fn split_page(dist: &Path) -> Result<()> {
    let bound = files_in(dist)?.into_iter().find_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix("_bg.wasm")?.to_owned();
        (path.parent() == Some(dist)).then_some(name)
    });
    let name = bound.context("Trunk has written no wasm")?;
    let wasm = page_target()?.join(WASM).join("release/web.wasm");
    let page = split::Program { name: "page", wasm: &wasm, instance: &format!("./{name}.js") };
    split::split(&page, dist, |first| bind("page", first, &["--keep-lld-exports"], dist, &name))?;
    // What the scripts of the page depend on is in `vendor` already.
    Ok(std::fs::remove_file(dist.join("package.json"))?)
}

/// Trunk, with what it copies into the page, and flags for rustc.
fn trunk(flags: &str) -> Result<Command> {
    run(program("node")?.arg("web/vendor.mjs"))?;
    let mut trunk = program("trunk")?;
    // Trunk reads NO_COLOR as a boolean and stops at "1".
    trunk.env_remove("NO_COLOR");
    // Views whose types are erased: far less code. A folder of its own, or the flag would have cargo build the engine
    // anew each time.
    trunk.env("RUSTFLAGS", format!("--cfg erase_components {flags}")).env("CARGO_TARGET_DIR", page_target()?);
    Ok(trunk)
}

fn page_target() -> Result<PathBuf> {
    Ok(place::target()?.join("page"))
}

/// Names the build in the page after page, engine, interpreters, packs and languages: the page asks for the engine under this
/// name, so that a browser never puts a new engine beside an old page.
fn name_build(dist: &Path) -> Result<()> {
    let index = dist.join("index.html");
    let page = std::fs::read_to_string(&index)?;
    let mut parts = page.clone().into_bytes();
    let named = ["engine", "runner", "strings"].map(|part| files_in(&dist.join(part)));
    let named: Vec<Vec<PathBuf>> = named.into_iter().collect::<Result<_>>()?;
    for file in named.into_iter().flatten().chain([dist.join("packs/packs.json")]) {
        parts.extend(std::fs::read(&file).with_context(|| file.display().to_string())?);
    }
    let placeholder = "unnamed-build";
    ensure!(page.contains(placeholder), "index.html has no place for the build's name");
    Ok(std::fs::write(&index, page.replace(placeholder, &format!("{:016x}", hash_of(&parts))))?)
}

/// The engine worker: wasm, its JS glue, and the two worker scripts.
fn engine(folder: &Path) -> Result<()> {
    step("The engine");
    fresh_folder(folder)?;
    // The relocations say which code and data belong together.
    let build = ["rustc", "-p", "app-engine", "--release", "--target", WASM, "--locked"];
    run(cargo(&build)?.args(["--", "-C", "link-arg=--emit-relocs"]))?;
    // The engine's script is loaded under the build's name: see `instance.js`.
    let engine = split::Program { name: "engine", wasm: &built("app-engine")?, instance: "./instance.js" };
    split::split(&engine, folder, |first| bind("engine", first, &["--keep-lld-exports"], folder, "engine"))?;
    let scripts = place::root().join("crates/app-engine/js");
    for entry in std::fs::read_dir(&scripts).with_context(|| scripts.display().to_string())? {
        let entry = entry?;
        std::fs::copy(entry.path(), folder.join(entry.file_name()))?;
    }
    Ok(())
}

/// The page's strings in other languages than English.
fn strings(folder: &Path) -> Result<()> {
    step("The languages of the page");
    fresh_folder(folder)?;
    run(cargo(&["run", "-q", "-p", "page-strings", "--locked", "--", "web/strings"])?.arg(folder))
}

/// Builds the command `quarry` for speed and returns its path.
pub fn command_line() -> Result<PathBuf> {
    run(&mut cargo(&["build", "-p", "app-cli", "--profile", "native", "--locked"])?)?;
    quarry_in("native")
}

/// Builds it as tests use it and returns its path.
pub fn tested_command_line() -> Result<PathBuf> {
    run(&mut cargo(&["build", "-p", "app-cli", "--locked"])?)?;
    quarry_in("debug")
}

/// The one that the tests of the workspace have built: alone it would be built again, with fewer features of its dependencies.
pub fn tested_with_workspace() -> Result<PathBuf> {
    let quarry = quarry_in("debug")?;
    ensure!(quarry.exists(), "the tests of the workspace have not built {}", quarry.display());
    Ok(quarry)
}

fn quarry_in(profile: &str) -> Result<PathBuf> {
    Ok(place::target()?.join(profile).join(format!("quarry{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds an engine crate (`app-embed`, `app-npm`) into a folder as `engine.js` and `engine_bg.wasm`; returns the path of the
/// wasm.
pub fn engine_of(package: &str, folder: &Path) -> Result<PathBuf> {
    run(&mut cargo(&["build", "-p", package, "--release", "--target", WASM, "--locked"])?)?;
    bind(package.trim_start_matches("app-"), &built(package)?, &[], folder, "engine")?;
    Ok(folder.join("engine_bg.wasm"))
}

/// The wasm that cargo makes of a package.
fn built(package: &str) -> Result<PathBuf> {
    Ok(place::target()?.join(WASM).join("release").join(format!("{}.wasm", package.replace('-', "_"))))
}

/// Writes `NAME.js` and `NAME_bg.wasm`, made smaller, into a folder; returns the path of the script. `kept` is its place in the
/// cache.
fn bind(kept: &str, wasm: &Path, flags: &[&str], folder: &Path, name: &str) -> Result<PathBuf> {
    let mut bindgen = program("wasm-bindgen")?;
    bindgen.args(["--target", "web", "--no-typescript", "--out-name", name, "--out-dir"]).arg(folder);
    run(bindgen.args(flags).arg(wasm))?;
    shrink(kept, &folder.join(format!("{name}_bg.wasm")))?;
    Ok(folder.join(format!("{name}.js")))
}

/// Prints what the first visit downloads.
fn report(dist: &Path) -> Result<()> {
    println!("\nfirst visit, gzip:");
    let mut total = 0;
    let mut rows = Vec::new();
    for path in files_in(dist)? {
        let name = path.strip_prefix(dist)?.display().to_string();
        // Grammars, diagrams, the sample, what runs programs, languages and what answers load when they are first used.
        let is_later =
            ["packs/", "vendor/", "sample/", "runner/", "strings/"].iter().any(|later| name.starts_with(later));
        if !is_later && !split::is_part(&name) {
            rows.push((gzip_size(&path)?, name));
        }
    }
    rows.sort_by(|a, b| b.cmp(a));
    for (size, name) in rows {
        println!("  {:>7.1} KB  {name}", size as f64 / 1000.0);
        total += size;
    }
    println!("  {:>7.1} KB  in all", total as f64 / 1000.0);
    Ok(())
}
