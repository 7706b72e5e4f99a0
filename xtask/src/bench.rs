//! The benchmarks and the README's screenshot: scripts that drive Chromium or workerd against what was built.

use crate::corpora::{AIDER, DJANGO, DJANGO_WHOLE, FLASK};
use crate::run::{cargo, program, run, step};
use crate::test::browser_environment;
use crate::{app, edge, embed, place, serve, setup};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// A folder of small files that a script makes, and how many.
const MANY: (&str, u32) = ("many", 30_000);

/// The app in Chromium: prints the tables of `BENCHMARKS.md`. `arguments`: `--only NAME` for one repository, then `--runs N`, 5
/// without.
pub fn page(arguments: &[String]) -> Result<()> {
    let all = [AIDER, DJANGO, DJANGO_WHOLE];
    let (only, rest) = match arguments {
        [flag, name, rest @ ..] if flag == "--only" => (Some(name.as_str()), rest),
        rest => (None, rest),
    };
    let chosen: Vec<_> = all.iter().filter(|it| only.is_none_or(|only| only == it.name)).collect();
    if chosen.is_empty() && only != Some(MANY.0) {
        bail!("--only takes one of {}, {}", all.map(|it| it.name).join(", "), MANY.0);
    }
    let runs = runs(rest, 5)?;
    setup::for_tests()?;
    let folders = match chosen.is_empty() {
        true => vec![many_files()?],
        false => chosen.into_iter().map(|it| it.fetch()).collect::<Result<Vec<_>>>()?,
    };
    let server = serve::start(app::build()?, 0)?;
    step("Benchmarks in Chromium");
    let mut node = program("node")?;
    node.arg("tests/bench/bench.mjs").arg(runs.to_string()).args(folders);
    browser_environment(&mut node, server.port)?;
    measure(&mut node, "bench.json")
}

/// A folder of many small files: made once, and kept in the cache.
fn many_files() -> Result<PathBuf> {
    let folder = place::cache()?.join(MANY.0);
    step("A folder of many small files");
    run(program("node")?.arg("tests/bench/many.mjs").arg(&folder).arg(MANY.1.to_string()))?;
    Ok(folder)
}

/// What each agent costs a superstep beside its model, natively.
pub fn agents() -> Result<()> {
    let folder = AIDER.fetch()?;
    step("The agents, a superstep");
    let mut example =
        cargo(&["run", "--profile", "native", "--locked", "-p", "agent", "--example", "step_overhead", "--"])?;
    run(example.arg(folder).arg("Who calls get_repo_map?"))
}

/// Ranked search and the palette natively, and what questions read of an index in pages.
pub fn search() -> Result<()> {
    let folders = [DJANGO.fetch()?, DJANGO_WHOLE.fetch()?];
    let quarry = app::command_line()?;
    let scratch = place::cache()?.join("bench-indexes");
    let indexes = [DJANGO, DJANGO_WHOLE].map(|corpus| scratch.join(corpus.name));
    for (folder, index) in folders.iter().zip(&indexes) {
        run(program(&quarry)?.arg("index").arg(folder).arg("--out").arg(index))?;
    }
    let example = |package: &str, name: &str| {
        cargo(&["run", "--profile", "native", "--locked", "-p", package, "--example", name, "--"])
    };
    step("Searches in memory");
    run(example("codebase", "search_speed")?.args(&indexes))?;
    step("What questions read of an index");
    indexes.iter().try_for_each(|index| run(example("agent", "index_bytes")?.arg(index)))
}

/// The docs embed: bytes moved and times. `arguments`: `--runs N`, 3 without.
pub fn embed(arguments: &[String]) -> Result<()> {
    let runs = runs(arguments, 3)?;
    setup::for_tests()?;
    let folders = [AIDER.fetch()?, DJANGO.fetch()?, DJANGO_WHOLE.fetch()?];
    let package = embed::build()?;
    let quarry = app::command_line()?;
    step("The docs embed in Chromium");
    let mut node = program("node")?;
    node.arg("tests/bench/embed.mjs")
        .arg(runs.to_string())
        .args(folders)
        .env("QUARRY_EMBED", package)
        .env("QUARRY_CLI", quarry);
    // No page of the app is opened; the port is not used.
    browser_environment(&mut node, 0)?;
    measure(&mut node, "bench-embed.json")
}

/// The Worker in workerd: times, memory and bytes. `arguments`: `--runs N`, 3 without.
pub fn edge(arguments: &[String]) -> Result<()> {
    let runs = runs(arguments, 3)?;
    let folders = [AIDER.fetch()?, DJANGO.fetch()?, DJANGO_WHOLE.fetch()?];
    edge::build()?;
    setup::npm("edge")?;
    let quarry = app::command_line()?;
    step("The Worker in workerd");
    let mut node = program("node")?;
    node.arg("tests/bench/edge.mjs").arg(runs.to_string()).args(folders).env("QUARRY_CLI", quarry);
    measure(&mut node, "bench-edge.json")
}

/// Programs in the tab: bytes loaded, and times. `arguments`: `--runs N`, 3 without.
pub fn programs(arguments: &[String]) -> Result<()> {
    let runs = runs(arguments, 3)?;
    setup::for_tests()?;
    let server = serve::start(app::build()?, 0)?;
    step("Programs in the tab");
    let mut node = program("node")?;
    node.arg("tests/bench/programs.mjs").arg(runs.to_string());
    browser_environment(&mut node, server.port)?;
    measure(&mut node, "bench-programs.json")
}

/// Bringing some 5,000 files up to date after an edit of one, natively.
pub fn update() -> Result<()> {
    let folder = DJANGO_WHOLE.fetch()?;
    step("Updates of a codebase");
    let example = ["run", "--profile", "native", "--locked", "-p", "codebase", "--example", "update_speed", "--"];
    run(cargo(&example)?.arg(folder))
}

/// The number after `--runs`, or the default where there are no arguments.
fn runs(arguments: &[String], default: u32) -> Result<u32> {
    match arguments {
        [flag, runs] if flag == "--runs" => runs.parse().with_context(|| format!("`{runs}` is not a number")),
        [] => Ok(default),
        _ => bail!("the only option is --runs N; without it there are {default}"),
    }
}

/// Runs a script that prints tables, and keeps its figures as JSON in the cache.
fn measure(node: &mut Command, figures: &str) -> Result<()> {
    let figures = place::cache()?.join(figures);
    run(node.env("QUARRY_BENCH_JSON", &figures))?;
    println!("\nas JSON: {}", figures.display());
    Ok(())
}

/// A long answer while it streams, and Stop, in Chromium.
pub fn streaming(arguments: &[String]) -> Result<()> {
    let runs = runs(arguments, 5)?;
    setup::for_tests()?;
    let server = serve::start(app::build()?, 0)?;
    step("Streaming in Chromium");
    let mut node = program("node")?;
    node.arg("tests/bench/streaming.mjs").arg(runs.to_string());
    browser_environment(&mut node, server.port)?;
    run(&mut node)
}

/// Takes `docs/screenshot.png`, and the sheets of `docs/states`: each state of the page in both themes and at three widths.
pub fn screenshot() -> Result<()> {
    setup::for_tests()?;
    let folder = FLASK.fetch()?;
    let server = serve::start(app::build()?, 0)?;
    step("The screenshot");
    let picture = |script: &str, words: &[&str]| -> Result<()> {
        let mut node = program("node")?;
        node.arg(script).arg(&folder).args(words);
        browser_environment(&mut node, server.port)?;
        run(&mut node)
    };
    picture("tests/bench/screenshot.mjs", &["How does wsgi_app reach process_response?", "docs/screenshot.png"])?;
    step("The states of the page");
    picture("tests/bench/pictures.mjs", &["docs/states"])
}
