//! Rust: crates by their manifests or root files, modules as declared, `crate`/`self`/`super` as members.

mod packages;
mod tree;

pub use tree::lay_out;

use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames, WrapperMethods};
use crate::modules::{ImportTarget, NamespaceId, Namespaces};
use crate::program::{Name, Program};
use facts::{DefId, Import};
use rustc_hash::FxHashMap;

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
    subscript_method: Some("index"),
    iteration: Iteration::Next("next"),
    transparent_types: &[
        "Box", "Arc", "Rc", "Option", "Result", "Pin", "Cow", "RefCell", "Cell", "Mutex", "RwLock", "Weak", "MutexGuard",
        "Ref", "RefMut", "OnceCell", "OnceLock", "LazyLock",
    ],
    wrapping_functions: &["new", "pin", "from"],
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

/// Where modules are.
#[derive(Default)]
pub struct Layout {
    /// Library crates by name, `-` as `_`.
    crates: FxHashMap<String, NamespaceId>,
    /// Files (by index) by their paths.
    by_path: FxHashMap<String, usize>,
    /// By file: the folder of the modules that it declares.
    directories: Vec<Option<String>>,
    /// Modules declared by one that is written inside a file: the module, the file (by index), the outer one, its own name.
    below_inline: Vec<(NamespaceId, usize, DefId, Name)>,
    /// Undeclared files whose module may be below one that is written inside another file: file, crate, path of that one.
    below_path: Vec<(NamespaceId, NamespaceId, String)>,
    /// Each package folder's library.
    libraries: FxHashMap<String, NamespaceId>,
    /// The package (by index) that each file is in, where it has a manifest.
    package_of_file: Vec<Option<usize>>,
    /// The crates that each package with a manifest can name.
    crates_of_package: Vec<FxHashMap<String, NamespaceId>>,
}

/// Puts files below the modules written inside files that declare them (`mod outer { mod inner; }`), once those are known.
pub fn adopt(program: &Program<'_>, spaces: &mut Namespaces, layout: &Layout) {
    for (id, file, outer, name) in &layout.below_inline {
        if let Some(&parent) = spaces.of_def.get(&program.files[*file].def(*outer)) {
            tree::add_child(spaces, parent, *name, *id);
        }
    }
    for (id, root, outer) in &layout.below_path {
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
                    .or_else(|| self.named(program, file, name))
            }
        }
    }

    /// The library of a name, as code of a file can name it: by the manifest of its package, else by folders.
    fn named(&self, program: &Program<'_>, file: usize, name: &str) -> Option<NamespaceId> {
        match self.package_of_file.get(file).copied().flatten() {
            Some(package) => self.crates_of_package[package].get(name).copied(),
            None => self.crates.get(name).copied().or_else(|| self.own_library(program, file, name)),
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
#[inline(never)]
pub fn resolve<'a>(
    layout: &Layout,
    program: &Program<'a>,
    spaces: &Namespaces,
    file: usize,
    import: &'a Import,
) -> ImportTarget<'a> {
    if import.module.starts_with(tree::BY_PATH) {
        return match layout.declared(program, file, import) {
            Some(module) => ImportTarget::Inside { namespace: spaces.of_file[module], path: Vec::new() },
            None => ImportTarget::Outside { module: import.module.clone() },
        };
    }
    let around = spaces.around(program, file, import.scope);
    let item = import.item.as_deref().filter(|item| *item != "*" && *item != "self");
    let mut segments = import.module.split("::").filter(|part| !part.is_empty()).chain(item);
    let Some(first) = segments.next() else {
        return ImportTarget::Outside { module: import.module.clone() };
    };
    let rest: Vec<&str> = segments.collect();
    if let Some(namespace) = layout.segment(program, spaces, file, around, first) {
        // An unknown crate taken for the package's own library must at least have the next segment.
        let is_declared = layout.package_of_file.get(file).is_some_and(Option::is_some);
        let guessed = !is_declared
            && !layout.crates.contains_key(first)
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
