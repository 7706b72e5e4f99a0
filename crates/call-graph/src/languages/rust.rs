//! Rust: crates by their root files, modules by their paths below, `crate`/`self`/`super` as members.

use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames, WrapperMethods};
use crate::modules::{self, ImportTarget, NamespaceId, Namespaces, join};
use crate::program::Program;
use facts::Import;
use rustc_hash::FxHashMap;
use source::RepoPath;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Rust,
    globals: RUST,
    outer_names: OuterNames::PathSegment,
    fields_are_names: false,
    locals_begin_after: true,
    fields_apart: true,
    modules_apart: true,
    callable_variants: true,
    subscript_method: Some("next"),
    iteration: Iteration::Next("next"),
    transparent_types: &[
        "Box", "Arc", "Rc", "Option", "Result", "Pin", "Cow", "RefCell", "Cell", "Mutex", "RwLock", "Weak", "MutexGuard",
        "Ref", "RefMut", "OnceCell", "OnceLock", "LazyLock",
    ],
    container_types: &[
        "Vec", "VecDeque", "HashMap", "BTreeMap", "HashSet", "BTreeSet", "IndexMap", "FxHashMap", "FxHashSet", "SmallVec",
        "LinkedList", "BinaryHeap", "slice",
    ],
    wrapper_methods: WrapperMethods {
        give: &[
            "unwrap", "expect", "unwrap_or", "unwrap_or_default", "as_ref", "as_mut", "as_deref", "as_deref_mut", "clone",
            "cloned", "copied", "lock", "read", "write", "borrow", "borrow_mut", "ok", "ok_or", "take", "to_owned", "deref",
            "deref_mut", "into_inner", "context", "get_mut", "load", "upgrade", "downgrade",
        ],
        feed_and_give: &[
            "unwrap_or_else", "ok_or_else", "map_err", "with_context", "or_else", "filter", "inspect", "is_some_and",
        ],
        feed: &["map", "and_then", "map_or", "map_or_else", "for_each"],
    },
    values_narrow: false,
    given_members: &[
        "borrow", "borrow_mut", "clamp", "clone", "clone_from", "cmp", "default", "eq", "fmt", "from", "ge", "gt", "hash",
        "into", "le", "lt", "max", "min", "ne", "partial_cmp", "to_owned", "to_string", "try_from", "try_into", "type_id",
    ],
    given_constructors: &["default"],
    deref_method: Some("deref"),
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    /// Library crates by name, `-` as `_`.
    crates: FxHashMap<String, NamespaceId>,
    /// Files whose module may be declared by a module written inside another file: file, crate, path of the outer module.
    below_inline: Vec<(NamespaceId, NamespaceId, String)>,
    /// Each package folder's library.
    libraries: FxHashMap<String, NamespaceId>,
}

/// Makes a namespace for each file, below its crate's root.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    let files: Vec<usize> =
        (0..program.files.len()).filter(|&at| program.files[at].rules.family == Family::Rust).collect();
    // Crate roots: folder of the modules -> root.
    let mut roots: FxHashMap<String, NamespaceId> = FxHashMap::default();
    let mut extra_roots = Vec::new();
    for &at in &files {
        let path = program.files[at].source.path;
        let folder = path.parent();
        if !matches!(path.file_name(), "lib.rs" | "main.rs") {
            continue;
        }
        let package = folder.strip_suffix("src").unwrap_or(folder).trim_end_matches('/');
        let own = package.rsplit('/').next().unwrap_or("");
        let name = if own.is_empty() { "crate".to_owned() } else { own.replace('-', "_") };
        let id = spaces.add_file(program, at, name.clone());
        spaces.of_file[at] = id;
        if path.file_name() == "lib.rs" {
            layout.crates.entry(name).or_insert(id);
            layout.libraries.insert(package.to_owned(), id);
        } else if roots.contains_key(folder) {
            extra_roots.push((folder.to_owned(), id));
            continue;
        }
        roots.insert(folder.to_owned(), id);
    }
    let mut modules: FxHashMap<(NamespaceId, String), NamespaceId> = FxHashMap::default();
    for &at in &files {
        let path = program.files[at].source.path;
        if matches!(path.file_name(), "lib.rs" | "main.rs") {
            continue;
        }
        let Some((root, inner)) = root_above(&roots, module_place(path)) else {
            let name = modules::dotted(path.as_str());
            let id = spaces.add_file(program, at, name);
            spaces.of_file[at] = id;
            continue;
        };
        let name = join(&spaces.get(root).name.clone(), &inner.replace('/', "."));
        let id = spaces.add_file(program, at, name);
        spaces.of_file[at] = id;
        modules.insert((root, inner.to_owned()), id);
    }
    for &at in &files {
        let path = program.files[at].source.path;
        let Some((root, inner)) = root_above(&roots, module_place(path)) else { continue };
        let Some(&id) = modules.get(&(root, inner.to_owned())) else { continue };
        let (outer, own) = inner.rsplit_once('/').unwrap_or(("", inner));
        let parent = match modules.get(&(root, outer.to_owned())) {
            Some(parent) => *parent,
            None if outer.is_empty() => root,
            None => {
                layout.below_inline.push((id, root, outer.to_owned()));
                root
            }
        };
        let key = program.names.intern(own);
        spaces.set_child(parent, key, id);
        spaces.all[id.0 as usize].root = Some(root);
    }
    for (folder, id) in extra_roots {
        let children = spaces.get(roots[&folder]).children.clone();
        spaces.all[id.0 as usize].children = children;
    }
    layout
}

/// Puts files below the modules written inside files that declare them (`mod outer { mod inner; }`), once those are known.
pub fn adopt(program: &Program<'_>, spaces: &mut Namespaces, layout: &Layout) {
    for (id, root, outer) in &layout.below_inline {
        let child = |at: NamespaceId, name| {
            let key = program.names.get(name)?;
            spaces.get(at).children.get(&key).copied()
        };
        let Some(parent) = outer.split('/').try_fold(*root, child) else { continue };
        let own = spaces.get(*root).children.iter().find(|(_, child)| *child == id).map(|(name, _)| *name);
        if let Some(own) = own {
            spaces.all[root.0 as usize].children.remove(&own);
            spaces.set_child(parent, own, *id);
        }
    }
}

/// The path that means a module: its folder's for a `mod.rs`.
fn module_place(path: &RepoPath) -> &str {
    if path.file_name() == "mod.rs" { path.parent() } else { modules::without_extension(path.as_str()) }
}

/// The crate root above a module path, and the path below it. Files of `tests`, `examples`, `benches` and `src/bin`
/// are crates of one file each.
fn root_above<'p>(roots: &FxHashMap<String, NamespaceId>, place: &'p str) -> Option<(NamespaceId, &'p str)> {
    let mut folder = place;
    loop {
        folder = modules::above(folder)?;
        let name = folder.rsplit('/').next();
        if let Some(&root) = roots.get(folder) {
            let inner = place[folder.len()..].trim_start_matches('/');
            let alone: &[&str] =
                if name == Some("src") { &["bin/"] } else { &["bin/", "tests/", "examples/", "benches/"] };
            let own_crate = inner == "build" || alone.iter().any(|prefix| inner.starts_with(prefix));
            return (!own_crate).then_some((root, inner));
        }
        // Beside `src`; below it they are modules.
        let beside = modules::above(folder).is_some_and(|package| roots.contains_key(&modules::below(package, "src")));
        if name == Some("src") || (beside && ["tests", "examples", "benches"].iter().any(|own| name == Some(own))) {
            return None;
        }
    }
}

impl Layout {
    /// What the first segment of a path means when no scope binds it.
    pub fn segment(
        &self,
        program: &Program<'_>,
        spaces: &Namespaces,
        file: usize,
        around: NamespaceId,
        name: &str,
    ) -> Option<NamespaceId> {
        match name {
            "crate" => Some(spaces.get(around).root.unwrap_or_else(|| top(spaces, around))),
            "self" => Some(around),
            "super" => spaces.get(around).parent,
            _ => {
                let key = program.names.get(name);
                key.and_then(|key| spaces.get(around).children.get(&key).copied())
                    .or_else(|| self.crates.get(name).copied())
                    .or_else(|| self.own_library(program, file, name))
            }
        }
    }

    /// A repository whose root is the package: its folder's name is not known, so that an unknown crate named in
    /// `main.rs`, a test or an example may be its own library.
    fn own_library(&self, program: &Program<'_>, file: usize, name: &str) -> Option<NamespaceId> {
        const KNOWN: [&str; 6] = ["std", "core", "alloc", "proc_macro", "test", "serde"];
        let library = *self.libraries.get("")?;
        let path = program.files[file].source.path.as_str();
        let outside = ["tests/", "examples/", "benches/", "src/bin/", "src/main.rs"];
        let applies = outside.iter().any(|start| path.starts_with(start)) && !KNOWN.contains(&name);
        applies.then_some(library)
    }
}

fn top(spaces: &Namespaces, mut id: NamespaceId) -> NamespaceId {
    while let Some(parent) = spaces.get(id).parent {
        id = parent;
    }
    id
}

/// Finds what a `use` names.
pub fn resolve<'a>(
    layout: &Layout,
    program: &Program<'a>,
    spaces: &Namespaces,
    file: usize,
    import: &'a Import,
) -> ImportTarget<'a> {
    let around = spaces.around(program, file, import.scope);
    let item = import.item.as_deref().filter(|item| *item != "*" && *item != "self");
    let mut segments = import.module.split("::").filter(|part| !part.is_empty()).chain(item);
    let Some(first) = segments.next() else {
        return ImportTarget::Outside { module: import.module.clone() };
    };
    let rest: Vec<&str> = segments.collect();
    if let Some(namespace) = layout.segment(program, spaces, file, around, first) {
        // An unknown crate taken for the package's own library must at least have the next segment.
        let guessed = !layout.crates.contains_key(first)
            && !matches!(first, "crate" | "self" | "super")
            && program.names.get(first).is_none_or(|key| !spaces.get(around).children.contains_key(&key));
        let plausible = |name: &&str| program.names.get(name).is_some();
        if !guessed || rest.first().is_some_and(plausible) {
            return ImportTarget::Inside { namespace, path: rest };
        }
    }
    let facts = program.files[file].facts();
    let bound = facts.bindings.iter().any(|binding| {
        matches!(&binding.target, facts::Target::Name(name) if name == first)
            && matches!(binding.kind, facts::BindingKind::Definition(_))
    });
    if bound {
        let mut path = vec![first];
        path.extend(rest);
        return ImportTarget::Local { path };
    }
    ImportTarget::Outside { module: first.to_owned() }
}

#[rustfmt::skip]
const RUST: &[&str] = &[
    "Box", "Default", "Err", "None", "Ok", "Option", "Result", "Some", "String", "Vec", "alloc", "assert",
    "assert_eq", "assert_ne", "bool", "cfg", "char", "column", "compile_error", "concat", "core", "dbg",
    "debug_assert", "debug_assert_eq", "debug_assert_ne", "drop", "env", "eprint", "eprintln", "f32", "f64", "file",
    "format", "format_args", "i128", "i16", "i32", "i64", "i8", "include", "include_bytes", "include_str", "isize",
    "line", "matches", "module_path", "option_env", "panic", "print", "println", "std", "str", "stringify", "todo",
    "u128", "u16", "u32", "u64", "u8", "unimplemented", "unreachable", "usize", "vec", "write", "writeln",
];
