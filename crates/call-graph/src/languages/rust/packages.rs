//! Cargo packages as their manifests describe them: what their crates' roots are, and which crates their code can name.

use crate::modules::{NamespaceId, below, folders_around};
use compact_sort::CompactSort;
use facts::{CargoDependency, CargoManifest, Manifest, Project};
use rustc_hash::FxHashMap;

/// A package with a manifest.
pub struct Package<'a> {
    pub folder: &'a str,
    manifest: &'a CargoManifest,
    /// Its library, once it is laid out.
    pub library: Option<NamespaceId>,
}

/// All packages, in path order.
#[derive(Default)]
pub struct Packages<'a> {
    pub all: Vec<Package<'a>>,
    by_folder: FxHashMap<&'a str, usize>,
    /// By the name in code.
    by_name: FxHashMap<String, usize>,
    /// Folders of workspaces with the dependencies that their members share.
    workspaces: Vec<(&'a str, &'a [CargoDependency])>,
}

impl<'a> Packages<'a> {
    pub fn new(manifests: &[&'a Manifest]) -> Self {
        let mut packages = Self::default();
        for manifest in manifests {
            let Project::Cargo(cargo) = &manifest.project else { continue };
            let folder = manifest.path.parent();
            if cargo.package.is_some() {
                packages.all.push(Package { folder, manifest: cargo, library: None });
            }
            packages.workspaces.extend(cargo.workspace.as_deref().map(|shared| (folder, shared)));
        }
        for (at, package) in packages.all.iter().enumerate() {
            packages.by_folder.entry(package.folder).or_insert(at);
            packages.by_name.entry(package.name()).or_insert(at);
        }
        packages.workspaces.compact_sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.0.cmp(b.0)));
        packages
    }

    /// The package that a path is in: that of the innermost folder.
    pub fn around(&self, path: &str) -> Option<usize> {
        let mut folders = folders_around(path);
        folders.find_map(|folder| self.by_folder.get(folder)).copied()
    }

    /// The crates that code of a package can name, its own library among them: name, library.
    pub fn crates(&self, package: &Package<'a>) -> FxHashMap<String, NamespaceId> {
        let mut named: FxHashMap<String, NamespaceId> = FxHashMap::default();
        for dependency in &package.manifest.dependencies {
            let Some(found) = self.dependency(package, dependency) else { continue };
            let Some(library) = found.library else { continue };
            let is_renamed =
                found.manifest.package.as_deref().map(in_code).as_deref() != Some(dependency.name.as_str());
            let name = if is_renamed { dependency.name.clone() } else { found.library_name() };
            named.entry(name).or_insert(library);
        }
        if let Some(library) = package.library {
            named.insert(package.library_name(), library);
        }
        named
    }

    fn dependency(&self, package: &Package<'a>, dependency: &CargoDependency) -> Option<&Package<'a>> {
        let mut of = dependency;
        if dependency.of_workspace {
            let (_, shared) = self.workspaces.iter().find(|(folder, _)| is_inside(package.folder, folder))?;
            of = shared.iter().find(|shared| shared.name == dependency.name)?;
        }
        if let Some(path) = &of.path {
            return self.by_folder.get(path.as_str()).map(|at| &self.all[*at]);
        }
        // Of a registry, where what is published may be a package of this very repository.
        let published = in_code(of.package.as_deref().unwrap_or(&of.name));
        self.by_name.get(&published).map(|at| &self.all[*at])
    }
}

impl Package<'_> {
    /// The name of its library in code; empty, which no code names, for a workspace without a package.
    pub fn library_name(&self) -> String {
        let named = self.manifest.library_name.as_deref().or(self.manifest.package.as_deref());
        named.map(in_code).unwrap_or_default()
    }

    /// The name of the package in code; empty as that of the library.
    pub fn name(&self) -> String {
        self.manifest.package.as_deref().map(in_code).unwrap_or_default()
    }

    /// The path of its library's root, were there one.
    pub fn library_root(&self) -> String {
        self.manifest.library_path.clone().unwrap_or_else(|| below(self.folder, "src/lib.rs"))
    }

    /// The path of its main program's root, were there one.
    pub fn main_root(&self) -> String {
        below(self.folder, "src/main.rs")
    }

    /// True of the root of one of its other crates: as it is written, or where Cargo looks for one.
    pub fn is_other_root(&self, path: &str) -> bool {
        if self.manifest.targets.iter().any(|target| target == path) {
            return true;
        }
        let inner = path[self.folder.len()..].trim_start_matches('/');
        let found =
            ["src/bin/", "tests/", "examples/", "benches/"].iter().find_map(|folder| inner.strip_prefix(folder));
        match found.map(|rest| rest.split('/').collect::<Vec<_>>()).as_deref() {
            Some([_] | [_, "main.rs"]) => true,
            Some(_) => false,
            None => inner == "build.rs",
        }
    }
}

fn in_code(name: &str) -> String {
    name.replace('-', "_")
}

fn is_inside(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
