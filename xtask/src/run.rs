//! Running other programs, each printed before it starts.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The target of everything that runs in a browser or a Worker.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Headings of the steps so far, each with when it began.
static STEPS: Mutex<Vec<(String, Instant)>> = Mutex::new(Vec::new());

/// Prints the heading of a step, with the seconds since the first.
pub fn step(what: &str) {
    let now = Instant::now();
    let mut steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner);
    steps.push((what.to_owned(), now));
    println!("\n== {what} [{:.0} s]", now.duration_since(steps[0].1).as_secs_f32());
}

/// Prints how long each step took that took this many seconds or more.
pub fn print_steps(at_least: f32) {
    let steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner);
    let ends = steps.iter().skip(1).map(|(_, began)| *began).chain([Instant::now()]);
    println!("\nsteps of {at_least:.0} s or more:");
    for ((what, began), end) in steps.iter().zip(ends) {
        let took = end.duration_since(*began).as_secs_f32();
        if took >= at_least {
            println!("{took:>6.0} s  {what}");
        }
    }
}

/// A program to run in the checkout, with the cached tools first on its path.
pub fn program(name: impl AsRef<OsStr>) -> Result<Command> {
    let mut command = Command::new(name);
    let bin = crate::place::tools()?.join("bin");
    let path = std::env::var_os("PATH").context("PATH is not set")?;
    let joined = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path)))?;
    command.current_dir(crate::place::root()).env("PATH", joined).env("CARGO_TARGET_DIR", crate::place::target()?);
    Ok(command)
}

/// Cargo, on this workspace.
pub fn cargo(arguments: &[&str]) -> Result<Command> {
    let mut command = program("cargo")?;
    command.args(arguments);
    Ok(command)
}

/// Runs to the end; an exit code other than 0 is an error that names the command.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    println!("$ {shown}");
    let status = command.stdin(Stdio::null()).status().with_context(|| format!("could not start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs quietly and returns what it printed; `None` where it could not be started or failed.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The `Cargo.toml` of a package among the dependencies that `metadata` (`cargo metadata --format-version 1`) lists.
pub fn manifest_of(package: &str, metadata: &mut Command) -> Result<PathBuf> {
    let text = output(metadata).context("`cargo metadata` failed: is Cargo.lock up to date?")?;
    let metadata: Value = serde_json::from_str(&text)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let found = packages.iter().find(|listed| listed["name"] == package);
    let manifest = found.and_then(|listed| listed["manifest_path"].as_str());
    Ok(manifest.with_context(|| format!("{package} is not among the dependencies"))?.into())
}

/// Node's test runner over these files, one at a time.
pub fn node_tests(files: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Command> {
    node_tests_at_once(1, files)
}

/// The same over as many files at a time as `at_once`.
pub fn node_tests_at_once(at_once: usize, files: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Command> {
    let mut node = program("node")?;
    // Of a test, and of all tests of a file together.
    node.arg("--test").arg(format!("--test-concurrency={at_once}")).arg("--test-timeout=300000").args(files);
    Ok(node)
}

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    words.join(" ")
}
