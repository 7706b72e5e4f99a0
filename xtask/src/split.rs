//! Cuts the engine in wasm modules with one memory: what the first screen needs, and the parts that the first one loads when
//! they are asked for (`app-engine/src/engine/repository.rs` and `later.rs`); what several parts use is a part as well.

use crate::files::{files_in, fresh_folder, hash_of};
use crate::place;
use crate::run::{program, run};
use crate::shrink::shrink;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// How the path of a part begins, below the folder that is served.
pub const PART: &str = "engine/part-";

/// The script by which the first module loads the parts, as the tool names it.
const SCRIPT: &str = "__wasm_split.js";

/// Puts the engine into `folder`: what `bind` makes of the first module, the parts and the script that loads them.
///
/// The last two are named by the engine's content: they must never meet a first module of another build.
pub fn split(wasm: &Path, folder: &Path, bind: impl FnOnce(&Path) -> Result<PathBuf>) -> Result<()> {
    let parts = place::cache()?.join("split");
    fresh_folder(&parts)?;
    run(program("wasm-split-cli")?.arg(wasm).arg(&parts).args(["--out-name", "engine"]))?;
    let hash = hash_of(&std::fs::read(wasm).with_context(|| wasm.display().to_string())?);
    // The engine's script is loaded under the build's name: see `instance.js`.
    let mut names = vec![("./engine.js".to_owned(), "./instance.js".to_owned())];
    for part in files_in(&parts)? {
        let name = part.file_stem().unwrap_or_default().to_string_lossy();
        if part.extension().is_none_or(|extension| extension != "wasm") || name == "engine" {
            continue;
        }
        let given = format!("part-{}-{hash:016x}.wasm", name.trim_start_matches("split_"));
        let copy = folder.join(&given);
        std::fs::copy(&part, &copy).with_context(|| part.display().to_string())?;
        shrink(&format!("engine-{name}"), &copy)?;
        names.push((format!("./{name}.wasm"), format!("./{given}")));
    }
    ensure!(names.len() > 2, "no code was cut off the engine");
    let script = format!("./parts-{hash:016x}.js");
    std::fs::write(folder.join(&script), renamed(&parts.join(SCRIPT), &names)?)?;
    let engine = bind(&parts.join("engine.wasm"))?.with_file_name("engine.js");
    // The module asks for its imports by the name that the tool chose, whatever file they come from.
    let import = (format!("from \"./{SCRIPT}\""), format!("from \"{script}\""));
    Ok(std::fs::write(&engine, renamed(&engine, &[import])?)?)
}

/// The text of a script that asks for files under other names.
fn renamed(script: &Path, names: &[(String, String)]) -> Result<String> {
    let mut text = std::fs::read_to_string(script).with_context(|| script.display().to_string())?;
    for (from, to) in names {
        ensure!(
            text.contains(from.as_str()),
            "{} does not name {from}: are the tools of another version?",
            script.display()
        );
        text = text.replace(from.as_str(), to);
    }
    Ok(text)
}
