//! Manifests of packages: what they are called, what they declare. One kind of manifest a file.

mod cargo;
mod go;
mod java;
mod mix;
mod npm;
mod python;
pub mod toml_lines;

use crate::scan::File;
use source::FileId;

/// What one manifest says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    pub file: FileId,
    /// The folder it lies in; empty for the root.
    pub folder: String,
    pub name: Option<Row>,
    pub description: Option<Row>,
    pub dependencies: Vec<Row>,
    pub scripts: Vec<Row>,
    pub entry_points: Vec<Row>,
    /// What can be switched on when the package is built or installed, each with what it brings.
    pub features: Vec<Row>,
}

impl Default for Manifest {
    fn default() -> Self {
        Self {
            file: FileId(0),
            folder: String::new(),
            name: None,
            description: None,
            dependencies: Vec::new(),
            scripts: Vec::new(),
            entry_points: Vec::new(),
            features: Vec::new(),
        }
    }
}

/// One thing that a manifest says, with its line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    pub name: String,
    pub detail: String,
    pub line: u32,
}

impl Row {
    pub fn new(name: impl Into<String>, detail: impl Into<String>, line: u32) -> Self {
        Self { name: name.into(), detail: detail.into(), line }
    }
}

/// Reads a manifest by its file's name; `None` for any other file.
pub fn read(file: &File<'_>) -> Option<Manifest> {
    let name = file.file_name();
    let mut manifest = match name {
        "package.json" => npm::read(file.text)?,
        "Cargo.toml" => cargo::read(file.text),
        "pyproject.toml" => python::pyproject(file.text),
        "setup.cfg" => python::setup_cfg(file.text),
        "setup.py" => python::setup_py(file.text),
        "go.mod" => go::read(file.text),
        "pom.xml" => java::pom(file.text),
        "build.gradle" | "build.gradle.kts" => java::gradle(file.text),
        "mix.exs" => mix::read(file.text),
        "tox.ini" => python::tox(file.text),
        _ if name.starts_with("requirements") && name.ends_with(".txt") => python::requirements(file.text),
        _ => return None,
    };
    manifest.file = file.id;
    manifest.folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    Some(manifest)
}
