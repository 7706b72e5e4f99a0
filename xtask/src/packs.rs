//! Language packs: one wasm module a language, kept in the cache under a hash of all that goes into them.

use crate::files::{copy_folder, fresh_folder, hash_of, hash_of_folder};
use crate::run::{WASM, cargo, manifest_of, run, step};
use crate::shrink::shrink;
use crate::{place, setup};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const CRATES: [&str; 4] = ["source", "facts", "syntax", "language-pack"];

/// Puts every pack and `packs.json` (`{"python": "python-<hash>.wasm"}`) into `folder`.
pub fn build_into(folder: &Path) -> Result<()> {
    let cached = place::cache()?.join("packs").join(input_hash()?);
    if !cached.join("packs.json").exists() {
        build(&cached)?;
    }
    copy_folder(&cached, folder)
}

/// The environment in which C compiles for wasm: see the guide of `tree-sitter-language`.
pub fn c_environment() -> Result<Vec<(String, String)>> {
    let clang = setup::clang()?;
    let include = tree_sitter_include()?;
    let flags = format!("-I{} -DNDEBUG -Os", include.display());
    Ok(vec![
        ("CC_wasm32_unknown_unknown".into(), clang.clang),
        ("AR_wasm32_unknown_unknown".into(), clang.archiver),
        ("CFLAGS_wasm32_unknown_unknown".into(), flags),
    ])
}

fn tree_sitter_include() -> Result<PathBuf> {
    let mut metadata = cargo(&["metadata", "--format-version", "1", "--locked"])?;
    Ok(manifest_of("tree-sitter-language", &mut metadata)?.with_file_name("wasm").join("include"))
}

fn build(into: &Path) -> Result<()> {
    step("Language packs (cached until a grammar or its lowering changes)");
    let flags = ["build", "-p", "language-pack", "--features", "packs", "--profile", "pack", "--target", WASM];
    let mut command = cargo(&flags)?;
    command.args(["--bins", "--locked"]).envs(c_environment()?);
    run(&mut command)?;

    let partial = into.with_extension("partial");
    fresh_folder(&partial)?;
    let mut table = serde_json::Map::new();
    for entry in std::fs::read_dir(place::target()?.join(WASM).join("pack"))? {
        let path = entry?.path();
        let name = path.file_name().context("a file without a name")?.to_string_lossy().into_owned();
        let Some(language) = name.strip_prefix("pack-").and_then(|rest| rest.strip_suffix(".wasm")) else { continue };
        let module = partial.join(&name);
        std::fs::copy(&path, &module)?;
        shrink(&format!("pack-{language}"), &module)?;
        let bytes = std::fs::read(&module)?;
        let file = format!("{language}-{:016x}.wasm", hash_of(&bytes));
        std::fs::rename(&module, partial.join(&file))?;
        table.insert(language.to_owned(), json!(file));
    }
    std::fs::write(partial.join("packs.json"), serde_json::to_vec_pretty(&Value::Object(table))?)?;
    std::fs::rename(&partial, into).context("the packs could not be put into the cache")
}

/// A hash of the sources and versions that go into the packs.
fn input_hash() -> Result<String> {
    let root = place::root();
    let mut all = Vec::new();
    for file in ["Cargo.lock", "Cargo.toml", "web/package-lock.json"] {
        all.extend(std::fs::read(root.join(file))?);
    }
    for name in CRATES {
        all.extend(hash_of_folder(&root.join("crates").join(name))?.to_le_bytes());
    }
    Ok(format!("{:016x}", hash_of(&all)))
}
