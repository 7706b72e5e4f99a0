//! `cargo xtask bench engine`: the state-graph engine beside LangGraph, and the size of the engine in a page.

use crate::files::{fresh_folder, gzip_size};
use crate::run::{WASM, cargo, program, run, step};
use crate::shrink::shrink;
use crate::{place, setup};
use anyhow::Result;
use std::path::PathBuf;

const FOLDER: &str = "tests/bench/engine";
/// What an agent with the engine may add to a page, in bytes of gzip.
const SIZE_BAR: usize = 60_000;

/// Prints the tables and keeps the figures as JSON in the cache. `arguments`: `--rounds N`, `--only TEXT`.
pub fn run_all(arguments: &[String]) -> Result<()> {
    setup::for_build()?;
    let python = setup::python_packages("langgraph", &format!("{FOLDER}/python/requirements.txt"))?;
    langgraph_for_javascript()?;
    let (native, wasm) = (native()?, wasm()?);
    step("The engine beside LangGraph");
    let figures = place::cache()?.join("bench-engine.json");
    let mut node = program("node")?;
    node.arg(format!("{FOLDER}/run.mjs")).args(["--python", setup::pip()?, "--native"]).arg(native);
    node.arg("--wasm").arg(wasm).arg("--json").arg(&figures).args(arguments).env("PYTHONPATH", python);
    run(&mut node)?;
    println!("\nas JSON: {}", figures.display());
    size()
}

fn langgraph_for_javascript() -> Result<()> {
    let folder = format!("{FOLDER}/js");
    setup::npm(&folder)?;
    let at = place::root().join(folder);
    if at.join("node_modules/better-sqlite3/build/Release/better_sqlite3.node").exists() {
        return Ok(());
    }
    step("SQLite for Node (once; compiled where there is no binary, some minutes)");
    run(program("npm")?.args(["rebuild", "better-sqlite3"]).current_dir(at))
}

fn native() -> Result<PathBuf> {
    step("The engine, natively");
    run(&mut cargo(&["build", "-p", "engine-bench", "--profile", "native", "--locked"])?)?;
    Ok(place::target()?.join("native").join(format!("engine-bench{}", std::env::consts::EXE_SUFFIX)))
}

/// The folder with the engine for Node, built as the page's engine is.
fn wasm() -> Result<PathBuf> {
    step("The engine as wasm");
    run(&mut cargo(&["build", "-p", "engine-bench", "--lib", "--release", "--target", WASM, "--locked"])?)?;
    let folder = place::cache()?.join("bench/engine-wasm");
    fresh_folder(&folder)?;
    let mut bindgen = program("wasm-bindgen")?;
    bindgen.args(["--target", "nodejs", "--no-typescript", "--out-dir"]).arg(&folder);
    run(bindgen.arg(place::target()?.join(WASM).join("release/engine_bench.wasm")))?;
    shrink("engine-bench", &folder.join("engine_bench_bg.wasm"))?;
    Ok(folder)
}

/// Prints how large the engine's ReAct example is as a wasm module.
fn size() -> Result<()> {
    step("The size of the engine in a page");
    let example = "react-size";
    let flags = ["build", "-p", "engine-bench", "--release", "--target", WASM, "--locked", "--example", example];
    run(&mut cargo(&flags)?)?;
    let built = place::target()?.join(WASM).join(format!("release/examples/{example}.wasm"));
    // A copy: cargo would take the smaller one for its own.
    let module = place::cache()?.join("bench").join(format!("{example}.wasm"));
    std::fs::copy(built, &module)?;
    shrink(example, &module)?;
    let size = gzip_size(&module)?;
    let verdict = if size <= SIZE_BAR { "reached" } else { "not reached" };
    println!("{size} bytes gzip; the bar of {SIZE_BAR} is {verdict}");
    Ok(())
}
