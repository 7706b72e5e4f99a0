//! Every test: gates, native, wasm in Chromium, the app in Chromium, the evaluation.

use crate::files::node_tests;
use crate::run::{cargo, program, run, step};
use crate::{app, edge, embed, eval, gates, npm, place, serve, setup, sites};
use anyhow::Result;
use std::time::Instant;

/// Crates without native tests: they exist for the browser alone.
const BROWSER_ONLY: &[&str] = &["host-web", "js-engine", "app-engine", "app-embed", "app-npm"];

/// What CI runs.
pub fn all() -> Result<()> {
    let started = Instant::now();
    gates::all()?;
    step("Native tests");
    let mut native = cargo(&["test", "--workspace", "--locked"])?;
    for name in BROWSER_ONLY {
        native.args(["--exclude", name]);
    }
    run(&mut native)?;
    // The workspace's build has not all of them.
    step("The engine's optional adapters");
    run(&mut cargo(&["test", "-p", "state-graph", "--all-features", "--lib", "--locked"])?)?;
    wasm_tests()?;
    end_to_end(&[])?;
    edge::test(&[])?;
    sites::run_all(&[])?;
    eval::run_all(&[])?;
    println!("\nall tests passed in {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

/// Random hostile input for minutes; the native tests give each target a short pass. `arguments`: as of the package.
pub fn fuzz(arguments: &[String]) -> Result<()> {
    step("Fuzzing");
    let mut fuzz = cargo(&["run", "--package", "fuzz", "--profile", "fuzz", "--locked", "--"])?;
    run(fuzz.args(arguments))
}

/// The adapters of the browser host, in headless Chromium; hostile answers of models on the stack of wasm, in node.
fn wasm_tests() -> Result<()> {
    step("wasm tests in node");
    let mut stack =
        cargo(&["test", "-p", "model", "--test", "wasm_stack", "--target", "wasm32-unknown-unknown", "--locked"])?;
    stack.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", place::tools()?.join("bin/wasm-bindgen-test-runner"));
    run(&mut stack)?;
    step("wasm tests in Chromium");
    let mut tests = cargo(&["test", "-p", "host-web", "--target", "wasm32-unknown-unknown", "--locked"])?;
    let runner = place::tools()?.join("bin/wasm-bindgen-test-runner");
    tests.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    tests.env("CHROMEDRIVER", setup::chromedriver()?);
    run(&mut tests)
}

/// The built app in Chromium. `arguments`: a file such as `ask.test.mjs`, or a pattern of test names.
pub fn end_to_end(arguments: &[String]) -> Result<()> {
    setup::for_tests()?;
    let dist = app::build()?;
    let package = embed::build()?;
    let npm = npm::build()?;
    step("The command line, for the tests that compare it");
    app::command_line()?;
    step("End-to-end tests in Chromium");
    let server = serve::start(dist, 0)?;
    let mut node = program("node")?;
    node.arg("--test").arg("--test-concurrency=1").arg("--test-timeout=120000");
    let mut files = node_tests("tests/e2e")?;
    match arguments.first() {
        Some(file) if file.ends_with(".test.mjs") => files.retain(|path| path.ends_with(file)),
        Some(pattern) => drop(node.arg(format!("--test-name-pattern={pattern}"))),
        None => {}
    }
    anyhow::ensure!(!files.is_empty(), "tests/e2e has no such file");
    node.args(files);
    browser_environment(&mut node, server.port)?;
    run(node.env("QUARRY_EMBED", package).env("QUARRY_NPM", npm))
}

/// Sets the variables that scripts which drive the browser read.
pub fn browser_environment(command: &mut std::process::Command, port: u16) -> Result<()> {
    command.env("QUARRY_URL", format!("http://localhost:{port}/"));
    command.env("QUARRY_CHROMIUM", setup::chromium()?);
    command.env("QUARRY_CLI", place::command_line()?);
    Ok(())
}
