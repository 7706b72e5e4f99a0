//! Dart: a file is a library, with the files that it names as its parts; packages by their manifests (`pubspec.yaml`).

use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames, WrapperMethods};
use crate::modules::{self, ImportTarget, NamespaceId, Namespaces, below};
use crate::program::Program;
use compact_sort::CompactSort;
use facts::{Import, Project, ScopeId};
use rustc_hash::FxHashMap;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Dart,
    globals: DART,
    outer_names: OuterNames::Package,
    package_scope: true,
    set_accessors: true,
    receiver_constructs: true,
    named_constructors: true,
    bare_members: true,
    members_through_owner: true,
    bare_properties: true,
    call_method: Some("call"),
    subscript_method: Some("operator[]"),
    iteration: Iteration::Iterator("iterator", "current"),
    function_members: &["call"],
    transparent_types: &["Future", "FutureOr"],
    container_types: &["List", "Map", "Set", "Iterable", "Stream", "Queue", "LinkedHashMap", "HashMap", "HashSet"],
    wrapper_methods: WrapperMethods { give: &["catchError", "whenComplete"], feed_and_give: &[], feed: &["then"] },
    given_members: &["hashCode", "noSuchMethod", "runtimeType", "toString"],
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    /// Files by their paths.
    by_path: FxHashMap<String, usize>,
    /// The library that each file belongs to.
    library: FxHashMap<usize, NamespaceId>,
    /// Folders of packages with their names, the innermost first.
    packages: Vec<(String, String)>,
}

/// Makes a namespace for each library; files that one names as its parts share it.
pub fn lay_out(program: &Program<'_>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    let is_dart = |at: &usize| program.files[*at].rules.family == Family::Dart;
    let files: Vec<usize> = (0..program.files.len()).filter(is_dart).collect();
    for at in &files {
        layout.by_path.insert(program.files[*at].source.path.as_str().to_owned(), *at);
    }
    for manifest in &program.manifests {
        if let Project::Dart(package) = &manifest.project {
            layout.packages.push((manifest.path.parent().to_owned(), package.clone()));
        }
    }
    layout.packages.compact_sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.cmp(b)));
    let mut part_of: FxHashMap<usize, usize> = FxHashMap::default();
    for at in &files {
        let imports = program.files[*at].facts().imports.iter().filter(|import| import.level == 1);
        for part in imports.filter_map(|import| layout.find(program, *at, &import.module)) {
            if part != *at {
                part_of.entry(part).or_insert(*at);
            }
        }
    }
    for at in files.iter().filter(|at| !part_of.contains_key(at)) {
        let id = spaces.add_file(program, *at, modules::dotted(program.files[*at].source.path.as_str()));
        layout.library.insert(*at, id);
        spaces.of_file[*at] = id;
    }
    for (part, library) in part_of {
        // A part has no parts of its own.
        if let Some(id) = layout.library.get(&library).copied() {
            layout.library.insert(part, id);
            spaces.of_file[part] = id;
            spaces.joined.insert(program.files[part].scope(ScopeId::FILE), id);
        }
    }
    layout
}

/// The library that an import names.
#[inline(never)]
pub fn resolve<'a>(layout: &Layout, program: &Program<'a>, file: usize, import: &'a Import) -> ImportTarget<'a> {
    let found = layout.find(program, file, &import.module).and_then(|found| layout.library.get(&found));
    match found {
        Some(namespace) => {
            let item = import.item.as_deref().filter(|item| *item != "*");
            ImportTarget::Inside { namespace: *namespace, path: item.into_iter().collect() }
        }
        None => ImportTarget::Outside { module: import.module.clone() },
    }
}

/// `import 'a.dart' if (dart.library.io) 'b.dart'`: one of these.
pub fn is_conditional(import: &Import) -> bool {
    import.level == 2
}

impl Layout {
    /// The file of a URI: of a package of the repository, or relative to the file.
    fn find(&self, program: &Program<'_>, file: usize, uri: &str) -> Option<usize> {
        if let Some(rest) = uri.strip_prefix("package:") {
            let (package, path) = rest.split_once('/')?;
            let mut named = self.packages.iter().filter(|(_, name)| name == package);
            return named.find_map(|(folder, _)| self.by_path.get(&below(&below(folder, "lib"), path))).copied();
        }
        if uri.contains(':') {
            return None;
        }
        let mut folder = program.files[file].source.path.parent();
        let mut rest = uri;
        loop {
            if let Some(inner) = rest.strip_prefix("./") {
                rest = inner;
            } else if let Some(inner) = rest.strip_prefix("../") {
                folder = modules::above(folder)?;
                rest = inner;
            } else {
                return self.by_path.get(&below(folder, rest)).copied();
            }
        }
    }
}

/// What `dart:core` has, and what tests call without a receiver.
#[rustfmt::skip]
const DART: &[&str] = &[
    "ArgumentError", "AssertionError", "BigInt", "Comparable", "DateTime", "Deprecated", "Duration", "Enum", "Error",
    "Exception", "FormatException", "Function", "Future", "FutureOr", "Iterable", "Iterator", "List", "Map", "MapEntry",
    "Match", "Never", "Null", "Object", "Pattern", "RangeError", "Record", "RegExp", "Set", "Sink", "StackTrace",
    "StateError", "Stopwatch", "Stream", "String", "StringBuffer", "StringSink", "Symbol", "Type", "TypeError",
    "UnimplementedError", "UnsupportedError", "Uri", "UriData", "bool", "deprecated", "double", "dynamic", "expect",
    "group", "identical", "identityHashCode", "int", "num", "override", "print", "setUp", "setUpAll", "tearDown",
    "tearDownAll", "test", "testWidgets",
];
