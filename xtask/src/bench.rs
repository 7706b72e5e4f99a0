//! The benchmarks and the README's picture: scripts that drive Chromium against the built app.

use crate::corpora::{AIDER, DJANGO, DJANGO_WHOLE, FLASK};
use crate::run::{cargo, program, run, step};
use crate::test::browser_environment;
use crate::{app, embed, place, serve, setup};
use anyhow::{Context, Result, bail};

const DEFAULT_RUNS: u32 = 5;

/// Prints the tables of `BENCHMARKS.md` and keeps the figures as JSON in the cache. `arguments`: `--runs N`.
pub fn run_all(arguments: &[String]) -> Result<()> {
    let runs = match arguments {
        [flag, runs] if flag == "--runs" => runs.parse().with_context(|| format!("`{runs}` is not a number"))?,
        [] => DEFAULT_RUNS,
        _ => bail!("usage: cargo xtask bench [--runs {DEFAULT_RUNS}]"),
    };
    setup::for_tests()?;
    let folders = [AIDER.fetch()?, DJANGO.fetch()?];
    let server = serve::start(app::build()?, 0)?;
    step("Benchmarks in Chromium");
    let figures = place::cache()?.join("bench.json");
    let mut node = program("node")?;
    node.arg("tests/bench/bench.mjs").arg(runs.to_string()).args(folders);
    node.env("QUARRY_BENCH_JSON", &figures);
    browser_environment(&mut node, server.port)?;
    run(&mut node)?;
    println!("\nas JSON: {}", figures.display());
    Ok(())
}

/// The docs embed: bytes moved and times. `arguments`: `--runs N`.
pub fn embed(arguments: &[String]) -> Result<()> {
    let runs = match arguments {
        [flag, runs] if flag == "--runs" => runs.as_str(),
        [] => "3",
        _ => bail!("usage: cargo xtask bench embed [--runs 3]"),
    };
    setup::for_tests()?;
    let folders = [AIDER.fetch()?, DJANGO.fetch()?, DJANGO_WHOLE.fetch()?];
    let package = embed::build()?;
    run(&mut cargo(&["build", "-p", "app-cli", "--profile", "native", "--locked"])?)?;
    step("The docs embed in Chromium");
    let mut node = program("node")?;
    node.arg("tests/bench/embed.mjs").arg(runs).args(folders);
    node.env("QUARRY_BENCH_JSON", place::cache()?.join("bench-embed.json")).env("QUARRY_EMBED", package);
    // No page of the app is opened; the port is not used.
    browser_environment(&mut node, 0)?;
    run(&mut node)
}

/// Takes `docs/screenshot.png`.
pub fn screenshot() -> Result<()> {
    setup::for_tests()?;
    let folder = FLASK.fetch()?;
    let server = serve::start(app::build()?, 0)?;
    step("The screenshot");
    let mut node = program("node")?;
    node.arg("tests/bench/screenshot.mjs").arg(folder);
    node.args(["How does wsgi_app reach process_response?", "docs/screenshot.png"]);
    browser_environment(&mut node, server.port)?;
    run(&mut node)
}
