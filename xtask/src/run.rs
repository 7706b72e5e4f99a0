//! Running other programs, each printed before it starts.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::process::{Command, Stdio};

pub fn step(what: &str) {
    println!("\n== {what}");
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

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    words.join(" ")
}
