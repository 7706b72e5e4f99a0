//! One folder of builds serves every checkout on a machine, so that a fresh clone builds warm. Cargo judges by the times
//! of files whether a crate of the workspace is built: files of another checkout that are older than the last build would
//! count as built, whatever is in them.

use crate::place;
use crate::run::{cargo, output, step};
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Where cargo notes what it has built, at most this many folders below its target folder.
const DEPTH: usize = 4;

/// Makes cargo build the workspace's own crates anew if the last build was that of another checkout. Dependencies stay.
pub fn claim_builds() -> Result<()> {
    let target = place::target()?;
    let root = place::root().canonicalize()?.display().to_string();
    let note = target.join("checkout");
    // Without a note no xtask has built here.
    let last = if note.exists() { Some(fs::read_to_string(&note)?) } else { None };
    if last.as_deref() == Some(&root) {
        return Ok(());
    }
    if last.is_some() {
        step("the last build was that of another checkout: the crates of the workspace are built anew");
        forget(&target, &members()?, DEPTH)?;
    }
    fs::create_dir_all(&target)?;
    fs::write(&note, root).with_context(|| note.display().to_string())
}

/// The names of the workspace's packages.
fn members() -> Result<BTreeSet<String>> {
    let listed = output(cargo(&["metadata", "--no-deps", "--format-version", "1"])?.arg("--offline"));
    let listed: Value = serde_json::from_str(&listed.context("`cargo metadata` failed")?)?;
    let packages = listed["packages"].as_array().context("`cargo metadata` lists no packages")?;
    Ok(packages.iter().filter_map(|package| package["name"].as_str()).map(str::to_owned).collect())
}

/// Deletes the notes of these packages: a folder each, named by the package and a hash. Also what incremental builds keep.
fn forget(folder: &Path, packages: &BTreeSet<String>, depth: usize) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            continue;
        }
        if folder.ends_with(".fingerprint") {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.rsplit_once('-').is_some_and(|(package, _)| packages.contains(package)) {
                fs::remove_dir_all(entry.path())?;
            }
        } else if entry.file_name() == "incremental" {
            // Of crates that are built anew: they would only grow.
            fs::remove_dir_all(entry.path())?;
        } else if depth > 0 {
            forget(&entry.path(), packages, depth - 1)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_of_the_workspace_are_deleted_and_those_of_dependencies_stay() {
        let target = std::env::temp_dir().join(format!("xtask-checkout-{}", std::process::id()));
        let notes = target.join("wasm32-unknown-unknown/release/.fingerprint");
        for name in ["call-graph-0f", "call-graph-extra-0f", "serde-0f"] {
            fs::create_dir_all(notes.join(name)).unwrap();
        }
        let incremental = target.join("debug/incremental");
        fs::create_dir_all(incremental.join("call_graph-0f")).unwrap();
        forget(&target, &BTreeSet::from(["call-graph".to_owned()]), DEPTH).unwrap();
        assert!(!incremental.exists());
        let mut left: Vec<_> = fs::read_dir(&notes).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        fs::remove_dir_all(&target).unwrap();
        assert_eq!(left, ["call-graph-extra-0f", "serde-0f"]);
    }
}
