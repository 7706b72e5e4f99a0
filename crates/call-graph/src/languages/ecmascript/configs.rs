//! What `tsconfig.json` files say of paths: aliases, with what each file takes over from others.

use super::Files;
use super::packages::Packages;
use crate::modules::{NamespaceId, above, below, normalise};
use facts::{Manifest, Project, TypeScriptConfig};
use rustc_hash::FxHashMap;

/// How many files a configuration may take over from, one after the other, and how deep references go.
const MAX_DEPTH: u32 = 12;
/// Files that one configuration may consist of.
const MAX_FILES: u32 = 200;

/// All configurations, by folder.
#[derive(Default)]
pub struct Configs {
    /// That of `tsconfig.json`, else of `jsconfig.json`.
    by_folder: FxHashMap<String, Config>,
}

/// One configuration with all that it takes over.
#[derive(Default, Clone)]
struct Config {
    base_url: Option<String>,
    /// Pattern, and what it stands for, as paths of the repository.
    paths: Vec<(String, Vec<String>)>,
    root_dirs: Vec<String>,
    /// Folders of what is built and of its sources.
    built: Vec<(String, String)>,
    referenced: Vec<Config>,
}

type ByPath<'a> = FxHashMap<&'a str, &'a TypeScriptConfig>;

impl Configs {
    pub fn new(manifests: &[&Manifest], packages: &Packages<'_>) -> Self {
        let of = |manifest: &&'_ Manifest| match &manifest.project {
            Project::TypeScript(_) => Some(manifest.path.as_str().to_owned()),
            _ => None,
        };
        let paths: Vec<String> = manifests.iter().filter_map(of).collect();
        let by_path: ByPath<'_> = manifests
            .iter()
            .filter_map(|manifest| match &manifest.project {
                Project::TypeScript(config) => Some((manifest.path.as_str(), config)),
                _ => None,
            })
            .collect();
        let mut configs = Self::default();
        for name in ["tsconfig.json", "jsconfig.json"] {
            for path in paths.iter().filter(|path| path.rsplit('/').next() == Some(name)) {
                let folder = above(path).unwrap_or("");
                let entry = configs.by_folder.entry(folder.to_owned());
                entry.or_insert_with(|| whole(&by_path, packages, path, folder, 0, &mut { MAX_FILES }));
            }
        }
        configs
    }

    fn around(&self, path: &str) -> Option<&Config> {
        let mut at = above(path);
        while let Some(folder) = at {
            if let Some(config) = self.by_folder.get(folder) {
                return Some(config);
            }
            at = above(folder);
        }
        None
    }

    /// What a name that is no relative path means by the aliases of a file's configuration.
    pub fn alias(&self, files: &Files, module: &str, from: &str) -> Option<NamespaceId> {
        self.around(from)?.alias(files, module)
    }

    /// What a relative path means where several folders count as one, or where it leads into what is built.
    pub fn elsewhere(&self, files: &Files, place: &str, from: &str) -> Option<NamespaceId> {
        let config = self.around(from)?;
        let all = std::iter::once(config).chain(&config.referenced);
        all.into_iter().find_map(|config| {
            let own = config.root_dirs.iter().find_map(|root| below_folder(place, root));
            let merged = own.and_then(|inner| config.root_dirs.iter().find_map(|root| files.find(&below(root, inner))));
            merged.or_else(|| {
                let source =
                    |(built, sources): &(String, String)| files.find(&below(sources, below_folder(place, built)?));
                config.built.iter().find_map(source)
            })
        })
    }
}

impl Config {
    fn alias(&self, files: &Files, module: &str) -> Option<NamespaceId> {
        let aliased = super::matching(&self.paths, |(pattern, _)| pattern, module);
        let found = aliased
            .and_then(|(star, (_, targets))| targets.iter().find_map(|target| files.find(&target.replace('*', star))));
        found
            .or_else(|| files.find(&below(self.base_url.as_deref()?, module)))
            .or_else(|| self.referenced.iter().find_map(|config| config.alias(files, module)))
    }
}

/// A configuration with what it takes over. `own` is the folder of the one that is asked for.
fn whole(by_path: &ByPath<'_>, packages: &Packages<'_>, path: &str, own: &str, depth: u32, left: &mut u32) -> Config {
    let mut config = Config::default();
    let Some(written) = by_path.get(path).filter(|_| depth < MAX_DEPTH && *left > 0) else { return config };
    *left -= 1;
    let folder = above(path).unwrap_or("");
    for base in &written.extends {
        if let Some(base) = named(by_path, packages, folder, base) {
            let taken = whole(by_path, packages, &base, own, depth + 1, left);
            // References are not taken over.
            config = Config { referenced: Vec::new(), ..config.overridden_by(taken) };
        }
    }
    config.base_url = written.base_url.clone().or(config.base_url);
    if let Some(paths) = &written.paths {
        let base = config.base_url.clone().unwrap_or_else(|| folder.to_owned());
        let target = |target: &String| match target.strip_prefix("${configDir}/") {
            Some(inner) => normalise(own, inner),
            None => normalise(&base, target),
        };
        config.paths = paths
            .iter()
            .map(|(pattern, targets)| (pattern.clone(), targets.iter().filter_map(target).collect()))
            .collect();
    }
    if !written.root_dirs.is_empty() {
        config.root_dirs.clone_from(&written.root_dirs);
    }
    if let Some(built) = &written.out_dir {
        let sources = written.root_dir.clone().unwrap_or_else(|| below(folder, "src"));
        config.built = vec![(built.clone(), sources)];
    }
    for reference in &written.references {
        if let Some(referenced) = named(by_path, packages, folder, &format!("./{reference}")) {
            config.referenced.push(whole(
                by_path,
                packages,
                &referenced,
                above(&referenced).unwrap_or(""),
                depth + MAX_DEPTH / 3,
                left,
            ));
        }
    }
    config
}

impl Config {
    fn overridden_by(self, other: Self) -> Self {
        Self {
            base_url: other.base_url.or(self.base_url),
            paths: if other.paths.is_empty() { self.paths } else { other.paths },
            root_dirs: if other.root_dirs.is_empty() { self.root_dirs } else { other.root_dirs },
            built: if other.built.is_empty() { self.built } else { other.built },
            referenced: other.referenced,
        }
    }
}

/// The path of a configuration that another one names: a file, a folder, or a file of a package.
fn named(by_path: &ByPath<'_>, packages: &Packages<'_>, folder: &str, written: &str) -> Option<String> {
    let place = if written.starts_with('.') {
        normalise(folder, written)?
    } else {
        let name = super::package_name(written);
        let (package, _) = packages.named(name, folder)?;
        normalise(package, written[name.len()..].trim_start_matches('/'))?
    };
    let candidates = [place.clone(), format!("{place}.json"), below(&place, "tsconfig.json")];
    candidates.into_iter().find(|path| by_path.contains_key(path.as_str()))
}

fn below_folder<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    path.strip_prefix(folder)?.strip_prefix('/')
}
