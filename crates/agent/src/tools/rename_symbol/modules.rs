//! Whether an import names the module that a file is.

use super::tokens::Family;
use facts::Import;
use source::RepoPath;

/// Whether the module of an import, with `more` parts after it, is the file at `target`.
pub(super) fn is_module(import: &Import, more: &[&str], from: &RepoPath, target: &RepoPath, family: Family) -> bool {
    match family {
        Family::Python => python(import, more, from, target),
        Family::Script => more.is_empty() && script(&import.module, from, target),
        Family::Rust => {
            let parts: Vec<&str> = import.module.split("::").chain(more.iter().copied()).collect();
            rust(&parts, from, target)
        }
        // Its packages are folders.
        Family::Go => more.is_empty() && !target.parent().is_empty() && ends(&import.module, target.parent(), "/"),
    }
}

/// Whether `whole` is `end`, or ends with it as a path.
fn ends(whole: &str, end: &str, separator: &str) -> bool {
    whole.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with(separator))
}

fn python(import: &Import, more: &[&str], from: &RepoPath, target: &RepoPath) -> bool {
    let own = target.as_str().trim_end_matches(".pyi").trim_end_matches(".py");
    let own = own.strip_suffix("/__init__").unwrap_or(own);
    let mut parts: Vec<&str> = import.module.split('.').filter(|part| !part.is_empty()).collect();
    parts.extend(more);
    if import.level == 0 {
        return !parts.is_empty() && ends(own, &parts.join("/"), "/");
    }
    let mut folder = from.parent();
    for _ in 1..import.level {
        folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
    }
    let whole: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).chain(parts).collect();
    own == whole.join("/")
}

fn script(module: &str, from: &RepoPath, target: &RepoPath) -> bool {
    if !module.starts_with('.') {
        return false;
    }
    let mut parts: Vec<&str> = from.parent().split('/').filter(|part| !part.is_empty()).collect();
    for part in module.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let without = |path: &str| {
        let endings = [".d.ts", ".tsx", ".ts", ".mts", ".cts", ".jsx", ".js", ".mjs", ".cjs"];
        endings.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path).to_owned()
    };
    let (wanted, own) = (parts.join("/"), without(target.as_str()));
    own == without(&wanted) || own.strip_suffix("/index").is_some_and(|folder| folder == wanted)
}

/// The module of a Rust file as its path below `src`.
fn rust_module(path: &RepoPath) -> Vec<&str> {
    let inside = path.as_str().rsplit_once("src/").map_or(path.as_str(), |(_, inside)| inside);
    let mut parts: Vec<&str> = inside.trim_end_matches(".rs").split('/').collect();
    if matches!(parts.last(), Some(&("mod" | "lib" | "main"))) {
        parts.pop();
    }
    parts
}

fn rust(parts: &[&str], from: &RepoPath, target: &RepoPath) -> bool {
    let (own, mut around) = (rust_module(target), rust_module(from));
    let crate_of = |path: &RepoPath| path.as_str().rsplit_once("src/").map(|(root, _)| root.to_owned());
    let mut rest = parts;
    match parts.first() {
        Some(&"crate") => {
            around.clear();
            rest = &parts[1..];
        }
        Some(&("self" | "super")) => {}
        // Another crate, or a module beside: the names alone decide.
        _ => return !own.is_empty() && ends(&parts.join("/"), &own.join("/"), "/") && parts.len() <= own.len() + 1,
    }
    while let Some((&first, after)) = rest.split_first() {
        match first {
            "self" => {}
            "super" => drop(around.pop()),
            name => around.push(name),
        }
        rest = after;
    }
    crate_of(from) == crate_of(target) && own == around
}
