//! No ring of imports: within each crate, files that import each other import in one direction.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the checkout")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("a readable entry").path()).collect()
}

/// The code of each module of a crate without comments and inline tests, by its path: `a::b`, empty for the root.
fn modules(src: &Path) -> BTreeMap<String, String> {
    let (mut folders, mut modules, mut tests) = (vec![src.to_owned()], BTreeMap::new(), BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let parts = path.with_extension("");
                let parts =
                    parts.strip_prefix(src).expect("it is below").iter().map(|part| part.to_str().expect("UTF-8"));
                let name = parts.filter(|part| !["mod", "lib", "main"].contains(part)).collect::<Vec<_>>().join("::");
                let text = std::fs::read_to_string(&path).expect("a readable file");
                let code = text.split("#[cfg(test)]\nmod tests {").next().expect("a split has a first part");
                let declared = code.split("#[cfg(test)]\nmod ").skip(1).filter_map(|rest| rest.split(';').next());
                tests.extend(declared.map(|test| joined(&name, test)));
                let lines = code.lines().map(|line| line.split("//").next().expect("a split has a first part"));
                modules.insert(name, lines.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    modules.retain(|name, _| !name.is_empty() && !tests.contains(name));
    modules
}

fn joined(module: &str, path: &str) -> String {
    if module.is_empty() { path.to_owned() } else { format!("{module}::{path}") }
}

/// The paths at the start of the text: those of `a::{b, c::d}` are `a::b` and `a::c::d`.
fn paths(text: &str) -> Vec<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).unwrap_or(text.len());
    let (head, rest) = text.split_at(end);
    if !head.ends_with("::") || !rest.starts_with('{') {
        return vec![head.to_owned()];
    }
    let (mut depth, mut start, mut found) = (0, 1, Vec::new());
    for (at, c) in rest.char_indices() {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth == 0 || depth == 1 && c == ',' {
            let inner = paths(rest[start..at].trim()).into_iter().filter(|path| !path.is_empty());
            found.extend(inner.map(|path| format!("{head}{path}")));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// The modules of the crate that this one names by `crate::`, `super::` or `self::`.
fn imports(module: &str, code: &str, modules: &BTreeMap<String, String>) -> BTreeSet<String> {
    let starts = ["crate::", "super::", "self::"].into_iter().flat_map(|start| code.match_indices(start));
    let starts = starts.filter(|(at, _)| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'));
    let named = starts.flat_map(|(at, _)| paths(&code[at..])).filter_map(|path| {
        let mut target: Vec<&str> = module.split("::").collect();
        for part in path.split("::") {
            match part {
                "crate" => target.clear(),
                "super" => drop(target.pop()),
                "self" => {}
                part => target.push(part),
            }
        }
        // What the path names is a module, or an item in one.
        (1..=target.len()).rev().map(|length| target[..length].join("::")).find(|name| modules.contains_key(name))
    });
    named.filter(|name| name != module).collect()
}

/// Lowering follows the grammar of its language, which is recursive: an expression holds statements and they hold
/// expressions. So the files of one language of `syntax` may import each other.
fn may_be_recursive(of: &str, from: &str, to: &str) -> bool {
    let language = |module: &str| module.strip_prefix("languages::")?.split_once("::").map(|(name, _)| name.to_owned());
    of == "syntax" && language(from).is_some() && language(from) == language(to)
}

#[test]
fn no_files_import_each_other_in_a_ring() {
    let mut crates: Vec<PathBuf> = entries(&root().join("crates"));
    crates.extend(["web", "xtask"].map(|name| root().join(name)));
    let mut seen = 0;
    for folder in crates {
        let name = folder.file_name().expect("a crate has a name").to_string_lossy().into_owned();
        let modules = modules(&folder.join("src"));
        let mut graph: BTreeMap<&String, BTreeSet<String>> = BTreeMap::new();
        for (module, code) in &modules {
            let mut to = imports(module, code, &modules);
            to.retain(|to| !may_be_recursive(&name, module, to));
            seen += to.len();
            graph.insert(module, to);
        }
        // Take away what imports nothing that is left, and what nothing left imports; what remains is in a ring.
        loop {
            let used: BTreeSet<&String> = graph.values().flatten().collect();
            let is_free = |module: &&String, to: &BTreeSet<String>| {
                !used.contains(*module) || !to.iter().any(|to| graph.contains_key(to))
            };
            let Some(free) = graph.iter().find(|(module, to)| is_free(module, to)).map(|(module, _)| *module) else {
                break;
            };
            graph.remove(free);
        }
        assert!(graph.is_empty(), "files of {name} import each other in a ring: {graph:#?}");
    }
    assert!(seen > 1000, "it reads imports: {seen}");
}

#[test]
fn paths_are_read_from_trees_of_imports() {
    assert_eq!(paths("crate::a::B;"), ["crate::a::B"]);
    assert_eq!(
        paths("super::{a, b::{C, d as e},\n    f::g};"),
        ["super::a", "super::b::C", "super::b::d", "super::f::g"]
    );
    assert_eq!(paths("self::x()"), ["self::x"]);
}
