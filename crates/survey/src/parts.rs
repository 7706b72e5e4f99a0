//! The parts that a repository is made of, and which of them import which.

use crate::Entry;
use crate::file_row::FileRow;
use crate::manifest::{self, Manifest};
use crate::scan::File;
use code_words::path::{is_aside, is_generated};
use source::{FileId, Language};
use std::collections::{BTreeMap, BTreeSet};

/// True for a file that may say what a package is called.
pub fn is_manifest(path: &str) -> bool {
    const NAMES: &[&str] = &[
        "package.json",
        "Cargo.toml",
        "pyproject.toml",
        "setup.cfg",
        "setup.py",
        "go.mod",
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
    ];
    NAMES.contains(&path.rsplit('/').next().unwrap_or(path))
}

/// Packages by their manifests, or else the folders and modules below the folder that holds the code.
#[derive(Debug, Default)]
pub struct Parts {
    /// Path of each part, a folder or a file, sorted.
    pub paths: Vec<String>,
    /// Its files and their lines.
    pub sizes: Vec<(u32, u32)>,
    /// A file of each, the one that shows best what it is.
    pub heads: Vec<FileId>,
    /// Imports from one part to another: how many files, and the first statement.
    pub edges: BTreeMap<(usize, usize), (u32, Entry)>,
}

impl Parts {
    #[inline(never)]
    pub(crate) fn of(files: &[FileRow], manifests: &[Manifest], imports: &[Entry]) -> Self {
        Self::below("", files, manifests, imports)
    }

    /// The parts of a folder, or of the whole repository for an empty path, where the manifests are known by their texts:
    /// path and text of each file that [`is_manifest`]. `files` are all, in order; `imports` are the list of imports.
    pub fn at<'t>(
        base: &str,
        files: &[FileRow],
        manifests: impl Iterator<Item = (&'t FileRow, &'t str)>,
        imports: &[Entry],
    ) -> Self {
        let read =
            |(row, text): (&FileRow, &str)| manifest::read(&File::new(row.id, &row.path, row.language, text, None));
        let manifests: Vec<Manifest> = manifests.filter_map(read).collect();
        Self::below(base, files, &manifests, imports)
    }

    /// What a part says of itself, and what it defines; `modules` are the list of modules.
    pub fn said_of(&self, part: usize, files: &[FileRow], modules: &[Entry]) -> String {
        said_of(&self.paths[part], self.heads[part], files, modules)
    }

    /// The parts of a folder; of the whole repository for an empty path.
    pub(crate) fn below(base: &str, files: &[FileRow], manifests: &[Manifest], imports: &[Entry]) -> Self {
        let is_inside = |file: &FileRow| base.is_empty() || is_below(&file.path, base);
        let mut code: Vec<&FileRow> =
            files.iter().filter(|file| file.language.is_parsed() && !is_aside(&file.path) && is_inside(file)).collect();
        // What a build wrote is a part only where there is nothing else.
        if code.iter().any(|file| !is_generated(&file.path)) {
            code.retain(|file| !is_generated(&file.path));
        }
        let packages: BTreeSet<&str> = manifests
            .iter()
            .filter(|m| !m.folder.is_empty() && m.name.is_some() && !is_aside(&format!("{}/x", m.folder)))
            .map(|manifest| manifest.folder.as_str())
            .filter(|folder| code.iter().any(|file| is_below(&file.path, folder)))
            .collect();
        // Packages that are samples beside the code are no parts of it.
        let lines = |of: &dyn Fn(&FileRow) -> bool| -> u64 {
            code.iter().filter(|file| of(file)).map(|file| u64::from(file.lines)).sum()
        };
        let in_packages = lines(&|file| packages.iter().any(|folder| is_below(&file.path, folder)));
        let are_packages = packages.len() > 1 && base.is_empty() && 2 * in_packages >= lines(&|_| true);
        let paths: Vec<String> = match are_packages {
            true => packages.into_iter().map(str::to_owned).collect(),
            false => below_base(&code, base),
        };
        let mut parts =
            Self { sizes: vec![(0, 0); paths.len()], heads: vec![FileId(0); paths.len()], paths, ..Self::default() };
        let mut best: Vec<Option<(u32, usize)>> = vec![None; parts.paths.len()];
        for file in &code {
            let Some(part) = parts.part_of(&file.path) else { continue };
            parts.sizes[part].0 += 1;
            parts.sizes[part].1 += file.lines;
            let rank = (head_rank(&file.path), file.path.len());
            if best[part].is_none_or(|other| rank < other) {
                best[part] = Some(rank);
                parts.heads[part] = file.id;
            }
        }
        parts.link(files, manifests, imports);
        parts
    }

    /// The part that a file belongs to: of a package within another the inner one.
    pub fn part_of(&self, path: &str) -> Option<usize> {
        let mut at = path;
        loop {
            if let Ok(part) = self.paths.binary_search_by(|part| part.as_str().cmp(at)) {
                return Some(part);
            }
            at = at.rsplit_once('/')?.0;
        }
    }

    fn link(&mut self, files: &[FileRow], manifests: &[Manifest], imports: &[Entry]) {
        let modules = Modules::of(files, manifests);
        let by_id: BTreeMap<FileId, &FileRow> = files.iter().map(|file| (file.id, file)).collect();
        let mut seen: BTreeSet<(FileId, usize)> = BTreeSet::new();
        for import in imports {
            let Some(from) = by_id.get(&import.file).filter(|file| !is_aside(&file.path)) else { continue };
            let Some(path) = modules.resolve(from, import) else { continue };
            let (Some(one), Some(other)) = (self.part_of(&from.path), self.part_of(&path)) else { continue };
            if one != other && seen.insert((import.file, other)) {
                self.edges.entry((one, other)).or_insert_with(|| (0, import.clone())).0 += 1;
            }
        }
    }
}

/// Where other code imports something of a folder or a file: the importing files' folders, most files first, each with its
/// first statement.
pub fn users(of: &str, files: &[FileRow], manifests: &[Manifest], imports: &[Entry]) -> Vec<(String, u32, Entry)> {
    let modules = Modules::of(files, manifests);
    let is_of = |path: &str| path == of || is_below(path, of);
    let mut by_folder: BTreeMap<String, (BTreeSet<FileId>, Entry)> = BTreeMap::new();
    for import in imports {
        let Ok(at) = files.binary_search_by_key(&import.file, |file| file.id) else { continue };
        let from = &files[at];
        if is_aside(&from.path) || is_of(&from.path) || !modules.resolve(from, import).is_some_and(|path| is_of(&path))
        {
            continue;
        }
        let folder = from.path.rsplit_once('/').map_or(from.path.as_str(), |(folder, _)| folder);
        by_folder.entry(folder.to_owned()).or_insert_with(|| (BTreeSet::new(), import.clone())).0.insert(from.id);
    }
    let mut found: Vec<(String, u32, Entry)> =
        by_folder.into_iter().map(|(folder, (files, first))| (folder, files.len() as u32, first)).collect();
    found.sort_by_key(|(_, files, _)| std::cmp::Reverse(*files));
    found
}

pub fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// How well a file shows what its folder is: 0 best.
pub fn head_rank(path: &str) -> u32 {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    match stem {
        "lib" | "__init__" | "index" | "mod" | "package-info" | "doc" => 0,
        "main" | "app" => 1,
        _ => 2,
    }
}

/// The folders with code and the modules right in the folder where the code divides.
fn below_base(code: &[&FileRow], base: &str) -> Vec<String> {
    let mut base = base.to_owned();
    loop {
        let mut children: BTreeMap<String, (u32, bool)> = BTreeMap::new();
        for file in code.iter().filter(|file| base.is_empty() || is_below(&file.path, &base)) {
            let rest = if base.is_empty() { file.path.as_str() } else { &file.path[base.len() + 1..] };
            let (name, is_folder) = rest.split_once('/').map_or((rest, false), |(first, _)| (first, true));
            let path = if base.is_empty() { name.to_owned() } else { format!("{base}/{name}") };
            children.entry(path).or_insert((0, is_folder)).0 += 1;
        }
        let all: u32 = children.values().map(|(files, _)| files).sum();
        let largest = children.iter().max_by_key(|(_, (files, _))| *files);
        // A setup script or a configuration beside the one folder of code is no part.
        match largest {
            Some((path, (files, true))) if *files * 10 >= all * 8 => base = path.clone(),
            _ => return children.into_keys().collect(),
        }
    }
}

/// Languages whose files name their package, by convention that of their folder.
fn is_jvm(language: Language) -> bool {
    matches!(language, Language::Java | Language::Kotlin)
}

/// Which file a module's name means.
struct Modules {
    by_name: BTreeMap<String, String>,
    packages: Vec<(String, String)>,
}

impl Modules {
    fn of(files: &[FileRow], manifests: &[Manifest]) -> Self {
        let mut by_name = BTreeMap::new();
        for file in files.iter().filter(|file| file.language.is_parsed()) {
            let stem = file.path.rsplit_once('.').map_or(file.path.as_str(), |(stem, _)| stem);
            match file.language {
                Language::Python => {
                    let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
                    let own = stem.strip_prefix("src/").or_else(|| stem.strip_prefix("lib/")).unwrap_or(stem);
                    by_name.insert(own.replace('/', "."), file.path.clone());
                    if let Some((_, below)) = own.split_once("/src/") {
                        by_name.entry(below.replace('/', ".")).or_insert_with(|| file.path.clone());
                    }
                }
                // Files below `lib` are required by their path from there.
                Language::Ruby => {
                    let own = stem.strip_prefix("lib/").or_else(|| stem.split_once("/lib/").map(|(_, own)| own));
                    by_name.entry(own.unwrap_or(stem).to_owned()).or_insert_with(|| file.path.clone());
                }
                Language::Rust => {
                    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
                    by_name.insert(stem.to_owned(), file.path.clone());
                }
                Language::Go | Language::Java | Language::Kotlin => {
                    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
                    let name = match &file.package {
                        Some(package) if is_jvm(file.language) => package.clone(),
                        // By convention the folders are those of the package.
                        None if is_jvm(file.language) => folder
                            .rsplit_once("java/")
                            .or_else(|| folder.rsplit_once("kotlin/"))
                            .map_or(folder, |(_, package)| package)
                            .replace('/', "."),
                        _ => folder.to_owned(),
                    };
                    by_name.entry(name).or_insert_with(|| file.path.clone());
                }
                _ => {
                    by_name.insert(stem.to_owned(), file.path.clone());
                    if let Some(folder) = stem.strip_suffix("/index") {
                        by_name.entry(folder.to_owned()).or_insert_with(|| file.path.clone());
                    }
                }
            }
        }
        let packages =
            manifests.iter().filter_map(|m| Some((m.name.as_ref()?.name.clone(), m.folder.clone()))).collect();
        Self { by_name, packages }
    }

    fn resolve(&self, from: &FileRow, import: &Entry) -> Option<String> {
        let module = import.name.as_str();
        match from.language {
            Language::Python => {
                let with_item = import.about.iter().find_map(|item| self.by_name.get(&format!("{module}.{item}")));
                let mut name = module;
                loop {
                    if let Some(path) = with_item.or_else(|| self.by_name.get(name)) {
                        return Some(path.clone());
                    }
                    name = name.rsplit_once('.')?.0;
                }
            }
            Language::Rust => self.rust(from, module),
            Language::Go => {
                let (name, folder) = self.packages.iter().find(|(name, _)| module == name || is_below(module, name))?;
                let below = module[name.len()..].trim_start_matches('/');
                let path = [folder.as_str(), below]
                    .iter()
                    .filter(|part| !part.is_empty())
                    .copied()
                    .collect::<Vec<_>>()
                    .join("/");
                self.by_name.get(&path).cloned()
            }
            Language::Java | Language::Kotlin => {
                self.by_name.get(module).or_else(|| self.by_name.get(module.rsplit_once('.')?.0)).cloned()
            }
            _ => {
                let own = self.by_name.get(module).cloned();
                own.or_else(|| {
                    let package = self.packages.iter().find(|(name, _)| module == name || is_below(module, name))?;
                    Some(format!("{}/package.json", package.1))
                })
            }
        }
    }

    fn rust(&self, from: &FileRow, module: &str) -> Option<String> {
        let mut segments = module.split("::");
        let first = segments.next()?;
        if matches!(first, "crate" | "self" | "super") {
            let (root, _) = from.path.split_once("src/").map_or(("", ""), |(root, rest)| (root, rest));
            let mut parts: Vec<&str> = segments.collect();
            let base = if first == "crate" {
                format!("{root}src")
            } else {
                from.path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned())
            };
            while !parts.is_empty() {
                if let Some(path) = self.by_name.get(&format!("{base}/{}", parts.join("/"))) {
                    return Some(path.clone());
                }
                parts.pop();
            }
            return None;
        }
        let (_, folder) = self.packages.iter().find(|(name, _)| name.replace('-', "_") == first)?;
        Some(if folder.is_empty() { "Cargo.toml".to_owned() } else { format!("{folder}/Cargo.toml") })
    }
}

pub fn path_of(files: &[FileRow], id: FileId) -> &str {
    files.binary_search_by_key(&id, |file| file.id).map_or("", |at| &files[at].path)
}

/// Names of a part that are given.
const DEFINED: usize = 4;

/// What a part says of itself, and what it defines.
pub fn said_of(path: &str, head: FileId, files: &[FileRow], modules: &[Entry]) -> String {
    let module = |id: FileId| modules.binary_search_by_key(&id, |entry| entry.file).ok().map(|at| &modules[at]);
    let mut inside: Vec<&FileRow> =
        files.iter().filter(|file| file.path == path || is_below(&file.path, path)).collect();
    inside.sort_by_key(|file| std::cmp::Reverse(file.lines));
    let is_file = inside.len() == 1;
    // A file in a folder speaks for the folder only if it is its head.
    let speaks = is_file || head_rank(path_of(files, head)) == 0;
    let said = module(head).filter(|_| speaks).map_or("", |entry| entry.detail.as_str());
    let each = if is_file { DEFINED } else { 1 };
    let mut names: Vec<&str> = Vec::new();
    for entry in inside.iter().filter_map(|file| module(file.id)) {
        for name in entry.about.iter().take(each) {
            if names.len() < DEFINED && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    let defines = if names.is_empty() { String::new() } else { format!("defines {}", names.join(", ")) };
    [said.to_owned(), defines].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ")
}
