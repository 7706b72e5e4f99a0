//! Scala: of Java's family, whose packages it shares.

use super::java;
use super::overloads::KEYWORDS;
use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames, WrapperMethods};
use crate::modules::{ImportTarget, NamespaceId, Namespaces};
use crate::program::Program;
use facts::{DefId, Import};
use rustc_hash::FxHashSet;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Java,
    globals: SCALA,
    outer_names: OuterNames::InheritedOrPackage,
    outer_packages: true,
    package_scope: true,
    overloads: true,
    typed_overloads: Some(&KEYWORDS),
    receiver_constructs: true,
    bare_members: true,
    members_through_owner: true,
    bare_properties: true,
    class_call_method: Some("apply"),
    call_method: Some("apply"),
    iteration: Iteration::Iterator("iterator", "next"),
    transparent_types: &["Option", "Some", "Future", "Try", "Either", "IO", "Task", "ZIO", "Ref", "Eval"],
    class_types: &["Class"],
    container_types: &["Seq", "Vector", "IndexedSeq", "Iterator", "Iterable", "NonEmptyList", "Chain", "LazyList", "ListBuffer", "ArrayBuffer"],
    wrapper_methods: WrapperMethods {
        give: &["get", "getOrElse", "orElse", "recover", "toOption"],
        feed_and_give: &["filter", "foreach", "tap"],
        feed: &["flatMap", "fold", "map"],
    },
    given_members: &["canEqual", "copy", "equals", "hashCode", "productArity", "productElement", "toString", "unapply"],
    ..LanguageRules::OTHER
};

/// What packages have at the top of their files.
#[derive(Default)]
pub struct Layout {
    tops: FxHashSet<(NamespaceId, String)>,
}

/// Notes what packages have; call it once these are known.
pub fn lay_out(program: &Program<'_>, spaces: &Namespaces) -> Layout {
    let mut layout = Layout::default();
    if !program.files.iter().any(|file| file.rules.outer_packages) {
        return layout;
    }
    for (file, space) in program.files.iter().zip(&spaces.of_file).filter(|(file, _)| file.rules.family == Family::Java)
    {
        let tops = file.facts().definitions.iter().skip(1).filter(|own| own.parent == Some(DefId::MODULE));
        layout.tops.extend(tops.map(|own| (*space, own.name.clone())));
    }
    layout
}

impl Layout {
    /// True where a file of the package, as a project sees it, defines the name at its top.
    fn has(&self, spaces: &Namespaces, package: NamespaceId, name: &str) -> bool {
        let goes_on = &spaces.get(package).goes_on;
        let mut all = goes_on.behind.iter().chain(&goes_on.perhaps).chain([&package]);
        all.any(|space| self.tops.contains(&(*space, name.to_owned())))
    }
}

/// Finds what an import names: as in Java, else from the packages around the file's on, which may have its first name as a package
/// or as a class.
#[inline(never)]
pub fn resolve<'a>(
    own: &Layout,
    layout: &java::Layout,
    program: &Program<'a>,
    spaces: &Namespaces,
    file: usize,
    import: &'a Import,
) -> ImportTarget<'a> {
    let found = java::resolve(layout, file, import);
    let Some(package) = program.files[file].facts().package.as_deref() else { return found };
    if !matches!(found, ImportTarget::Outside { .. }) {
        return found;
    }
    let item = import.item.as_deref().filter(|item| *item != "*");
    for around in java::prefixes(package) {
        for name in java::prefixes(&import.module) {
            if let Some(namespace) = layout.package_for(file, &facts::dotted(around, name)) {
                let inner = import.module[name.len()..].trim_start_matches('.');
                let path = inner.split('.').filter(|part| !part.is_empty()).chain(item).collect();
                return ImportTarget::Inside { namespace, path };
            }
        }
        let first = import.module.split('.').next().unwrap_or("");
        if let Some(namespace) = layout.package_for(file, around).filter(|space| own.has(spaces, *space, first)) {
            return ImportTarget::Inside { namespace, path: import.module.split('.').chain(item).collect() };
        }
    }
    found
}

/// The packages around that of a file, the innermost first.
pub fn packages_around(layout: &java::Layout, program: &Program<'_>, file: usize) -> Vec<NamespaceId> {
    let package = program.files[file].facts().package.as_deref().unwrap_or("");
    java::prefixes(package).skip(1).filter_map(|name| layout.package_for(file, name)).collect()
}

#[rustfmt::skip]
const SCALA: &[&str] = &[
    "???", "Any", "AnyRef", "AnyVal", "App", "Array", "Await", "BigDecimal", "BigInt", "Boolean", "Byte", "Char",
    "Double", "Duration", "Either", "Exception", "Failure", "Float", "Function1", "Future", "IllegalArgumentException",
    "IllegalStateException", "Int", "Iterable", "Iterator", "LazyList", "Left", "List", "Long", "Map", "Math", "Nil",
    "None", "Nothing", "Option", "Ordering", "PartialFunction", "Product", "Promise", "Range", "Right",
    "RuntimeException", "Seq", "Serializable", "Set", "Short", "Some", "Stream", "String", "StringBuilder", "Success",
    "System", "Thread", "Throwable", "Try", "Tuple2", "Unit", "Vector", "assert", "assertResult", "assertThrows",
    "assume", "classOf", "implicitly", "intercept", "locally", "print", "printf", "println", "require", "summon",
    "synchronized",
];
