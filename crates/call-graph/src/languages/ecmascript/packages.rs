//! Packages of npm as their manifests describe them.

use super::Files;
use crate::modules::{NamespaceId, below, folders_around};
use facts::{Manifest, NpmPackage, NpmTarget, Project};
use rustc_hash::FxHashMap;

/// Folders of what is built, and where its sources are.
const BUILT: [&str; 11] = ["dist", "lib", "build", "out", "esm", "cjs", "es", "module", "types", "umd", "node"];
const SOURCES: [&str; 4] = ["src", "", "source", "lib"];

/// Packages of one name that are compared with where the import is.
const NAMESAKES: usize = 64;

/// All packages, in path order.
#[derive(Default)]
pub struct Packages<'a> {
    by_folder: FxHashMap<&'a str, &'a NpmPackage>,
    by_name: FxHashMap<&'a str, Vec<(&'a str, &'a NpmPackage)>>,
}

impl<'a> Packages<'a> {
    pub fn new(manifests: &[&'a Manifest]) -> Self {
        let mut packages = Self::default();
        for manifest in manifests {
            let Project::Npm(package) = &manifest.project else { continue };
            let folder = manifest.path.parent();
            packages.by_folder.insert(folder, package);
            let named = package.name.as_deref().map(|name| packages.by_name.entry(name).or_default());
            named.into_iter().for_each(|named| named.push((folder, package)));
        }
        packages
    }

    /// The package that a path is in.
    pub fn around(&self, path: &str) -> Option<(&'a str, &'a NpmPackage)> {
        let mut folders = folders_around(path);
        folders.find_map(|folder| self.by_folder.get_key_value(folder)).map(|(folder, package)| (*folder, *package))
    }

    /// The package of this name; nearest to `from` where several have it.
    pub fn named(&self, name: &str, from: &str) -> Option<(&'a str, &'a NpmPackage)> {
        let shared = |folder: &str| folder.split('/').zip(from.split('/')).take_while(|(a, b)| a == b).count();
        let named = self.by_name.get(name)?.iter().take(NAMESAKES);
        named.min_by_key(|(folder, _)| (usize::MAX - shared(folder), folder.len())).copied()
    }

    /// The file that a folder's own manifest names as its main one: what a relative path to the folder means. `exports` count only
    /// where the package is named.
    pub fn main(&self, files: &Files, folder: &str) -> Option<NamespaceId> {
        let package = self.by_folder.get(folder)?;
        first(files, folder, &package.main)
    }

    /// What `inner` (empty for the package itself) of a package is.
    pub fn inside(&self, files: &Files, folder: &str, package: &NpmPackage, inner: &str) -> Option<NamespaceId> {
        let subpath = if inner.is_empty() { ".".to_owned() } else { format!("./{inner}") };
        if let Some(targets) = super::matching(&package.exports, |(pattern, _)| pattern, &subpath) {
            let (star, (_, targets)) = targets;
            let targets: Vec<String> = targets.iter().map(|target| target.replace('*', star)).collect();
            let found = first(files, folder, &targets);
            // `null` keeps the files from being imported.
            if found.is_some() || targets.is_empty() {
                return found;
            }
        }
        if inner.is_empty()
            && let Some(found) = first(files, folder, &package.main)
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

/// The best of the files that a manifest names for one thing. A declaration file (`types`) counts only where nothing else is here:
/// it has no code that a call could lead to.
fn first(files: &Files, folder: &str, targets: &[String]) -> Option<NamespaceId> {
    let found: Vec<NamespaceId> = targets.iter().filter_map(|target| source(files, folder, target)).collect();
    found.iter().find(|found| !files.declarations.contains(found)).or(found.first()).copied()
}

/// A file that a manifest names, the code beside it if it is a declaration file, or the source that it is built from.
fn source(files: &Files, folder: &str, target: &str) -> Option<NamespaceId> {
    if let Some(found) = files.by_path.get(target).filter(|found| !files.declarations.contains(found)) {
        return Some(*found);
    }
    if let Some(found) = files.find(super::bare(target)) {
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
