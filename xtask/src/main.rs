//! `cargo xtask`: set-up, build, serve, test, bench.
//!
//! Every command first sets up what it needs and prints each step. What is installed goes to the user's cache folder
//! (see [`place`]), never into the checkout. Start at [`setup`] for what is needed, [`app`] for what a build is.

mod app;
mod bench;
mod call_lines;
mod corpora;
mod edge;
mod embed;
mod engine_bench;
mod eval;
mod gates;
mod packs;
mod place;
mod run;
mod sample;
mod serve;
mod setup;
mod shrink;
mod sites;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask <command>

  serve [--port 8080]    build the app and serve it; the main command
  build                  build the app into dist/
  embed                  build the docs embed, an npm package, into embed/dist/
  test                   every gate and every test, as CI runs them
  check                  the gates alone: format, clippy, docs, licences, wasm checks
  e2e [name-pattern]     the end-to-end tests in Chromium alone
  edge [test [pattern]]  build the Cloudflare Worker into edge/dist, or test it in workerd
  sites [generator]      the docs sites of docs/recipes, built and opened in Chromium
  fuzz [target]          random hostile input: [--minutes 10] for each target
  eval [repository]      the scored questions about real repositories
  bench [--runs 5]       the benchmarks in Chromium, printed as the tables of BENCHMARKS.md
  bench engine           the engine beside LangGraph: [--rounds 3] [--only TEXT]
  bench embed            the docs embed: bytes moved and times: [--runs 3]
  bench edge             the Worker in workerd: times, memory and bytes: [--runs 3]
  screenshot             the README's screenshot, taken from the built app
  clean                  delete the cached tools and builds
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rest = arguments.get(1..).unwrap_or_default();
    let result = match arguments.first().map(String::as_str) {
        Some("serve") => serve::serve_app(rest),
        Some("build") => app::build().map(drop),
        Some("embed") => embed::build().map(drop),
        Some("test") => test::all(),
        Some("check") => gates::all(),
        Some("e2e") => test::end_to_end(rest),
        Some("edge") if rest.first().is_some_and(|what| what == "test") => edge::test(&rest[1..]),
        Some("edge") => edge::build().map(drop),
        Some("sites") => sites::run_all(rest),
        Some("fuzz") => test::fuzz(rest),
        Some("eval") => eval::run_all(rest),
        Some("bench") if rest.first().is_some_and(|what| what == "engine") => engine_bench::run_all(&rest[1..]),
        Some("bench") if rest.first().is_some_and(|what| what == "embed") => bench::embed(&rest[1..]),
        Some("bench") if rest.first().is_some_and(|what| what == "edge") => edge::bench(&rest[1..]),
        Some("bench") => bench::run_all(rest),
        Some("screenshot") => bench::screenshot(),
        Some("clean") => place::clean(),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
