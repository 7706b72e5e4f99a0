//! Imports: the module of each as it is named from outside, and what is taken from it.

use super::Collected;
use crate::scan::{File, is_in_string, places, value_of_constant};
use crate::{Entry, List};
use source::{FileId, Language};
use std::collections::BTreeSet;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let Some(facts) = file.facts else { return };
    if file.language == Language::Rust {
        paths(file, out);
    }
    by_constants(file, out);
    let mut last: Option<(u32, String)> = None;
    for import in &facts.imports {
        let module = module(file, &import.module, import.level);
        let line = import.span.start_line;
        let item = import.item.clone().filter(|item| item != "*" && item != "default");
        // `from m import a, b` is one statement.
        if let (Some((at, before)), Some(item)) = (&last, &item)
            && *at == line
            && *before == module
        {
            let page = &mut out.pages[List::Imports as usize];
            if let Some(entry) = page.last_mut() {
                *entry = entry.clone().about([item.clone()]);
            }
            continue;
        }
        let entry = file.entry((line, line), &module, file.path).about(item);
        out.push(List::Imports, entry);
        last = Some((line, module));
    }
}

/// Imports while the program runs, of a module that a constant of the file names: `const name = "chokidar"; import(name)`.
fn by_constants(file: &File<'_>, out: &mut Collected) {
    let calls: &[&str] = match file.language {
        Language::JavaScript | Language::TypeScript | Language::Tsx => &["import(", "require("],
        Language::Python => &["import_module(", "__import__("],
        _ => return,
    };
    for call in calls {
        for at in places(&file.code, call) {
            let inside_word = file.code[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
            if inside_word || is_in_string(&file.code, at) {
                continue;
            }
            if let Some(module) = value_of_constant(file, &file.code[at + call.len()..]) {
                let line = file.line_at(at);
                out.push(List::Imports, file.entry((line, line), &module, file.path));
            }
        }
    }
}

/// Rust names packages in paths without importing them: `memchr::memchr(...)`. The first of each in a file.
fn paths(file: &File<'_>, out: &mut Collected) {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for at in places(&file.code, "::") {
        let before = &file.code[..at];
        let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        let root = &before[start..];
        let is_inner = before[..start].ends_with("::") || matches!(root, "crate" | "self" | "super" | "std" | "core");
        if !is_inner && root.starts_with(|c: char| c.is_lowercase() || c == '_') && seen.insert(root) {
            let line = file.line_at(at);
            out.paths.push(file.entry((line, line), root, file.path));
        }
    }
}

/// Of the paths those that begin with a package that a manifest declares, where no statement imports it.
pub fn finish(out: &mut Collected) {
    let declared = out.manifests.iter().flat_map(|manifest| &manifest.dependencies);
    let declared: BTreeSet<String> = declared.map(|row| row.name.replace('-', "_")).collect();
    let imports = out.pages.get_mut(List::Imports as usize);
    let (Some(imports), paths) = (imports, std::mem::take(&mut out.paths)) else { return };
    let root = |name: &str| name.split([':', '.']).next().unwrap_or("").to_owned();
    let imported: BTreeSet<(FileId, String)> = imports.iter().map(|entry| (entry.file, root(&entry.name))).collect();
    let is_new =
        |entry: &Entry| declared.contains(&entry.name) && !imported.contains(&(entry.file, entry.name.clone()));
    imports.extend(paths.into_iter().filter(is_new));
}

/// Relative imports are named by their place.
fn module(file: &File<'_>, module: &str, level: u32) -> String {
    match file.language {
        Language::Python if level > 0 => {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for _ in 1..level {
                parts.pop();
            }
            if matches!(parts.first(), Some(&("src" | "lib"))) {
                parts.remove(0);
            }
            parts.extend(module.split('.').filter(|part| !part.is_empty()));
            parts.join(".")
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx if module.starts_with('.') => {
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in module.split('/') {
                match part {
                    "." | "" => {}
                    ".." => {
                        parts.pop();
                    }
                    part => parts.push(part),
                }
            }
            let path = parts.join("/");
            let stem = path
                .rsplit_once('.')
                .filter(|(_, ending)| matches!(*ending, "js" | "ts" | "mjs" | "cjs" | "tsx" | "jsx"));
            stem.map_or(path.clone(), |(stem, _)| stem.to_owned())
        }
        _ => module.to_owned(),
    }
}
