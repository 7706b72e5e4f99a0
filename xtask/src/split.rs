//! Cuts the engine and the page in wasm modules with one memory: what the first screen needs, and the parts that the first one
//! loads when they are asked for (`app-engine/src/engine/repository.rs` and `later.rs`, `web/src/later.rs`); what several parts
//! use is a part as well.

use crate::files::{files_in, fresh_folder, hash_of};
use crate::place;
use crate::run::{program, run};
use crate::shrink::shrink;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// How the file name of a part begins.
const PART: &str = "part-";

/// The script by which the first module loads the parts, as the tool names it.
const SCRIPT: &str = "__wasm_split.js";

/// A program that is cut.
pub struct Program<'a> {
    /// Its name in the cache, and what the tool names the first module.
    pub name: &'a str,
    /// The wasm that the linker wrote, with relocations: they say which code and data belong together.
    pub wasm: &'a Path,
    /// The script beside the parts that gives them the exports of the first module.
    pub instance: &'a str,
}

/// Whether a path below the folder that is served is that of a part.
pub fn is_part(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(PART))
}

/// Puts a program into `folder`: what `bind` makes of the first module, whose script it returns, the parts and the script that
/// loads them.
///
/// The last two are named by the program's content: they must never meet a first module of another build.
pub fn split(whole: &Program, folder: &Path, bind: impl FnOnce(&Path) -> Result<PathBuf>) -> Result<()> {
    let Program { name: program_name, wasm, instance } = whole;
    let parts = place::cache()?.join("split").join(program_name);
    fresh_folder(&parts)?;
    run(program("wasm-split-cli")?.arg(wasm).arg(&parts).args(["--out-name", program_name]))?;
    let hash = hash_of(&std::fs::read(wasm).with_context(|| wasm.display().to_string())?);
    let mut names = vec![(format!("./{program_name}.js"), (*instance).to_owned())];
    for part in files_in(&parts)? {
        let name = part.file_stem().unwrap_or_default().to_string_lossy();
        if part.extension().is_none_or(|extension| extension != "wasm") || name == *program_name {
            continue;
        }
        let given = format!("{PART}{}-{hash:016x}.wasm", name.trim_start_matches("split_"));
        let copy = folder.join(&given);
        std::fs::copy(&part, &copy).with_context(|| part.display().to_string())?;
        shrink(&format!("{program_name}-{name}"), &copy)?;
        names.push((format!("./{name}.wasm"), format!("./{given}")));
    }
    ensure!(names.len() > 1, "no code was cut off {program_name}");
    let script = format!("./parts-{hash:016x}.js");
    std::fs::write(folder.join(&script), renamed(&parts.join(SCRIPT), &names)?)?;
    let first = bind(&parts.join(format!("{program_name}.wasm")))?;
    // The module asks for its imports by the name that the tool chose, whatever file they come from.
    let import = (format!("from \"./{SCRIPT}\""), format!("from \"{script}\""));
    Ok(std::fs::write(&first, renamed(&first, &[import])?)?)
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
