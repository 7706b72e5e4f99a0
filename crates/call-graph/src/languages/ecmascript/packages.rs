//! Packages of npm as their manifests describe them.

use super::Files;
use crate::modules::{NamespaceId, below};
use facts::{Manifest, NpmPackage, NpmTarget, Project};

/// Folders of what is built, and where its sources are.
const BUILT: [&str; 11] = ["dist", "lib", "build", "out", "esm", "cjs", "es", "module", "types", "umd", "node"];
const SOURCES: [&str; 4] = ["src", "", "source", "lib"];

/// All packages, innermost folders first.
#[derive(Default)]
pub struct Packages<'a> {
    all: Vec<(&'a str, &'a NpmPackage)>,
}

impl<'a> Packages<'a> {
    pub fn new(manifests: &[&'a Manifest]) -> Self {
        let of = |manifest: &&'a Manifest| match &manifest.project {
            Project::Npm(package) => Some((manifest.path.parent(), package)),
            _ => None,
        };
        let mut all: Vec<(&str, &NpmPackage)> = manifests.iter().filter_map(of).collect();
        super::innermost_first(&mut all, |(folder, _)| folder);
        Self { all }
    }

    /// The package that a path is in.
    pub fn around(&self, path: &str) -> Option<(&'a str, &'a NpmPackage)> {
        self.all.iter().find(|(folder, _)| super::is_inside(path, folder)).copied()
    }

    /// The package of this name; nearest to `from` where several have it.
    pub fn named(&self, name: &str, from: &str) -> Option<(&'a str, &'a NpmPackage)> {
        let named = self.all.iter().filter(|(_, package)| package.name.as_deref() == Some(name));
        let shared = |folder: &str| folder.split('/').zip(from.split('/')).take_while(|(a, b)| a == b).count();
        named.min_by_key(|(folder, _)| (usize::MAX - shared(folder), folder.len())).copied()
    }

    /// What `inner` (empty for the package itself) of a package is.
    pub fn inside(&self, files: &Files, folder: &str, package: &NpmPackage, inner: &str) -> Option<NamespaceId> {
        let subpath = if inner.is_empty() { ".".to_owned() } else { format!("./{inner}") };
        if let Some(targets) = super::matching(&package.exports, |(pattern, _)| pattern, &subpath) {
            let (star, (_, targets)) = targets;
            let found = targets.iter().find_map(|target| source(files, folder, &target.replace('*', star)));
            // `null` keeps the files from being imported.
            if found.is_some() || targets.is_empty() {
                return found;
            }
        }
        if inner.is_empty()
            && let Some(found) = package.main.iter().find_map(|main| source(files, folder, main))
        {
            return Some(found);
        }
        SOURCES.iter().find_map(|sources| files.find(&path(folder, sources, inner)))
    }

    /// What `#name` means in a file.
    pub fn private(&self, files: &Files, name: &str, from: &str) -> Option<Private<'a>> {
        let (folder, package) = self.around(from)?;
        let (star, (_, targets)) = super::matching(&package.imports, |(pattern, _)| pattern, name)?;
        targets
            .iter()
            .find_map(|target| match target {
                NpmTarget::File(target) => source(files, folder, &target.replace('*', star)).map(Private::Module),
                NpmTarget::Module(_) => None,
            })
            .or_else(|| {
                targets.iter().find_map(|target| match target {
                    NpmTarget::Module(module) => Some(Private::Package(module)),
                    NpmTarget::File(_) => None,
                })
            })
    }
}

/// What an entry of `imports` leads to.
pub enum Private<'a> {
    Module(NamespaceId),
    /// Another package by its name.
    Package(&'a str),
}

/// A file that a manifest names, or the source that it is built from.
fn source(files: &Files, folder: &str, target: &str) -> Option<NamespaceId> {
    if let Some(found) = files.find(target) {
        return Some(found);
    }
    let mut inner = target.strip_prefix(folder)?.trim_start_matches('/');
    while let Some((first, rest)) = inner.split_once('/') {
        if !BUILT.contains(&first) {
            break;
        }
        inner = rest;
    }
    SOURCES.iter().find_map(|sources| files.find(&path(folder, sources, inner)))
}

fn path(folder: &str, sources: &str, inner: &str) -> String {
    let parts = [folder, sources, inner];
    parts.into_iter().filter(|part| !part.is_empty()).fold(String::new(), |path, part| below(&path, part))
}
