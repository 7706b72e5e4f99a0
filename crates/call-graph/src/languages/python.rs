//! Python: packages by `__init__`, source roots by manifests, and guessed from where they end.

use crate::language_rules::{Family, FixtureNames, ImplicitMethods, Iteration, LanguageRules};
use crate::modules::{self, ImportTarget, NamespaceId, Namespaces, above, below};
use crate::program::Program;
use compact_sort::CompactSort;
use facts::{Import, Project};
use rustc_hash::{FxHashMap, FxHashSet};
use source::RepoPath;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Python,
    globals: PYTHON,
    calling_globals: Some(&["map", "filter", "sorted", "min", "max", "iter", "property"]),
    passing_globals: &["iter", "list", "tuple", "set", "sorted", "reversed", "frozenset", "enumerate"],
    call_method: Some("__call__"),
    dynamic_members: &["__getattr__", "__getattribute__"],
    allocator: Some("__new__"),
    subscript_method: Some("__getitem__"),
    iteration: Iteration::Iterator("__iter__", "__next__"),
    transparent_types: &[
        "Optional", "Awaitable", "Coroutine", "Final", "ClassVar", "Annotated", "Required", "NotRequired", "Union",
        "ReadOnly",
    ],
    class_types: &["Type", "type"],
    container_types: &[
        "list", "List", "dict", "Dict", "set", "Set", "frozenset", "FrozenSet", "tuple", "Tuple", "deque", "Deque",
        "defaultdict", "DefaultDict", "OrderedDict", "Mapping", "MutableMapping", "Sequence", "MutableSequence",
        "Iterable", "Iterator", "Collection", "AsyncIterator", "AsyncIterable", "AsyncGenerator", "Generator", "array",
    ],
    implicit: IMPLICIT,
    class_member: Some("__class__"),
    handing_externals: &[("functools", "partial"), ("functools", "partialmethod")],
    running_globals: &["filter", "map", "max", "min", "sorted"],
    running_externals: &[
        ("threading", "Thread", "target"), ("threading", "Timer", "function"), ("multiprocessing", "Process", "target"),
    ],
    variant_registrar: Some("register"),
    signature_decorator: Some("overload"),
    fixtures: Some(FixtureNames { decorator: "fixture", shared_file: "conftest.py", marks: &["_", "fixture_", "_fixture"] }),
    subclass_method: Some("__init_subclass__"),
    container_makers: &["dict", "list", "set", "frozenset"],
    ..LanguageRules::OTHER
};

/// What syntax and built-in functions run (the language's reference, "Special method names").
#[rustfmt::skip]
const IMPLICIT: ImplicitMethods = ImplicitMethods {
    of_globals: &[
        ("abs", &["__abs__"]), ("bool", &["__bool__", "__len__"]), ("bytes", &["__bytes__"]), ("complex", &["__complex__"]),
        ("dir", &["__dir__"]), ("divmod", &["__divmod__"]), ("float", &["__float__", "__index__"]),
        ("format", &["__format__", "__str__", "__repr__"]), ("hash", &["__hash__"]), ("int", &["__int__", "__index__"]),
        ("iter", &["__iter__", "__getitem__"]), ("len", &["__len__"]), ("next", &["__next__"]), ("pow", &["__pow__"]),
        ("print", &["__str__", "__repr__"]), ("repr", &["__repr__"]), ("reversed", &["__reversed__", "__getitem__"]),
        ("round", &["__round__"]), ("str", &["__str__", "__repr__"]), ("ascii", &["__repr__"]), ("range", &["__index__"]),
    ],
    iterating_globals: &[
        "all", "any", "dict", "enumerate", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple", "zip",
    ],
    instead: &[
        ("__bool__", &["__len__"]), ("__format__", &["__str__", "__repr__"]), ("__str__", &["__repr__"]),
        ("__contains__", &["__iter__", "__getitem__"]), ("__iter__", &["__getitem__"]), ("__ne__", &["__eq__"]),
        ("__iadd__", &["__add__"]), ("__isub__", &["__sub__"]), ("__imul__", &["__mul__"]), ("__ior__", &["__or__"]),
        ("__iand__", &["__and__"]), ("__itruediv__", &["__truediv__"]),
    ],
    reflected: &[
        ("__add__", "__radd__"), ("__and__", "__rand__"), ("__eq__", "__eq__"), ("__floordiv__", "__rfloordiv__"),
        ("__ge__", "__le__"), ("__gt__", "__lt__"), ("__le__", "__ge__"), ("__lt__", "__gt__"), ("__mod__", "__rmod__"),
        ("__mul__", "__rmul__"), ("__ne__", "__ne__"), ("__or__", "__ror__"), ("__pow__", "__rpow__"),
        ("__sub__", "__rsub__"), ("__truediv__", "__rtruediv__"), ("__xor__", "__rxor__"),
    ],
    on_assignment: Some("__setattr__"),
    on_missing_member: Some("__getattr__"),
};

/// Folders that commonly hold packages without being one.
const SOURCE_ROOTS: [&str; 5] = ["src", "lib", "python", "Lib", "source"];

/// Source roots of other projects of the repository in which an import is looked for.
const OTHER_ROOTS: usize = 64;

#[derive(Default)]
pub struct Layout {
    /// Module path without extension (`a/b`), or package folder, to its namespace.
    by_path: FxHashMap<String, NamespaceId>,
    /// Folders with an `__init__`.
    packages: FxHashSet<String>,
    /// Modules by their last name, for imports from a source root that nothing else reveals.
    by_stem: FxHashMap<String, Vec<String>>,
    /// Source roots of manifests, innermost projects first: the project's folder, the root.
    roots: Vec<(String, String)>,
    /// Packages in folders of another name: path by which they are imported, folder.
    renamed: Vec<(String, String)>,
}

/// Makes a namespace for each module and each folder above one.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    layout.read_manifests(program);
    let python: Vec<usize> =
        (0..program.files.len()).filter(|&at| program.files[at].rules.family == Family::Python).collect();
    for &at in &python {
        let path = program.files[at].source.path;
        if path.stem() == "__init__" {
            layout.packages.insert(path.parent().to_owned());
        }
    }
    // A stub (`.pyi`) beside its module comes later in path order and leaves the module in place.
    for &at in &python {
        let path = program.files[at].source.path;
        let place = place_of(path);
        let name = module_name(&layout, &place, path.parent());
        let id = spaces.add_file(program, at, if name.is_empty() { path.stem().to_owned() } else { name });
        spaces.of_file[at] = id;
        if !layout.by_path.contains_key(&place) {
            let stem = place.rsplit('/').next().unwrap_or("").to_owned();
            layout.by_stem.entry(stem).or_default().push(place.clone());
            layout.by_path.insert(place, id);
        }
    }
    for &at in &python {
        let path = program.files[at].source.path;
        let mut place = place_of(path);
        while let Some(parent) = above(&place).map(str::to_owned) {
            let known = layout.by_path.get(&parent).copied();
            let folder = known.unwrap_or_else(|| spaces.add(module_name(&layout, &parent, &parent), None));
            layout.by_path.insert(parent.clone(), folder);
            let child = layout.by_path[&place];
            let segment = path.as_str().get(place.rfind('/').map_or(0, |slash| slash + 1)..place.len());
            if let Some(segment) = segment {
                let key = program.names.intern(segment);
                spaces.set_child(folder, key, child);
            }
            place = parent;
            if known.is_some_and(|id| spaces.get(id).parent.is_some()) {
                break;
            }
        }
    }
    layout.link_renamed(program, spaces);
    layout
}

impl Layout {
    fn read_manifests(&mut self, program: &Program<'_>) {
        for manifest in &program.manifests {
            let Project::Python(project) = &manifest.project else { continue };
            let folder = manifest.path.parent();
            self.roots.extend(project.roots.iter().map(|root| (folder.to_owned(), root.clone())));
            self.renamed.extend(project.packages.iter().map(|(name, dir)| (name.replace('.', "/"), dir.clone())));
        }
        self.roots.compact_sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(b.1.len().cmp(&a.1.len())).then(a.cmp(b)));
    }

    /// Puts packages that lie elsewhere below the package that they are imported from.
    fn link_renamed<'a>(&self, program: &mut Program<'a>, spaces: &mut Namespaces) {
        for (name, folder) in &self.renamed {
            let Some((above, _)) = name.rsplit_once('/') else { continue };
            let parent = find_absolute(self, "", &above.replace('/', "."), "");
            let child = self.by_path.get(folder);
            if let (Some(parent), Some(child)) = (parent, child)
                && let Some(own) = program.manifests.iter().find_map(|manifest| last_name(&manifest.project, name))
            {
                let key = program.names.intern(own);
                spaces.set_child(self.by_path[&parent], key, *child);
            }
        }
    }

    /// The source root of a manifest that a place lies in.
    fn root_of(&self, place: &str) -> Option<&str> {
        let around = self
            .roots
            .iter()
            .map(|(_, root)| root.as_str())
            .filter(|root| !root.is_empty() && place.strip_prefix(*root).is_some_and(|rest| rest.starts_with('/')));
        around.max_by_key(|root| root.len())
    }

    /// The package that has the name of the folder which it lies in, as a project in a folder of its name: it comes before the
    /// folder, which has no module of its own (PEP 420: a regular package before a namespace).
    fn package_within(&self, folder: &str, name: &str) -> Option<String> {
        if name.contains('/') || self.has_module(folder) {
            return None;
        }
        let roots = SOURCE_ROOTS.iter().map(|root| below(folder, root)).chain([folder.to_owned()]);
        roots.map(|root| below(&root, name)).find(|place| self.packages.contains(place))
    }

    /// Whether a place is a module or a package with an `__init__`.
    fn has_module(&self, place: &str) -> bool {
        let stem = place.rsplit('/').next().unwrap_or("");
        self.by_stem.get(stem).is_some_and(|places| places.iter().any(|it| it == place))
    }

    /// The place of a module in a source root of a manifest, those of the project around first.
    fn in_roots(&self, from: &str, inner: &str) -> Option<String> {
        let is_around = |folder: &str| folder.is_empty() || from == folder || from.starts_with(&format!("{folder}/"));
        let own = self.roots.iter().filter(|(folder, _)| is_around(folder));
        let others = self.roots.iter().filter(|(folder, _)| !is_around(folder));
        // A folder without modules of its own is too likely to have another library's name, unless it is a part of a path.
        let is_known = |place: &String| {
            if inner.contains('/') { self.by_path.contains_key(place) } else { self.has_module(place) }
        };
        let place = own.chain(others.take(OTHER_ROOTS)).map(|(_, root)| below(root, inner)).find(is_known);
        place.or_else(|| {
            let elsewhere = self.renamed.iter().filter_map(|(name, folder)| {
                let rest = inner.strip_prefix(name.as_str())?;
                (rest.is_empty() || rest.starts_with('/')).then(|| format!("{folder}{rest}"))
            });
            elsewhere.into_iter().find(|place| self.by_path.contains_key(place))
        })
    }
}

/// The last part of a package's name, as its manifest writes it.
fn last_name<'a>(project: &'a Project, path: &str) -> Option<&'a str> {
    let Project::Python(project) = project else { return None };
    let (name, _) = project.packages.iter().find(|(name, _)| name.replace('.', "/") == path)?;
    name.rsplit('.').next()
}

/// The path of a module without extension, or of the folder whose `__init__` it is.
fn place_of(path: &RepoPath) -> String {
    if path.stem() == "__init__" { path.parent().to_owned() } else { below(path.parent(), path.stem()) }
}

/// The dotted name of a module: from its outermost package on, or from the repository's root without a source root.
fn module_name(layout: &Layout, place: &str, folder: &str) -> String {
    let renamed = layout.renamed.iter().find_map(|(name, dir)| {
        let rest = place.strip_prefix(dir.as_str())?;
        (rest.is_empty() || rest.starts_with('/')).then(|| format!("{name}{rest}"))
    });
    if let Some(name) = renamed {
        return name.replace('/', ".");
    }
    let folders = || std::iter::successors(Some(folder), |folder| above(folder));
    // A folder without `__init__` inside of a package is a part of it all the same.
    let package = folders().find(|folder| layout.packages.contains(*folder));
    let root = if let Some(package) = package {
        let mut around = std::iter::successors(Some(package), |folder| above(folder));
        around.find(|folder| !layout.packages.contains(*folder)).unwrap_or("")
    } else if let Some(root) = layout.root_of(place) {
        root
    } else {
        place.split_once('/').map(|(first, _)| first).filter(|first| SOURCE_ROOTS.contains(first)).unwrap_or("")
    };
    place.strip_prefix(root).unwrap_or(place).trim_start_matches('/').replace('/', ".")
}

/// Finds what an import names.
#[inline(never)]
pub fn resolve<'a>(
    layout: &Layout,
    program: &Program<'a>,
    spaces: &Namespaces,
    file: usize,
    import: &'a Import,
) -> ImportTarget<'a> {
    let path = program.files[file].source.path;
    let place = if import.level > 0 {
        let mut folder = path.parent();
        for _ in 1..import.level {
            folder = above(folder).unwrap_or("");
        }
        let inner = import.module.replace('.', "/");
        let place = if inner.is_empty() { folder.to_owned() } else { below(folder, &inner) };
        layout.by_path.contains_key(&place).then_some(place)
    } else {
        find_absolute(layout, path.parent(), &import.module, path.as_str())
    };
    let Some(place) = place else {
        return ImportTarget::Outside { module: import.module.split('.').next().unwrap_or("").to_owned() };
    };
    let mut namespace = layout.by_path[&place];
    let mut members: Vec<&'a str> = Vec::new();
    match &import.item {
        Some(item) if item != "*" => members.push(item),
        Some(_) => {}
        // `import a.b` binds `a`; `import a.b as c` binds the module itself.
        None if import.alias.is_none() => {
            for _ in 1..import.module.split('.').count() {
                namespace = spaces.get(namespace).parent.unwrap_or(namespace);
            }
        }
        None => {}
    }
    ImportTarget::Inside { namespace, path: members }
}

/// The place of `a.b.c`: seen from the folders above (packages themselves are no source roots), from a source root
/// beside them, or wherever exactly one module path ends that way.
fn find_absolute(layout: &Layout, from: &str, module: &str, own: &str) -> Option<String> {
    let inner = module.replace('.', "/");
    let mut at = Some(from);
    while let Some(folder) = at {
        if !layout.packages.contains(folder) {
            let place = below(folder, &inner);
            if layout.by_path.contains_key(&place) && modules::without_extension(own) != place {
                return Some(layout.package_within(&place, &inner).unwrap_or(place));
            }
            for root in SOURCE_ROOTS {
                let place = below(&below(folder, root), &inner);
                if layout.by_path.contains_key(&place) {
                    return Some(place);
                }
            }
        }
        at = above(folder);
    }
    if let Some(place) = layout.in_roots(from, &inner).filter(|place| modules::without_extension(own) != place) {
        return Some(place);
    }
    let stem = inner.rsplit('/').next().unwrap_or("");
    let ending: Vec<&String> = layout
        .by_stem
        .get(stem)
        .into_iter()
        .flatten()
        .filter(|place| ends_with_path(place, &inner))
        .filter(|place| {
            let root = &place[..place.len() - inner.len()];
            !layout.packages.contains(root.trim_end_matches('/'))
        })
        .collect();
    // One segment alone is too likely to be another library's name, unless it is a package.
    let sure = ending.len() == 1 && (inner.contains('/') || layout.packages.contains(ending[0]));
    sure.then(|| ending[0].clone())
}

fn ends_with_path(place: &str, inner: &str) -> bool {
    place.strip_suffix(inner).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

#[rustfmt::skip]
const PYTHON: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BlockingIOError", "BrokenPipeError",
    "BufferError", "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError",
    "ConnectionRefusedError", "ConnectionResetError", "DeprecationWarning", "EOFError", "Ellipsis",
    "EnvironmentError", "Exception", "ExceptionGroup", "False", "FileExistsError", "FileNotFoundError",
    "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning",
    "IndentationError", "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt",
    "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "None", "NotADirectoryError", "NotImplemented",
    "NotImplementedError", "OSError", "OverflowError", "PendingDeprecationWarning", "PermissionError",
    "ProcessLookupError", "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning",
    "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError", "SystemExit", "TabError",
    "TimeoutError", "True", "TypeError", "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError",
    "UnicodeError", "UnicodeWarning", "UserWarning", "ValueError", "Warning", "ZeroDivisionError", "__import__",
    "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable",
    "chr", "classmethod", "compile", "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod",
    "enumerate", "eval", "exec", "exit", "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr",
    "hash", "help", "hex", "id", "input", "int", "isinstance", "issubclass", "iter", "len", "license", "list",
    "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print", "property",
    "quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum",
    "super", "tuple", "type", "vars", "zip",
];
