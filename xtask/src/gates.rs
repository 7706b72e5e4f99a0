//! The gates: format, clippy, docs, licences, every core crate alone on wasm32.

use crate::run::{WASM, cargo, output, program, run, step};
use crate::{packs, place, setup};
use anyhow::{Context, Result};
use setup::MINIMUM_RUST;

/// Crates that exist for the browser alone: not for clippy or rustdoc on the host.
pub const BROWSER: &[&str] = &["host-web", "js-engine", "app-engine", "app-embed", "app-npm", "web"];

/// The optional adapters of `state-graph`, of which the workspace by itself has not all: on the host, and in a browser.
pub const ENGINE_FEATURES: &str = "state-graph/conformance,state-graph/file-store,state-graph/tokio";
const BROWSER_FEATURES: &str = "state-graph/conformance,state-graph/browser";

/// Crates that need an operating system: not for wasm32.
const NATIVE: &[&str] = &["host-native", "app-cli"];

pub fn all() -> Result<()> {
    setup::for_tests()?;
    let crates = crates()?;
    step("Format");
    run(&mut cargo(&["fmt", "--all", "--check"])?)?;
    step("Clippy, host");
    let mut host = cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--features", ENGINE_FEATURES])?;
    host.args(BROWSER.iter().flat_map(|name| ["--exclude", name]));
    run(host.args(["--", "-D", "warnings"]))?;
    step("Clippy, wasm32");
    let mut wasm = cargo(&["clippy", "--target", WASM, "--locked", "-p", "web", "--features", BROWSER_FEATURES])?;
    wasm.args(crates.iter().filter(|name| !NATIVE.contains(&name.as_str())).flat_map(|name| ["-p", name]));
    run(wasm.envs(packs::c_environment()?).args(["--", "-D", "warnings"]))?;
    step("Each core crate alone, wasm32");
    for name in crates.iter().filter(|name| is_core(name)) {
        let mut check = cargo(&["check", "-q", "-p", name, "--target", WASM, "--locked"])?;
        run(check.envs(packs::c_environment()?))?;
    }
    minimum_rust()?;
    documentation()?;
    step("Licences, bans, sources");
    run(program("cargo-deny")?.args(["--all-features", "check", "licenses", "bans", "sources"]))
}

/// The engine's crates on the oldest Rust that they promise to build with, where that toolchain is installed.
fn minimum_rust() -> Result<()> {
    step("The engine on its oldest Rust");
    let toolchain = format!("{MINIMUM_RUST}.0");
    let installed = output(program("rustup")?.args(["toolchain", "list"]));
    if !installed.is_some_and(|list| list.lines().any(|line| line.starts_with(&toolchain))) {
        println!("not checked: the toolchain {toolchain} is not installed");
        return Ok(());
    }
    let mut check = program("rustup")?;
    check.args(["run", &toolchain, "cargo", "check", "-p", "state-graph", "-p", "state-graph-diagrams"]);
    run(check.args(["--all-features", "--locked"]))
}

/// The documentation of the workspace, private items included; its front page is the crate `overview`.
pub fn documentation() -> Result<()> {
    step("Documentation");
    let mut docs = cargo(&["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"])?;
    docs.args(BROWSER.iter().flat_map(|name| ["--exclude", name]));
    // Private items are documented too, so links to them lead somewhere.
    run(docs.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private-intra-doc-links"))?;
    println!("open {}", place::target()?.join("doc/overview/index.html").display());
    Ok(())
}

/// The crates of `crates/`, by folder, sorted.
fn crates() -> Result<Vec<String>> {
    let folder = place::root().join("crates");
    let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Whether a crate must build for wasm32 by itself: all but hosts and apps, which link what they run in.
fn is_core(name: &str) -> bool {
    !name.starts_with("host-") && !name.starts_with("app-") && !BROWSER.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_name_the_minimum_rust_of_the_workspace() {
        for (document, sentence) in [
            ("README.md", format!("Rust {MINIMUM_RUST} or newer")),
            ("crates/state-graph/README.md", format!("Minimum Rust version: {MINIMUM_RUST}.")),
            ("crates/state-graph/CHANGELOG.md", format!("Minimum Rust version: {MINIMUM_RUST}.")),
        ] {
            let text = std::fs::read_to_string(place::root().join(document)).unwrap();
            assert!(text.contains(&sentence), "{document} does not say: {sentence}");
        }
    }

    #[test]
    fn every_feature_of_the_engine_is_checked() {
        let manifest = std::fs::read_to_string(place::root().join("crates/state-graph/Cargo.toml")).unwrap();
        let (_, features) = manifest.split_once("[features]\n").unwrap();
        let names =
            features.lines().take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
        let names: Vec<&str> = names.map(|(name, _)| name).collect();
        assert!(names.contains(&"tokio"), "{names:?}");
        for name in names {
            let feature = format!("state-graph/{name}");
            let checked = [ENGINE_FEATURES, BROWSER_FEATURES].iter().any(|all| all.split(',').any(|it| it == feature));
            assert!(checked, "{feature} is checked nowhere");
        }
    }

    #[test]
    fn every_crate_is_core_or_a_host_or_an_app() {
        let crates = crates().unwrap();
        let core: Vec<_> = crates.iter().filter(|name| is_core(name)).map(String::as_str).collect();
        for name in ["compact-sort", "limits", "markdown", "source", "syntax", "call-graph", "codebase", "agent", "mcp"]
        {
            assert!(core.contains(&name), "{name} is not among {core:?}");
        }
        for name in NATIVE.iter().chain(BROWSER).filter(|name| **name != "web") {
            assert!(crates.iter().any(|it| it == name) && !is_core(name), "{name}");
        }
    }
}
