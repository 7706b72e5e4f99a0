//! Go: one package a folder; modules by `go.mod`, without one the module's path is inferred from which imports end in
//! folders of the repository.

use crate::language_rules::{Family, LanguageRules, OuterNames};
use crate::modules::{ImportTarget, NamespaceId, Namespaces, below, folders_around};
use crate::program::Program;
use compact_sort::CompactSort;
use facts::{Import, Project};
use rustc_hash::FxHashMap;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Go,
    globals: GO,
    calling_globals: Some(&[]),
    passing_globals: &["append"],
    outer_names: OuterNames::Package,
    package_scope: true,
    fields_are_names: false,
    locals_begin_after: true,
    types_convert: true,
    structural_interfaces: true,
    container_types: &["chan", "map"],
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    /// Folder to package; the one without `_test` where there are two.
    by_folder: FxHashMap<String, NamespaceId>,
    /// Prefixes of folder paths in imports (module paths), most used first.
    prefixes: Vec<String>,
    /// Modules with a `go.mod`: folder, path; innermost folders first.
    modules: Vec<(String, String)>,
    /// The module (by its index) of each folder with a `go.mod`.
    module_of_folder: FxHashMap<String, usize>,
    /// Modules in whose place a folder is used: the folder of the `go.mod` or `go.work`, module path, folder.
    replaced: Vec<(String, String, String)>,
}

/// Makes a namespace for each package.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    let mut packages: FxHashMap<(String, String), NamespaceId> = FxHashMap::default();
    for at in 0..program.files.len() {
        if program.files[at].rules.family != Family::Go {
            continue;
        }
        let folder = program.files[at].source.path.parent().to_owned();
        let package = program.files[at].facts().package.clone().unwrap_or_default(); // Absent only in damaged files.
        let id = *packages.entry((folder.clone(), package.clone())).or_insert_with(|| {
            let name = if folder.is_empty() { package.clone() } else { folder.replace('/', ".") };
            spaces.add(name, None)
        });
        spaces.of_file[at] = id;
        if !package.ends_with("_test") {
            layout.by_folder.entry(folder).or_insert(id);
        }
    }
    layout.prefixes = prefixes(program, &layout);
    for manifest in &program.manifests {
        let folder = || manifest.path.parent().to_owned();
        let replaced = match &manifest.project {
            Project::GoModule(module) => {
                layout.modules.push((folder(), module.module.clone()));
                &module.replaced
            }
            Project::GoWorkspace(workspace) => &workspace.replaced,
            _ => continue,
        };
        layout.replaced.extend(replaced.iter().map(|(path, by)| (folder(), path.clone(), by.clone())));
    }
    layout.modules.compact_sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.cmp(b)));
    for (at, (folder, _)) in layout.modules.iter().enumerate() {
        layout.module_of_folder.entry(folder.clone()).or_insert(at);
    }
    layout
}

impl Layout {
    /// The package that an import names in a file of a module with a `go.mod`.
    fn declared(&self, own: &(String, String), from: &str, import: &str) -> Option<NamespaceId> {
        let in_folder = |folder: &str, inner: &str| {
            let place = if inner.is_empty() { folder.to_owned() } else { below(folder, inner) };
            self.by_folder.get(&place).copied()
        };
        let replaced = self.replaced.iter().filter(|(folder, ..)| is_inside(from, folder));
        let mut found = replaced.filter_map(|(_, path, by)| in_folder(by, inner(import, path)?));
        if let Some(found) = found.next() {
            return Some(found);
        }
        // The longest path that fits is the import's module; among modules of one path the own comes first.
        let fitting = self.modules.iter().filter_map(|module| Some((module, inner(import, &module.1)?)));
        let best =
            fitting.max_by_key(|(module, _)| (module.1.len(), *module == own, std::cmp::Reverse(module.0.len())));
        match best {
            Some(((folder, _), inner)) => in_folder(folder, inner),
            None => in_folder(&below(&own.0, "vendor"), import),
        }
    }
}

/// What is left of an import behind the path of a module.
fn inner<'i>(import: &'i str, module: &str) -> Option<&'i str> {
    let rest = import.strip_prefix(module)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

fn is_inside(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Votes for module paths: what is left of an import once a folder of the repository is cut off its end.
fn prefixes(program: &Program<'_>, layout: &Layout) -> Vec<String> {
    let mut votes: FxHashMap<&str, u32> = FxHashMap::default();
    for file in program.files.iter().filter(|file| file.rules.family == Family::Go) {
        for import in &file.facts().imports {
            let module = import.module.as_str();
            for (slash, _) in module.match_indices('/') {
                if layout.by_folder.contains_key(&module[slash + 1..]) && !is_standard(module) {
                    *votes.entry(&module[..slash]).or_default() += 1;
                    break;
                }
            }
        }
    }
    let mut ordered: Vec<(&str, u32)> = votes.into_iter().collect();
    ordered.compact_sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let Some(&(_, most)) = ordered.first() else { return Vec::new() };
    ordered.into_iter().filter(|(_, count)| *count * 5 >= most).map(|(prefix, _)| prefix.to_owned()).collect()
}

/// Standard packages have no dot in their first segment and come from a short list.
fn is_standard(module: &str) -> bool {
    const TOP: [&str; 46] = [
        "archive",
        "bufio",
        "builtin",
        "bytes",
        "cmp",
        "compress",
        "container",
        "context",
        "crypto",
        "database",
        "debug",
        "embed",
        "encoding",
        "errors",
        "expvar",
        "flag",
        "fmt",
        "go",
        "hash",
        "html",
        "image",
        "index",
        "internal",
        "io",
        "iter",
        "log",
        "maps",
        "math",
        "mime",
        "net",
        "os",
        "path",
        "plugin",
        "reflect",
        "regexp",
        "runtime",
        "slices",
        "sort",
        "strconv",
        "strings",
        "sync",
        "syscall",
        "testing",
        "text",
        "time",
        "unicode",
    ];
    TOP.contains(&module.split('/').next().unwrap_or(""))
}

/// Finds what an import names.
#[inline(never)]
pub fn resolve<'a>(layout: &Layout, program: &Program<'a>, file: usize, import: &'a Import) -> ImportTarget<'a> {
    let module = import.module.as_str();
    let from = program.files[file].source.path.as_str();
    let mut folders = folders_around(from);
    if let Some(own) = folders.find_map(|folder| layout.module_of_folder.get(folder)) {
        return match layout.declared(&layout.modules[*own], from, module) {
            Some(namespace) => ImportTarget::Inside { namespace, path: Vec::new() },
            None => ImportTarget::Outside { module: module.to_owned() },
        };
    }
    for prefix in &layout.prefixes {
        let Some(rest) = module.strip_prefix(prefix.as_str()) else { continue };
        if !(rest.is_empty() || rest.starts_with('/')) {
            continue;
        }
        if let Some(&namespace) = layout.by_folder.get(rest.trim_start_matches('/')) {
            return ImportTarget::Inside { namespace, path: Vec::new() };
        }
    }
    if !is_standard(module)
        && let Some(&namespace) = layout.by_folder.get(module)
    {
        return ImportTarget::Inside { namespace, path: Vec::new() };
    }
    ImportTarget::Outside { module: module.to_owned() }
}

#[rustfmt::skip]
const GO: &[&str] = &[
    "any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128", "complex64",
    "copy", "delete", "error", "false", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8",
    "iota", "len", "make", "map", "max", "min", "new", "nil", "panic", "print", "println", "real", "recover", "rune",
    "string", "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
];
