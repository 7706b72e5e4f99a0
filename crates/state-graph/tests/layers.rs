//! The modules are layers: each imports lower ones only, and within a layer no files import each other in a ring.

#![allow(clippy::disallowed_methods)] // It reads the sources of its own crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest to the highest.
const LAYERS: [&str; 13] = [
    "random",
    "structure",
    "channel",
    "state",
    "interrupt",
    "port",
    "store",
    "log",
    "node",
    "graph",
    "run",
    "drive",
    "stream",
];

/// A file's path below `src`, and its code without comments and tests.
fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut found) = (vec![src.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        let paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
                let code = code.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n");
                found.push((path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/"), code));
            }
        }
    }
    found
}

fn layer_of(path: &str) -> &str {
    path.split('/').next().unwrap().trim_end_matches(".rs")
}

/// The names right after each `prefix` in the code.
fn names_after<'c>(code: &'c str, prefix: &str) -> BTreeSet<&'c str> {
    let after = code.match_indices(prefix).map(|(at, _)| &code[at + prefix.len()..]);
    after.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()).collect()
}

#[test]
fn a_layer_imports_lower_ones_only() {
    let place = |layer: &str| LAYERS.iter().position(|other| *other == layer);
    let mut upward = Vec::new();
    for (path, code) in sources() {
        if path == "lib.rs" || layer_of(&path) == "guide" {
            continue;
        }
        let own = place(layer_of(&path)).unwrap_or_else(|| panic!("{path} is in no layer"));
        for name in names_after(&code, "crate::") {
            match place(name) {
                Some(layer) if layer <= own => {}
                Some(_) => upward.push(format!("{path} imports the higher layer `{name}`")),
                None => upward.push(format!("{path} imports `{name}` from the root: name its layer")),
            }
        }
    }
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn the_files_of_a_layer_form_no_ring() {
    let sources = sources();
    let file_of = |folder: &str, name: &str| {
        let candidates = [format!("{folder}{name}.rs"), format!("{folder}{name}/mod.rs")];
        candidates.into_iter().find(|path| sources.iter().any(|(other, _)| other == path))
    };
    let mut imports: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (path, code) in &sources {
        let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let siblings = names_after(code, "super::").into_iter().filter_map(|name| file_of(&folder, name));
        let layer = format!("{}/", layer_of(path));
        let own = names_after(code, &format!("crate::{}::", layer_of(path))).into_iter();
        let own = own.filter_map(|name| file_of(&layer, name));
        // What is no file is defined in the folder's `mod.rs`; that in turn imports the files that it names in `use`.
        let parent = format!("{folder}mod.rs");
        let of_parent = names_after(code, "super::").into_iter().any(|name| file_of(&folder, name).is_none());
        let below = if path.ends_with("mod.rs") { names_after(code, "\nuse ") } else { BTreeSet::new() };
        let below = below.into_iter().filter_map(|name| file_of(&folder, name));
        let to = siblings.chain(own).chain(below).chain(of_parent.then_some(parent));
        imports.insert(path, to.collect());
    }
    // Take away files that import no file that is left; what remains is in a ring or above one.
    while let Some(free) = imports.iter().find(|(_, to)| !to.iter().any(|to| imports.contains_key(&**to))) {
        let free = *free.0;
        imports.remove(free);
    }
    assert!(imports.is_empty(), "{imports:#?}");
}
