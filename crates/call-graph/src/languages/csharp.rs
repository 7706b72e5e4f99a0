//! C#: packages are namespaces, whatever the files; a class may have parts in several of them.

use super::java;
use super::overloads::KEYWORDS;
use crate::language_rules::{Family, LanguageRules, OuterNames, WrapperMethods};
use crate::modules::{ImportTarget, NamespaceId, Namespaces};
use crate::program::{Def, Program};
use facts::{DefId, DefinitionKind, Import};
use rustc_hash::FxHashMap;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::CSharp,
    globals: CSHARP,
    outer_names: OuterNames::InheritedOrPackage,
    package_scope: true,
    overloads: true,
    typed_overloads: Some(&KEYWORDS),
    receiver_constructs: true,
    bare_members: true,
    set_accessors: true,
    types_apart: true,
    bare_properties: true,
    function_members: &["BeginInvoke", "DynamicInvoke", "Invoke"],
    transparent_types: &["Lazy", "Nullable", "Task", "ValueTask", "WeakReference", "AsyncLocal"],
    container_types: &[
        "ConcurrentBag", "ConcurrentDictionary", "ConcurrentQueue", "Dictionary", "HashSet", "IAsyncEnumerable",
        "ICollection", "IDictionary", "IEnumerable", "IEnumerator", "IGrouping", "IList", "IQueryable",
        "IReadOnlyCollection", "IReadOnlyDictionary", "IReadOnlyList", "ISet", "ImmutableArray", "ImmutableList",
        "LinkedList", "Memory", "ReadOnlySpan", "SortedDictionary", "Span",
    ],
    wrapper_methods: WrapperMethods {
        give: &["ConfigureAwait", "GetAwaiter", "GetResult", "GetValueOrDefault"],
        feed_and_give: &[],
        feed: &["ContinueWith"],
    },
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    packages: java::Layout,
    /// Namespaces that one file imports for all.
    pub for_all: Vec<NamespaceId>,
    /// The other parts of a class.
    parts: FxHashMap<Def, Vec<Def>>,
}

/// The most parts of one class that are put together.
const MAX_PARTS: usize = 64;

/// Makes a namespace for each of the source; files without one share the one without a name.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    for at in 0..program.files.len() {
        if program.files[at].rules.family == Family::CSharp {
            let package = program.files[at].facts().package.clone().unwrap_or_default(); // Without one: no name.
            let id = layout.packages.find_or_add(package.clone(), package, spaces);
            spaces.of_file[at] = id;
        }
    }
    layout.for_all = for_all(program, &layout);
    layout.parts = parts(program, spaces);
    layout
}

fn for_all(program: &Program<'_>, layout: &Layout) -> Vec<NamespaceId> {
    let files = program.files.iter().filter(|file| file.rules.family == Family::CSharp);
    let imports = files.flat_map(|file| &file.facts().imports).filter(|import| import.reexport);
    let mut found: Vec<NamespaceId> = imports.filter_map(|import| layout.packages.package(&import.module)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn parts(program: &Program<'_>, spaces: &Namespaces) -> FxHashMap<Def, Vec<Def>> {
    let mut by_path: FxHashMap<(NamespaceId, &str), Vec<Def>> = FxHashMap::default();
    for (at, file) in program.files.iter().enumerate().filter(|(_, file)| file.rules.family == Family::CSharp) {
        for (definition, id) in file.facts().definitions.iter().zip(0..).skip(1) {
            if matches!(definition.kind, DefinitionKind::Class | DefinitionKind::Interface) {
                by_path.entry((spaces.of_file[at], &definition.path)).or_default().push(file.def(DefId(id)));
            }
        }
    }
    let several = by_path.into_values().filter(|parts| (2..=MAX_PARTS).contains(&parts.len()));
    let others = |part: Def, all: &[Def]| all.iter().copied().filter(|other| *other != part).collect();
    several.flat_map(|all| all.iter().map(|part| (*part, others(*part, &all))).collect::<Vec<_>>()).collect()
}

/// Finds what an import names, as in Java.
#[inline(never)]
pub fn resolve<'a>(layout: &Layout, file: usize, import: &'a Import) -> ImportTarget<'a> {
    // All of a namespace: the longest one in front is another.
    if import.item.as_deref() == Some("*") && layout.packages.package(&import.module).is_none() {
        return match layout.packages.is_above_any(&import.module) {
            // A namespace that holds nothing but others.
            true => ImportTarget::Local { path: Vec::new() },
            false => ImportTarget::Outside { module: import.module.clone() },
        };
    }
    java::resolve(&layout.packages, file, import)
}

impl Layout {
    /// The other parts of a class that is written in several.
    pub fn other_parts(&self, class: Def) -> &[Def] {
        self.parts.get(&class).map_or(&[], Vec::as_slice)
    }
}

#[rustfmt::skip]
const CSHARP: &[&str] = &[
    "Action", "Activator", "ArgumentException", "ArgumentNullException", "ArgumentOutOfRangeException", "Array",
    "Assembly", "Attribute", "Boolean", "Buffer", "Byte", "Char", "Console", "Convert", "DateTime", "DateTimeOffset",
    "Decimal", "Delegate", "Double", "Encoding", "Enum", "Environment", "EventArgs", "EventHandler", "Exception", "File",
    "FormatException", "Func", "GC", "Guid", "IDisposable", "Int16", "Int32", "Int64", "InvalidCastException",
    "InvalidOperationException", "Math", "NotImplementedException", "NotSupportedException", "NullReferenceException",
    "Object", "ObjectDisposedException", "OverflowException", "Path", "Predicate", "Random", "Regex", "Single", "Stopwatch",
    "Stream", "String", "StringBuilder", "StringComparer", "StringComparison", "Thread", "TimeSpan", "Tuple", "Type",
    "UInt16", "UInt32", "UInt64", "Uri", "ValueTuple", "Version", "bool", "byte", "char", "decimal",
    "double", "float", "int", "long", "nameof", "nint", "nuint", "sbyte", "short", "string", "uint", "ulong", "ushort",
];
