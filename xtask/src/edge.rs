//! The Cloudflare Worker: its bundle, and its tests in workerd.

use crate::files::{fresh_folder, test_files};
use crate::run::{WASM, cargo, node_tests, program, run, step};
use crate::shrink::shrink_with;
use crate::{app, packs, place, setup};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Sets up and builds the Worker into `edge/dist`, where the template's `wrangler.toml` looks for it.
pub fn build() -> Result<PathBuf> {
    setup::for_build()?;
    step("The Worker");
    run(&mut cargo(&["build", "-p", "app-edge", "--release", "--target", WASM, "--locked"])?)?;
    let dist = place::root().join("edge/dist");
    bundle("app_edge.wasm", &dist)?;
    // The glue that starts the wasm anew after a panic catches exceptions.
    shrink_with("edge", &dist.join("quarry_bg.wasm"), &["--enable-exception-handling"])?;
    std::fs::copy(place::root().join("crates/app-edge/js/worker.js"), dist.join("worker.js"))?;
    // The template serves the page from here; wrangler refuses a folder that is not there.
    std::fs::create_dir_all(place::dist())?;
    println!("the Worker is in {}; `cargo xtask build` makes the page that it serves", dist.display());
    Ok(dist)
}

/// Makes `quarry.js`, `quarry_bg.wasm` and `state.js` of a built cdylib.
fn bundle(module: &str, dist: &Path) -> Result<()> {
    fresh_folder(dist)?;
    let module = place::target()?.join(WASM).join("release").join(module);
    let mut bindgen = program("wasm-bindgen")?;
    bindgen.args(["--target", "module", "--no-typescript", "--out-name", "quarry"]);
    // What the entry needs to start the wasm anew after a panic.
    bindgen.args(["--experimental-reset-state-function", "--force-enable-abort-handler", "--out-dir"]);
    run(bindgen.arg(dist).arg(module))?;
    // Workers import a wasm module by a plain `import`, and are easier to upload as a flat folder.
    let snippets = dist.join("snippets");
    let glue = dist.join("quarry.js");
    let mut text = std::fs::read_to_string(&glue)?.replace("import source ", "import ");
    for folder in std::fs::read_dir(&snippets)?.filter_map(Result::ok) {
        let name = folder.file_name().to_string_lossy().into_owned();
        std::fs::copy(folder.path().join("inline0.js"), dist.join("state.js")).context("the worker crate's snippet")?;
        text = text.replace(&format!("./snippets/{name}/inline0.js"), "./state.js");
    }
    std::fs::remove_dir_all(snippets)?;
    std::fs::write(glue, text)?;
    Ok(())
}

/// The Workers that exist for the tests alone: package and name of an example, and the variable with its folder.
const EXAMPLES: [(&str, &str, &str); 2] =
    [("host-edge", "conformance", "QUARRY_ADAPTERS"), ("app-edge", "index_bytes", "QUARRY_INDEXER")];

/// Where the Worker of an example is built.
fn folder_of(example: &str) -> Result<PathBuf> {
    Ok(place::parts()?.join(format!("edge-{example}")))
}

/// Builds a Worker for the tests alone, in a folder of the cache.
fn example(package: &str, name: &str) -> Result<()> {
    let mut build = cargo(&["build", "-p", package, "--example", name, "--release", "--target", WASM, "--locked"])?;
    run(build.envs(packs::c_environment()?))?;
    bundle(&format!("examples/{name}.wasm"), &folder_of(name)?)
}

/// Builds the Worker, and those of its tests.
pub fn build_for_tests() -> Result<()> {
    build()?;
    EXAMPLES.iter().try_for_each(|(package, name, _)| example(package, name))
}

/// Builds, and runs the tests in workerd. `arguments`: a pattern of test names.
pub fn test(arguments: &[String]) -> Result<()> {
    build_for_tests()?;
    step("The command line, which makes and pushes indexes");
    test_built(&app::tested_command_line()?, arguments)
}

/// The tests in workerd of what is built. `arguments`: a pattern of test names.
pub fn test_built(quarry: &Path, arguments: &[String]) -> Result<()> {
    setup::npm("edge")?;
    setup::npm("tests")?;
    step("Tests in workerd");
    let pattern = arguments.first().map(|pattern| format!("--test-name-pattern={pattern}").into());
    let mut node = node_tests(pattern.into_iter().chain(test_files("tests/edge")?))?;
    for (_, name, variable) in EXAMPLES {
        node.env(variable, folder_of(name)?);
    }
    run(node.env("QUARRY_CLI", quarry))
}
