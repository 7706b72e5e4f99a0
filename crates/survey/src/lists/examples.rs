//! Examples: each file right in a folder of examples, and each folder in it.

use super::Collected;
use crate::List;
use crate::scan::File;

const FOLDERS: &[&str] =
    &["example", "examples", "sample", "samples", "demo", "demos", "docs_src", "tutorial", "tutorials"];

/// Files that describe the folder or make it a package, and show nothing themselves.
const ABOUT_THE_FOLDER: &[&str] = &[
    "package-info.java",
    "__init__.py",
    "mod.rs",
    "readme.md",
    "readme.rst",
    "readme.txt",
    "readme",
    "package.json",
    "package-lock.json",
    "cargo.toml",
    "cargo.lock",
    "go.mod",
    "go.sum",
    "makefile",
    ".gitignore",
    "tsconfig.json",
];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let parts: Vec<&str> = file.path.split('/').collect();
    let Some(at) = parts.iter().position(|part| FOLDERS.contains(&part.to_lowercase().as_str())) else { return };
    if at + 1 >= parts.len() || parts[..at].iter().any(|part| matches!(*part, "test" | "tests" | "node_modules")) {
        return;
    }
    let name = parts[..at + 2].join("/");
    let is_file = parts.len() == at + 2;
    if is_file && ABOUT_THE_FOLDER.contains(&parts[at + 1].to_lowercase().as_str()) {
        return;
    }
    let (line, first) = file.text.lines().enumerate().find(|(_, line)| !line.trim().is_empty()).unwrap_or((0, ""));
    let line = line as u32 + 1;
    let detail = if is_file {
        first.trim().trim_start_matches(['#', '/', '*', '!', '"', ' ']).to_owned()
    } else {
        file.path.to_owned()
    };
    out.push(List::Examples, file.entry((line, line), &name, &detail));
}

/// A folder is one example however many files it has: its README or shortest path stands for it.
pub fn folded(entries: Vec<crate::Entry>) -> Vec<crate::Entry> {
    let mut kept: Vec<crate::Entry> = Vec::new();
    for entry in entries {
        match kept.iter_mut().find(|other| other.name == entry.name) {
            Some(other) if rank(&entry.detail) < rank(&other.detail) => *other = entry,
            Some(_) => {}
            None => kept.push(entry),
        }
    }
    kept
}

fn rank(path: &str) -> (bool, usize, usize) {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    (!name.starts_with("readme"), path.matches('/').count(), path.len())
}
