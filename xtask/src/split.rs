//! Cuts the engine in two wasm modules with one memory: what a first look at a repository needs, and the rest, which the first
//! one loads when it is asked for (`app-engine/src/engine/later.rs`).

use crate::files::{fresh_folder, hash_of};
use crate::place;
use crate::run::{program, run};
use crate::shrink::shrink;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// How the path of the second module begins, below the folder that is served.
pub const LATER: &str = "engine/later-";

/// The script by which the first module loads the second, as the tool names it.
const SCRIPT: &str = "__wasm_split.js";

/// Puts the second module and the script that loads it into `folder`; returns the first module, for wasm-bindgen.
///
/// The second is named by its content: it must never meet a first module of another build.
pub fn split(wasm: &Path, folder: &Path) -> Result<PathBuf> {
    let parts = place::cache()?.join("split");
    fresh_folder(&parts)?;
    run(program("wasm-split-cli")?.arg(wasm).arg(&parts).args(["--out-name", "engine"]))?;
    let built = std::fs::read(wasm).with_context(|| wasm.display().to_string())?;
    let name = format!("later-{:016x}.wasm", hash_of(&built));
    let second = folder.join(&name);
    std::fs::copy(parts.join("split_later.wasm"), &second).context("no code was cut off the engine")?;
    shrink("engine-later", &second)?;
    let mut script = std::fs::read_to_string(parts.join(SCRIPT))?;
    // The engine's script is loaded under the build's name: see `instance.js`.
    for (from, to) in [("./engine.js", "./instance.js"), ("./split_later.wasm", &format!("./{name}"))] {
        ensure!(script.contains(from), "{SCRIPT} does not name {from}: is there another version of wasm-split-cli?");
        script = script.replace(from, to);
    }
    std::fs::write(folder.join(SCRIPT), script)?;
    Ok(parts.join("engine.wasm"))
}
