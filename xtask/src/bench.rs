//! The benchmarks and the README's picture: scripts that drive Chromium against the built app.

use crate::corpora::{AIDER, DJANGO, FLASK};
use crate::run::{program, run, step};
use crate::test::browser_environment;
use crate::{app, place, serve, setup};
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
