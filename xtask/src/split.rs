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

/// Puts the engine into `folder`: what `bind` makes of the first module, the second one and the script that loads it.
///
/// The last two are named by their content: they must never meet a first module of another build.
pub fn split(wasm: &Path, folder: &Path, bind: impl FnOnce(&Path) -> Result<PathBuf>) -> Result<()> {
    let parts = place::cache()?.join("split");
    fresh_folder(&parts)?;
    run(program("wasm-split-cli")?.arg(wasm).arg(&parts).args(["--out-name", "engine"]))?;
    let built = std::fs::read(wasm).with_context(|| wasm.display().to_string())?;
    let name = format!("later-{:016x}", hash_of(&built));
    let second = folder.join(format!("{name}.wasm"));
    std::fs::copy(parts.join("split_later.wasm"), &second).context("no code was cut off the engine")?;
    shrink("engine-later", &second)?;
    let (script, wasm) = (format!("./{name}.js"), format!("./{name}.wasm"));
    // The engine's script is loaded under the build's name: see `instance.js`.
    let names = [("./engine.js", "./instance.js"), ("./split_later.wasm", &wasm)];
    std::fs::write(folder.join(&script), renamed(&parts.join(SCRIPT), &names)?)?;
    let engine = bind(&parts.join("engine.wasm"))?.with_file_name("engine.js");
    // The module asks for its imports by the name that the tool chose, whatever file they come from.
    let import = (format!("from \"./{SCRIPT}\""), format!("from \"{script}\""));
    Ok(std::fs::write(&engine, renamed(&engine, &[(&import.0, &import.1)])?)?)
}

/// The text of a script that asks for files under other names.
fn renamed(script: &Path, names: &[(&str, &str)]) -> Result<String> {
    let mut text = std::fs::read_to_string(script).with_context(|| script.display().to_string())?;
    for (from, to) in names {
        ensure!(text.contains(from), "{} does not name {from}: are the tools of another version?", script.display());
        text = text.replace(from, to);
    }
    Ok(text)
}
