//! `cargo xtask`: set-up, build, serve, test, bench.
//!
//! Every command first sets up what it needs and prints each step. What is installed goes to the user's cache folder
//! (see [`place`]), never into the checkout. Start at [`setup`] for what is needed, [`app`] for what a build is.

mod app;
mod bench;
mod browsers;
mod bundles;
mod call_lines;
mod checkout;
mod corpora;
mod edge;
mod embed;
mod engine_bench;
mod eval;
mod eval_graph;
mod eval_search;
mod files;
mod gates;
mod graph_bench;
mod npm;
mod packs;
mod place;
mod run;
mod runner;
mod sample;
mod serve;
mod setup;
mod shrink;
mod sites;
mod split;
mod test;
mod train;

use anyhow::Result;
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask <command>

Run
  serve [--port 8080]    build the app and serve it; the main command
  dev [--port 8080]      serve the page built anew at each change, beside the engine
  build                  build the app into dist/
  embed                  build the docs embed, an npm package, into embed/dist/
  npm                    build the npm package @quarry/core into npm/dist/
  edge                   build the Cloudflare Worker into edge/dist/
  bundles                build all of these, and the Workers of the tests

Check
  test                   every gate and every test, as CI runs them
  check                  the gates alone: format, clippy, docs, licences, wasm checks
  docs                   the documentation of all crates, private items included
  e2e [file|pattern]     the end-to-end tests in Chromium: all, a file, those whose names match
  browsers [name]        the main path in Firefox and WebKit, or in one: firefox, webkit
  runner                 the tests of what runs programs in the tab, in node
  edge test [pattern]    the tests of the Worker in workerd
  sites [generator]      the docs sites of docs/recipes, built and opened in Chromium
  fuzz [target]          random hostile input: [--minutes 10] for each target
  eval [repository ...]  the scored questions about real repositories: [--check] [--held-out] [--kind KIND] [--json FILE]
                         [--command FILE]
  eval search            search scored on eleven real repositories, beside BM25: [--alone] [--try WEIGHT=VALUE];
                         of the commits of a folder with .git: [--history FOLDER]
  eval graph             the call graph scored on cases with known calls; of what real projects' own
                         tests call: [--dynamic [project ...]]

Make
  train words            the table of learned words, from pinned packages

Measure
  bench [--only NAME] [--runs 5]
                         the app in Chromium, printed as the tables of BENCHMARKS.md
  bench engine           the engine beside LangGraph: [--rounds 3] [--only TEXT]
  bench agents           what each agent costs a step beside its model
  bench search           ranked search and the palette natively; what the docs embed's questions read of an index
  bench graph            the call graph beside jedi, pyan3 and TypeScript: calls that differ
  bench embed            the docs embed: bytes moved and times: [--runs 3]
  bench edge             the Worker in workerd: times, memory and bytes: [--runs 3]
  bench programs         what runs programs in the tab: bytes and times: [--runs 3]
  bench streaming        a long answer while it streams, and Stop: [--runs 5]
  bench update           bringing some 5,000 files up to date after an edit of one, natively
  screenshot             the README's screenshot, and sheets of all states of the page, taken from the built app

  clean                  delete the cached tools and builds
  help                   this list

While you work (CONTRIBUTING.md has more)
  cargo test -p call-graph                       the tests of one crate: seconds
  UPDATE_EXPECT=1 cargo test -p call-graph       write changed snapshots; read the diff
  cargo xtask e2e ask.test.mjs                   one file of end-to-end tests
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if !matches!(words[..], [] | ["help" | "--help" | "-h" | "clean", ..])
        && let Err(error) = checkout::claim_builds()
    {
        eprintln!("\nxtask: {error:#}");
        return ExitCode::FAILURE;
    }
    let Some(result) = dispatch(&words, &arguments) else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command that the first one or two words name; `None` where they name none.
fn dispatch(words: &[&str], arguments: &[String]) -> Option<Result<()>> {
    Some(match words {
        ["help" | "--help" | "-h", ..] => {
            print!("{USAGE}");
            Ok(())
        }
        ["serve", ..] => serve::serve_app(&arguments[1..]),
        ["dev", ..] => serve::dev(&arguments[1..]),
        ["build", ..] => app::build().map(drop),
        ["embed", ..] => embed::build().map(drop),
        ["npm", ..] => npm::build().map(drop),
        ["test", ..] => test::all(),
        ["check", ..] => gates::all(),
        ["docs", ..] => gates::documentation(),
        ["e2e", ..] => test::end_to_end(&arguments[1..]),
        ["browsers", ..] => browsers::run_all(&arguments[1..]),
        ["runner", ..] => runner::test(),
        ["edge", "test", ..] => edge::test(&arguments[2..]),
        ["edge", ..] => edge::build().map(drop),
        ["bundles"] => bundles::build().map(drop),
        ["sites", ..] => sites::run_all(&arguments[1..]),
        ["fuzz", ..] => test::fuzz(&arguments[1..]),
        ["train", "words", ..] => train::words(&arguments[2..]),
        ["eval", "graph", ..] => eval_graph::run_all(&arguments[2..]),
        ["eval", "search", ..] => eval_search::run_all(&arguments[2..]),
        ["eval", ..] => eval::run_all(&arguments[1..]),
        ["bench", "engine", ..] => engine_bench::run_all(&arguments[2..]),
        ["bench", "agents"] => bench::agents(),
        ["bench", "search"] => bench::search(),
        ["bench", "graph"] => graph_bench::run_all(),
        ["bench", "embed", ..] => bench::embed(&arguments[2..]),
        ["bench", "edge", ..] => bench::edge(&arguments[2..]),
        ["bench", "programs", ..] => bench::programs(&arguments[2..]),
        ["bench", "streaming", ..] => bench::streaming(&arguments[2..]),
        ["bench", "update"] => bench::update(),
        ["bench", ..] => bench::page(&arguments[1..]),
        ["screenshot", ..] => bench::screenshot(),
        ["clean", ..] => place::clean(),
        _ => return None,
    })
}
