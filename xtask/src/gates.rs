//! The gates: format, clippy, docs, licences, every core crate alone on wasm32.

use crate::packs;
use crate::run::{cargo, program, run, step};
use crate::setup;
use anyhow::Result;

const WASM: &str = "wasm32-unknown-unknown";

/// Crates that must build for wasm32 by themselves, in data-flow order.
const CORE: &[&str] = &[
    "limits",
    "markdown",
    "paging",
    "source",
    "facts",
    "syntax",
    "call-graph",
    "search-index",
    "codebase",
    "state-graph",
    "state-graph-diagrams",
    "protocol",
    "model",
    "agent",
    "mcp",
];

/// Crates that only exist for the browser.
const BROWSER: &[&str] = &["host-web", "app-engine", "app-embed", "web"];

/// Crates of the Worker: they build everywhere, and run in workerd alone.
const EDGE: &[&str] = &["host-edge", "app-edge"];

/// Every gate.
pub fn all() -> Result<()> {
    setup::for_tests()?;
    step("Format");
    run(&mut cargo(&["fmt", "--all", "--check"])?)?;
    step("Clippy, host");
    let mut host = cargo(&["clippy", "--workspace", "--all-targets", "--locked"])?;
    for name in BROWSER {
        host.args(["--exclude", name]);
    }
    run(host.args(["--", "-D", "warnings"]))?;
    step("Clippy, wasm32");
    let mut wasm = cargo(&["clippy", "--target", WASM, "--locked"])?;
    wasm.envs(packs::c_environment()?);
    for name in CORE.iter().chain(BROWSER).chain(EDGE) {
        wasm.args(["-p", name]);
    }
    run(wasm.args(["--", "-D", "warnings"]))?;
    step("Each core crate alone, wasm32");
    for name in CORE {
        let mut check = cargo(&["check", "-q", "-p", name, "--target", WASM, "--locked"])?;
        run(check.envs(packs::c_environment()?))?;
    }
    step("Documentation");
    let mut docs = cargo(&["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"])?;
    for name in BROWSER {
        docs.args(["--exclude", name]);
    }
    // Private items are documented too, so links to them lead somewhere.
    run(docs.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private-intra-doc-links"))?;
    step("Licences, bans, sources");
    run(program("cargo-deny")?.args(["--all-features", "check", "licenses", "bans", "sources"]))
}
