//! Every test: gates, native, wasm in Chromium, the app in Chromium, Firefox and WebKit, the evaluation.

use crate::bundles::{self, Bundles, Meanwhile};
use crate::files::test_files;
use crate::run::{WASM, cargo, node_tests_at_once, print_steps, run, step};
use crate::{app, browsers, corpora, edge, eval, gates, packs, place, runner, serve, setup, sites};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What CI runs.
pub fn all() -> Result<()> {
    let started = Instant::now();
    let ended = each();
    // Also where one failed: how long each takes is what shows whether CI keeps to its limit.
    print_steps(20.0);
    ended?;
    println!("\nall tests passed in {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

fn each() -> Result<()> {
    setup::for_tests()?;
    // Both processes use what this writes.
    packs::c_environment()?;
    let bundles = Meanwhile::start()?;
    gates::all()?;
    native_tests()?;
    let quarry = app::tested_with_workspace()?;
    wasm_tests()?;
    let bundles = bundles.finish()?;
    runner::test()?;
    end_to_end_of(&bundles, &quarry, &[])?;
    browsers::on(bundles.page, None)?;
    edge::test_built(&quarry, &[])?;
    sites::with_embed(&bundles.embed, &quarry)?;
    eval::small(&quarry)
}

/// The tests of the workspace that run natively, with those that need a project which is fetched: they are ignored elsewhere.
fn native_tests() -> Result<()> {
    step("What the native tests need");
    let mut native =
        cargo(&["test", "--workspace", "--locked", "--no-fail-fast", "--features", gates::ENGINE_FEATURES])?;
    tests_of_requests(&mut native)?;
    // The page alone of what exists for the browser has such tests.
    native.args(gates::BROWSER.iter().filter(|name| **name != "web").flat_map(|name| ["--exclude", name]));
    step("Native tests");
    run(native.args(["--", "--include-ignored"]))
}

/// Sets the variables that say where the project is that is edited, and what its own tests need.
fn tests_of_requests(command: &mut Command) -> Result<()> {
    command.env("QUARRY_REQUESTS", corpora::REQUESTS.fetch()?);
    command.env("QUARRY_PYTHON", setup::pip()?);
    command.env("QUARRY_PYTHONPATH", setup::python_packages("pytest", "tests/e2e/requirements.txt")?);
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
    let tests = |package: &[&str]| -> Result<Command> {
        let mut tests = cargo(&["test", "--target", WASM, "--locked", "-p"])?;
        let runner = place::tools()?.join("bin/wasm-bindgen-test-runner");
        tests.args(package).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
        Ok(tests)
    };
    run(&mut tests(&["model", "--test", "wasm_stack"])?)?;
    step("wasm tests in Chromium");
    run(tests(&["host-web"])?.env("CHROMEDRIVER", setup::chromedriver()?))
}

/// Files of end-to-end tests that measure how long the page is blocked: nothing runs beside them.
const ALONE: [&str; 2] = ["answer-first.test.mjs", "embed-markdown.test.mjs"];

/// End-to-end tests wait more than they compute: this many files at a time take half the time of one after the other on two
/// cores, and more make tests run into their timeouts.
const AT_ONCE: usize = 2;

/// Builds, and tests the app in Chromium. `arguments`: a file such as `ask.test.mjs`, or a pattern of test names.
pub fn end_to_end(arguments: &[String]) -> Result<()> {
    setup::for_tests()?;
    let bundles = bundles::for_browsers()?;
    step("The command line, for the tests that compare it");
    end_to_end_of(&bundles, &app::tested_command_line()?, arguments)
}

fn end_to_end_of(bundles: &Bundles, quarry: &Path, arguments: &[String]) -> Result<()> {
    step("End-to-end tests in Chromium");
    let server = serve::start(bundles.page.clone(), 0)?;
    let mut files = test_files("tests/e2e")?;
    let mcp = setup::python_packages("mcp-server-git", "tests/e2e/mcp-requirements.txt")?;
    let node = |at_once: usize, files: Vec<PathBuf>| -> Result<Command> {
        let mut node = node_tests_at_once(at_once, files)?;
        browser_environment(&mut node, server.port)?;
        tests_of_requests(&mut node)?;
        node.env("QUARRY_CLI", quarry)
            .env("QUARRY_MCP_PYTHONPATH", &mcp)
            .env("QUARRY_EMBED", &bundles.embed)
            .env("QUARRY_NPM", &bundles.npm);
        Ok(node)
    };
    match arguments.first() {
        Some(file) if file.ends_with(".test.mjs") => {
            files.retain(|path| path.ends_with(file));
            anyhow::ensure!(!files.is_empty(), "tests/e2e has no such file");
            return run(&mut node(1, files)?);
        }
        Some(pattern) => {
            files.insert(0, format!("--test-name-pattern={pattern}").into());
            return run(&mut node(1, files)?);
        }
        None => {}
    }
    let (alone, others) = files.into_iter().partition(|path| ALONE.iter().any(|file| path.ends_with(file)));
    let unstable = place::cache()?.join("unstable-tests");
    std::fs::write(&unstable, "")?;
    let ended = run(node(1, alone)?.env("QUARRY_UNSTABLE", &unstable))
        .and_then(|()| run(node(AT_ONCE, others)?.env("QUARRY_UNSTABLE", &unstable)));
    let unstable = std::fs::read_to_string(&unstable)?;
    if !unstable.is_empty() {
        println!("\nUnstable: these failed once and passed when tried again, so there is a race to mend:\n{unstable}");
    }
    ended
}

/// Sets the variables that scripts which drive the browser read.
pub fn browser_environment(command: &mut Command, port: u16) -> Result<()> {
    command.env("QUARRY_URL", format!("http://localhost:{port}/"));
    command.env("QUARRY_CHROMIUM", setup::chromium()?);
    Ok(())
}
