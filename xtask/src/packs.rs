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

/// Headers in front of those of `tree-sitter-language`, with what some grammars need and these leave out.
const HEADERS: &str = "xtask/grammar-headers";

/// What every profile compiles grammars with. clang takes two minutes for some of the larger ones (one of its passes for wasm is
/// quadratic in the branches of a function, and lexers are large functions), so each is compiled once: the flags do not
/// depend on the profile, and ccache finds the object again.
const FLAGS: &str = "--target=wasm32-unknown-unknown -Os -DNDEBUG -ffunction-sections -fdata-sections";

/// The environment in which C compiles for wasm: see the guide of `tree-sitter-language`.
pub fn c_environment() -> Result<Vec<(String, String)>> {
    let clang = setup::clang()?;
    let wasm = tree_sitter_wasm()?;
    let (own, include) = (place::root().join(HEADERS), wasm.join("include"));
    let overlay = without_old_library(&wasm)?;
    let flags = format!("{FLAGS} -I{} -I{} -ivfsoverlay{}", own.display(), include.display(), overlay.display());
    let ccache = setup::ccache()?.map_or_else(String::new, |ccache| format!("{ccache} "));
    Ok(vec![
        ("CC_wasm32_unknown_unknown".into(), ccache + &clang.clang),
        ("AR_wasm32_unknown_unknown".into(), clang.archiver),
        ("CFLAGS_wasm32_unknown_unknown".into(), flags),
        // Else the flags of the profile come first.
        ("CRATE_CC_NO_DEFAULTS".into(), "1".into()),
        ("CCACHE_DIR".into(), place::cache()?.join("ccache").display().to_string()),
        ("CCACHE_NOHASHDIR".into(), "1".into()),
    ])
}

/// What `tree-sitter-language` has for wasm.
fn tree_sitter_wasm() -> Result<PathBuf> {
    let mut metadata = cargo(&["metadata", "--format-version", "1", "--locked"])?;
    Ok(manifest_of("tree-sitter-language", &mut metadata)?.with_file_name("wasm"))
}

/// Some grammars compile the C library that tree-sitter had up to 0.26, in whose place `tree-sitter-language` now has files
/// that do not compile. tree-sitter itself has the library since, so clang is given an empty file for each of them: the
/// overlay of its file system that does so.
fn without_old_library(wasm: &Path) -> Result<PathBuf> {
    let folder = place::cache()?.join("grammar-library");
    std::fs::create_dir_all(&folder)?;
    let empty = folder.join("empty.c");
    std::fs::write(&empty, "")?;
    let old = wasm.join("unsupported/tree-sitter-0.26");
    let file = |name: &str| json!({ "type": "file", "name": old.join(name), "external-contents": empty });
    let roots: Vec<Value> = ["stdio.c", "stdlib.c", "string.c"].into_iter().map(file).collect();
    let overlay = folder.join("overlay.yaml");
    std::fs::write(&overlay, serde_json::to_vec(&json!({ "version": 0, "roots": roots }))?)?;
    Ok(overlay)
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
    all.extend(hash_of_folder(&root.join(HEADERS))?.to_le_bytes());
    for name in CRATES {
        all.extend(hash_of_folder(&root.join("crates").join(name))?.to_le_bytes());
    }
    Ok(format!("{:016x}", hash_of(&all)))
}
