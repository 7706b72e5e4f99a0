//! The tree of modules: from the root of each crate by the `mod` items of its files, as the compiler finds them. Files that
//! no `mod` item leads to (one in a macro that is not understood) have the module that their path means.

use super::Layout;
use super::packages::Packages;
use crate::language_rules::Family;
use crate::modules::{self, NamespaceId, Namespaces, PLACEHOLDER, above, below, join};
use crate::program::{Name, Program};
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind, Import};
use rustc_hash::FxHashMap;

/// Makes a namespace for each file.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout {
    let is_rust = |at: &usize| program.files[*at].rules.family == Family::Rust;
    let files: Vec<usize> = (0..program.files.len()).filter(is_rust).collect();
    let mut tree = Tree { layout: Layout::default(), roots: FxHashMap::default(), places: FxHashMap::default() };
    tree.layout.directories = vec![None; program.files.len()];
    for &at in &files {
        tree.layout.by_path.insert(program.files[at].source.path.as_str().to_owned(), at);
    }
    if files.is_empty() {
        return tree.layout;
    }
    let mut packages = Packages::new(&program.manifests);
    tree.declared_crates(program, spaces, &files, &mut packages);
    tree.inferred_crates(program, spaces, &files);
    tree.by_path(program, spaces, &files);
    tree.layout.crates_of_package = packages.all.iter().map(|package| packages.crates(package)).collect();
    tree.layout.package_of_file = program.files.iter().map(|file| packages.around(file.source.path.as_str())).collect();
    tree.layout
}

struct Tree {
    layout: Layout,
    /// Folders of modules: their crate's root, the library's where several crates share one.
    roots: FxHashMap<String, NamespaceId>,
    /// Modules by their crate and their path below its folder.
    places: FxHashMap<(NamespaceId, String), NamespaceId>,
}

impl Tree {
    /// The crates of packages with a manifest.
    fn declared_crates<'a>(
        &mut self,
        program: &mut Program<'a>,
        spaces: &mut Namespaces,
        files: &[usize],
        packages: &mut Packages<'a>,
    ) {
        for at in 0..packages.all.len() {
            let package = &packages.all[at];
            let (library, main) = (package.library_root(), package.main_root());
            let (library_name, name) = (package.library_name(), package.name());
            if let Some(&file) = self.layout.by_path.get(&library)
                && let Some(id) = self.root(program, spaces, file, library_name.clone())
            {
                packages.all[at].library = Some(id);
                self.library(packages.all[at].folder, library_name, id);
            }
            if let Some(&file) = self.layout.by_path.get(&main) {
                self.root(program, spaces, file, name);
            }
        }
        for &file in files {
            let path = program.files[file].source.path.as_str();
            let is_root = packages.around(path).is_some_and(|package| packages.all[package].is_other_root(path));
            if is_root {
                self.other_root(program, spaces, file);
            }
        }
    }

    /// Crates by what their roots are called.
    fn inferred_crates<'a>(&mut self, program: &mut Program<'a>, spaces: &mut Namespaces, files: &[usize]) {
        for &file in files {
            let path = program.files[file].source.path;
            if !matches!(path.file_name(), "lib.rs" | "main.rs") || spaces.of_file[file] != PLACEHOLDER {
                continue;
            }
            let package = path.parent().strip_suffix("src").unwrap_or(path.parent()).trim_end_matches('/');
            let own = package.rsplit('/').next().unwrap_or("");
            let name = if own.is_empty() { "crate".to_owned() } else { own.replace('-', "_") };
            let Some(id) = self.root(program, spaces, file, name.clone()) else { continue };
            if path.file_name() == "lib.rs" {
                self.library(package, name, id);
            }
        }
        // What lies deeper may be a module of what lies above.
        let depth = |file: &usize| program.files[*file].source.path.as_str().matches('/').count();
        let mut by_depth = files.to_vec();
        by_depth.compact_sort_by(|a, b| depth(a).cmp(&depth(b)).then(a.cmp(b)));
        for file in by_depth {
            let place = module_place(program.files[file].source.path.as_str());
            if spaces.of_file[file] == PLACEHOLDER && self.root_above(place).is_none() {
                self.other_root(program, spaces, file);
            }
        }
    }

    /// Files that no module declares.
    fn by_path<'a>(&mut self, program: &mut Program<'a>, spaces: &mut Namespaces, files: &[usize]) {
        let left: Vec<usize> = files.iter().copied().filter(|file| spaces.of_file[*file] == PLACEHOLDER).collect();
        // Those above come first: they may declare those below.
        let depth = |file: &usize| module_place(program.files[*file].source.path.as_str()).matches('/').count();
        let mut ordered = left;
        ordered.compact_sort_by(|a, b| depth(a).cmp(&depth(b)).then(a.cmp(b)));
        for file in ordered {
            let path: &'a str = program.files[file].source.path.as_str();
            if spaces.of_file[file] != PLACEHOLDER {
                continue;
            }
            let Some((root, inner)) = self.root_above(module_place(path)) else { continue };
            let name = join(&spaces.get(root).name.clone(), &inner.replace('/', "."));
            let (outer, own) = inner.rsplit_once('/').unwrap_or(("", inner));
            let above = self.places.get(&(root, outer.to_owned())).copied();
            let id = spaces.add_file(program, file, name);
            let key = program.names.intern(own);
            match above {
                Some(parent) => add_child(spaces, parent, key, id),
                None => {
                    if !outer.is_empty() {
                        self.layout.below_path.push((id, root, outer.to_owned()));
                    }
                    add_child(spaces, root, key, id);
                }
            }
            spaces.all[id.0 as usize].root = Some(root);
            self.enter(program, spaces, file, id, false);
        }
    }

    fn library(&mut self, folder: &str, name: String, id: NamespaceId) {
        self.layout.crates.entry(name).or_insert(id);
        self.layout.libraries.insert(folder.to_owned(), id);
    }

    /// The crate with this root, and all its modules; `None` where the file is a module of another crate.
    fn root<'a>(
        &mut self,
        program: &mut Program<'a>,
        spaces: &mut Namespaces,
        file: usize,
        name: String,
    ) -> Option<NamespaceId> {
        if spaces.of_file[file] != PLACEHOLDER {
            return None;
        }
        let id = spaces.add_file(program, file, name);
        let folder = program.files[file].source.path.parent().to_owned();
        self.roots.entry(folder).or_insert(id);
        self.enter(program, spaces, file, id, true);
        Some(id)
    }

    /// A crate of a file and the modules that it declares, whose folder is not its own: a test, an example, a program.
    fn other_root<'a>(&mut self, program: &mut Program<'a>, spaces: &mut Namespaces, file: usize) {
        if spaces.of_file[file] == PLACEHOLDER {
            let name = modules::dotted(program.files[file].source.path.as_str());
            let id = spaces.add_file(program, file, name);
            self.enter(program, spaces, file, id, true);
        }
    }

    /// Goes from a file with a new namespace to the files that it declares, and on from those.
    fn enter<'a>(
        &mut self,
        program: &mut Program<'a>,
        spaces: &mut Namespaces,
        file: usize,
        id: NamespaceId,
        is_root: bool,
    ) {
        let mut open = vec![(file, id, is_root)];
        while let Some((file, id, owns_folder)) = open.pop() {
            spaces.of_file[file] = id;
            let path: &'a str = program.files[file].source.path.as_str();
            let owns_folder = owns_folder || path.ends_with("/mod.rs") || path == "mod.rs";
            let folder = above(path).unwrap_or("");
            let directory = if owns_folder { folder } else { modules::without_extension(path) };
            self.layout.directories[file] = Some(directory.to_owned());
            if let Some((root, inner)) = self.root_above(module_place(path)) {
                self.places.entry((root, inner.to_owned())).or_insert(id);
            }
            let facts = program.files[file].facts();
            for import in &facts.imports {
                let Some(child) = self.layout.declared(program, file, import).filter(|child| *child != file) else {
                    continue;
                };
                let Some(name) = declared_name(import) else { continue };
                let key = program.names.intern(name);
                let owner = facts.scope(import.scope).owner;
                let is_new = spaces.of_file[child] == PLACEHOLDER;
                let child_id = if is_new {
                    let inside = join(&spaces.get(id).name, &facts.definition(owner).path);
                    let child_id = spaces.add_file(program, child, join(&inside, name));
                    spaces.all[child_id.0 as usize].root = Some(spaces.get(id).root.unwrap_or(id));
                    spaces.of_file[child] = child_id;
                    open.push((child, child_id, import.module.starts_with(BY_PATH)));
                    child_id
                } else {
                    spaces.of_file[child]
                };
                if owner == DefId::MODULE {
                    add_child(spaces, id, key, child_id);
                } else {
                    self.layout.below_inline.push((child_id, file, owner, key));
                }
            }
        }
    }

    /// The crate root above a module path, and the path below it. Files of `tests`, `examples`, `benches` and `src/bin`
    /// are crates of their own.
    fn root_above<'p>(&self, place: &'p str) -> Option<(NamespaceId, &'p str)> {
        let mut folder = place;
        loop {
            folder = modules::above(folder)?;
            let name = folder.rsplit('/').next();
            if let Some(&root) = self.roots.get(folder) {
                let inner = place[folder.len()..].trim_start_matches('/');
                let alone: &[&str] =
                    if name == Some("src") { &["bin/"] } else { &["bin/", "tests/", "examples/", "benches/"] };
                let own_crate = inner == "build" || alone.iter().any(|prefix| inner.starts_with(prefix));
                return (!own_crate).then_some((root, inner));
            }
            // Beside `src`; below it they are modules.
            let beside =
                modules::above(folder).is_some_and(|package| self.roots.contains_key(&modules::below(package, "src")));
            if name == Some("src") || (beside && ["tests", "examples", "benches"].iter().any(|own| name == Some(own))) {
                return None;
            }
        }
    }
}

/// How the facts write the path of a module's file (`#[path]`).
pub const BY_PATH: &str = "./";

impl Layout {
    /// The file (by index) of the module that an import of a file declares: `mod name;`, which the facts have as an import of
    /// `name` from `self`.
    pub fn declared(&self, program: &Program<'_>, file: usize, import: &Import) -> Option<usize> {
        let facts = program.files[file].facts();
        let owner = facts.definition(facts.scope(import.scope).owner);
        if owner.kind != DefinitionKind::Module {
            return None;
        }
        let directory = self.directories[file].as_deref()?;
        let inline = owner.path.replace('.', "/");
        let found = |path: &str| self.by_path.get(path).copied();
        if let Some(written) = import.module.strip_prefix(BY_PATH) {
            // Outside of inline modules it is relative to the file's own folder.
            let folder = if inline.is_empty() { program.files[file].source.path.parent() } else { directory };
            return found(&resolved(&joined(folder, &inline), written)?);
        }
        let name = import.item.as_deref().filter(|_| import.module == "self" && import.alias.is_none())?;
        let place = below(&joined(directory, &inline), name);
        found(&format!("{place}.rs")).or_else(|| found(&format!("{place}/mod.rs")))
    }
}

fn declared_name(import: &Import) -> Option<&str> {
    import.alias.as_deref().or(import.item.as_deref()).map(|name| name.trim_start_matches("r#"))
}

fn joined(folder: &str, inner: &str) -> String {
    if inner.is_empty() { folder.to_owned() } else { below(folder, inner) }
}

fn resolved(folder: &str, written: &str) -> Option<String> {
    let mut at = Some(folder);
    let mut rest = written;
    loop {
        if let Some(inner) = rest.strip_prefix("../") {
            (at, rest) = (above(at?), inner);
        } else if let Some(inner) = rest.strip_prefix("./") {
            rest = inner;
        } else {
            return Some(below(at?, rest));
        }
    }
}

/// Puts a namespace below another; it keeps the parent that it has.
pub fn add_child(spaces: &mut Namespaces, parent: NamespaceId, name: Name, child: NamespaceId) {
    spaces.all[parent.0 as usize].children.entry(name).or_insert(child);
    spaces.all[child.0 as usize].parent.get_or_insert(parent);
}

/// The path that means a module: its folder's for a `mod.rs`.
fn module_place(path: &str) -> &str {
    match path.strip_suffix("/mod.rs") {
        Some(folder) => folder,
        None => modules::without_extension(path),
    }
}
