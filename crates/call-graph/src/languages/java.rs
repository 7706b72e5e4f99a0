//! Java: packages as declared; files without one go by folder.

use crate::language_rules::{Family, LanguageRules, OuterNames, WrapperMethods};
use crate::modules::{ImportTarget, NamespaceId, Namespaces};
use crate::program::Program;
use facts::Import;
use rustc_hash::FxHashMap;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Java,
    fields_apart: true,
    locals_not_called: true,
    globals: JAVA,
    outer_names: OuterNames::InheritedOrPackage,
    package_scope: true,
    overloads: true,
    functional_interfaces: true,
    receiver_constructs: true,
    bare_members: true,
    transparent_types: &["CompletableFuture", "Future", "Supplier", "ThreadLocal", "AtomicReference", "Mono"],
    class_types: &["Class"],
    container_types: &[
        "ArrayList", "LinkedHashMap", "TreeMap", "TreeSet", "LinkedHashSet", "ConcurrentHashMap", "Queue", "Stream",
        "ImmutableList", "ImmutableMap", "ImmutableSet", "CopyOnWriteArrayList",
    ],
    wrapper_methods: WrapperMethods {
        give: &["get", "orElse", "orElseThrow", "join", "orElseGet"],
        feed_and_give: &[],
        feed: &["map", "flatMap", "ifPresent", "thenApply", "thenAccept", "thenCompose", "filter"],
    },
    given_members: &[
        "clone", "compareTo", "equals", "getClass", "getDeclaringClass", "hashCode", "name", "notify", "notifyAll", "ordinal",
        "toString", "valueOf", "values", "wait",
    ],
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    by_name: FxHashMap<String, NamespaceId>,
}

impl Layout {
    /// The namespace under a key, made with a name where there is none.
    pub fn find_or_add(&mut self, key: String, name: String, spaces: &mut Namespaces) -> NamespaceId {
        *self.by_name.entry(key).or_insert_with(|| spaces.add(name, None))
    }

    /// The namespace of a package.
    pub fn package(&self, name: &str) -> Option<NamespaceId> {
        self.by_name.get(name).copied()
    }

    /// True where packages lie inside of one of this name.
    pub fn is_above_any(&self, name: &str) -> bool {
        self.by_name.keys().any(|package| package.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
    }
}

/// Makes a namespace for each package.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    for at in 0..program.files.len() {
        if program.files[at].rules.family != Family::Java {
            continue;
        }
        // Files of the unnamed package see each other within their folder.
        let package = program.files[at].facts().package.clone();
        let key = package.clone().unwrap_or_else(|| format!("/{}", program.files[at].source.path.parent()));
        // The unnamed package has no name to put in front of its classes.
        spaces.of_file[at] = layout.find_or_add(key, package.unwrap_or_default(), spaces);
    }
    layout
}

/// Finds what an import names: the longest package in front, the classes and members behind it.
pub fn resolve<'a>(layout: &Layout, import: &'a Import) -> ImportTarget<'a> {
    let item = import.item.as_deref().filter(|item| *item != "*");
    let module = import.module.as_str();
    let mut end = module.len();
    loop {
        if let Some(&namespace) = layout.by_name.get(&module[..end]) {
            let inner = module[end..].trim_start_matches('.');
            let path = inner.split('.').filter(|part| !part.is_empty()).chain(item).collect();
            return ImportTarget::Inside { namespace, path };
        }
        match module[..end].rfind('.') {
            Some(dot) => end = dot,
            None => return ImportTarget::Outside { module: module.to_owned() },
        }
    }
}

#[rustfmt::skip]
const JAVA: &[&str] = &[
    "ArithmeticException", "ArrayIndexOutOfBoundsException", "AssertionError", "AutoCloseable", "Boolean", "Byte",
    "CharSequence", "Character", "Class", "ClassCastException", "ClassLoader", "ClassNotFoundException",
    "CloneNotSupportedException", "Cloneable", "Comparable", "Deprecated", "Double", "Enum", "Error", "Exception",
    "Float", "FunctionalInterface", "IllegalArgumentException", "IllegalStateException", "IndexOutOfBoundsException",
    "Integer", "InterruptedException", "Iterable", "Long", "Math", "NoSuchMethodException", "NullPointerException",
    "Number", "NumberFormatException", "Object", "Override", "Process", "ProcessBuilder", "Record", "Runnable",
    "Runtime", "RuntimeException", "SafeVarargs", "Short", "StackOverflowError", "String", "StringBuffer",
    "StringBuilder", "SuppressWarnings", "System", "Thread", "ThreadLocal", "Throwable",
    "UnsupportedOperationException", "Void",
];
