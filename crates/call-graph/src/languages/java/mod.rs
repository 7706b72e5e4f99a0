//! Java: packages as declared, in the projects that manifests declare; files without a package go by folder.

mod projects;

use super::overloads::BOXED;
use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames, WrapperMethods};
use crate::modules::{GoesOn, ImportTarget, NamespaceId, Namespaces};
use crate::program::Program;
use facts::Import;
use projects::Projects;
pub use projects::SourceSet;
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
    typed_overloads: Some(&BOXED),
    functional_interfaces: true,
    function_combinators: &["and", "andThen", "compose", "negate", "or", "reversed", "thenComparing"],
    receiver_constructs: true,
    bare_members: true,
    iteration: Iteration::Iterator("iterator", "next"),
    constructor_member: Some("new"),
    transparent_types: &["CompletableFuture", "Future", "Supplier", "ThreadLocal", "AtomicReference", "Mono"],
    wrapping_functions: &["of", "ofNullable", "completedFuture", "just"],
    class_types: &["Class"],
    container_types: &[
        "ArrayList", "LinkedHashMap", "TreeMap", "TreeSet", "LinkedHashSet", "ConcurrentHashMap", "Queue", "Stream",
        "ImmutableList", "ImmutableMap", "ImmutableSet", "CopyOnWriteArrayList", "Entry",
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
    /// The set of each file, where projects are declared.
    set_of: Vec<Option<SourceSet>>,
    /// What a package is called in each set that has it or imports it.
    seen: FxHashMap<(Option<SourceSet>, String), NamespaceId>,
    /// What each set sees beside itself.
    sees: FxHashMap<SourceSet, Seen>,
}

/// What a set sees beside itself.
struct Seen {
    /// Nearest first, by their places.
    places: FxHashMap<SourceSet, usize>,
    /// The manifests say all.
    is_whole: bool,
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

    /// True of files of projects that do not depend on each other.
    pub fn are_apart(&self, file: usize, other: usize) -> bool {
        let (Some(one), Some(two)) = (self.set_of(file), self.set_of(other)) else { return false };
        let sees = |from: SourceSet, to: SourceSet| match self.sees.get(&from) {
            Some(seen) if seen.is_whole => from.project == to.project || seen.places.contains_key(&to),
            _ => true,
        };
        !sees(one, two) && !sees(two, one)
    }

    /// True where a file is of tests whose manifest says all, and what it says leaves the other file out.
    pub fn is_out_of_reach(&self, file: usize, other: usize) -> bool {
        let (Some(one), Some(two)) = (self.set_of(file), self.set_of(other)) else { return false };
        let seen = self.sees.get(&one).filter(|seen| one.is_tests && seen.is_whole);
        seen.is_some_and(|seen| one != two && !seen.places.contains_key(&two))
    }

    /// The set of a file, where projects are declared.
    pub fn set_of(&self, file: usize) -> Option<SourceSet> {
        self.set_of.get(file).copied().flatten()
    }

    /// How near the code of another file is: its own set first, then what that sees, then what it may see, for manifests do not
    /// say all. `None` of what it does not see.
    pub fn distance(&self, file: usize, other: usize) -> Option<usize> {
        let (own, other) = (self.set_of(file), self.set_of(other));
        if own == other {
            return Some(0);
        }
        let seen = own.and_then(|own| self.sees.get(&own));
        if let Some(place) = seen.and_then(|seen| seen.places.get(&other?)) {
            return Some(place + 1);
        }
        let may_be_seen = seen.is_none_or(|seen| !seen.is_whole) && other.is_none_or(|other| !other.is_tests);
        may_be_seen.then_some(usize::MAX)
    }

    /// As [`package`](Self::package), for a file.
    pub fn package_for(&self, file: usize, name: &str) -> Option<NamespaceId> {
        match self.set_of.get(file) {
            Some(set) => self.seen.get(&(*set, name.to_owned())).copied(),
            None => self.package(name),
        }
    }
}

/// Makes a namespace for each package: one for all files, or where projects are declared one for each of these, of tests and of
/// what they test.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    let projects = Projects::new(program);
    let mut packages: FxHashMap<String, Vec<(Option<SourceSet>, NamespaceId)>> = FxHashMap::default();
    layout.set_of = if projects.is_empty() { Vec::new() } else { vec![None; program.files.len()] };
    for at in 0..program.files.len() {
        if program.files[at].rules.family != Family::Java {
            continue;
        }
        let path = &program.files[at].source.path;
        let Some(package) = program.files[at].facts().package.clone() else {
            // Files of the unnamed package see each other within their folder. It has no name to put in front of its classes.
            spaces.of_file[at] = layout.find_or_add(format!("/{}", path.parent()), String::new(), spaces);
            continue;
        };
        if projects.is_empty() {
            spaces.of_file[at] = layout.find_or_add(package.clone(), package, spaces);
            continue;
        }
        let set = projects.set_of(path.as_str());
        layout.set_of[at] = set;
        if let Some(set) = set.filter(|set| !layout.sees.contains_key(set)) {
            let places = projects.seen_by(set).into_iter().zip(0..).collect();
            layout.sees.insert(set, Seen { places, is_whole: projects.is_whole(set) });
        }
        let next = || spaces.add(package.clone(), None);
        let id = *layout.seen.entry((set, package.clone())).or_insert_with(next);
        spaces.of_file[at] = id;
        let known = packages.entry(package).or_default();
        if !known.contains(&(set, id)) {
            known.push((set, id));
        }
    }
    if !projects.is_empty() {
        see(program, spaces, &mut layout, &packages);
    }
    layout
}

/// Says of each package that a set has or imports where it goes on: in what the set sees, nearest first.
fn see(
    program: &Program<'_>,
    spaces: &mut Namespaces,
    layout: &mut Layout,
    packages: &FxHashMap<String, Vec<(Option<SourceSet>, NamespaceId)>>,
) {
    let mut looked_up: Vec<(Option<SourceSet>, &str)> = Vec::new();
    for (file, set) in program.files.iter().zip(&layout.set_of).filter(|(file, _)| file.rules.family == Family::Java) {
        let facts = file.facts();
        let imported = facts.imports.iter().flat_map(|import| prefixes(&import.module));
        let all = facts.package.as_deref().into_iter().chain(imported);
        looked_up.extend(all.filter(|name| packages.contains_key(*name)).map(|name| (*set, name)));
    }
    looked_up.sort_unstable();
    looked_up.dedup();
    for of_set in looked_up.chunk_by(|(one, _), (other, _)| one == other) {
        let set = of_set[0].0;
        let Layout { sees, seen: named, .. } = &mut *layout;
        let seen = set.and_then(|set| sees.get(&set));
        // A file of no project, or of one whose manifest does not say all, may see any that are no tests.
        let may_see_more = seen.is_none_or(|seen| !seen.is_whole);
        let place = |other: &Option<SourceSet>| seen?.places.get(&(*other)?).copied();
        for (_, name) in of_set {
            let Some(holders) = packages.get(*name) else { continue };
            let others = || holders.iter().filter(|(other, _)| *other != set);
            let mut seen: Vec<(usize, NamespaceId)> =
                others().filter_map(|(other, id)| Some((place(other)?, *id))).collect();
            seen.sort_unstable();
            let behind: Vec<NamespaceId> = seen.into_iter().map(|(_, id)| id).collect();
            let is_open = |other: &Option<SourceSet>| {
                may_see_more && place(other).is_none() && other.is_none_or(|other| !other.is_tests)
            };
            let perhaps: Vec<NamespaceId> = others().filter(|(other, _)| is_open(other)).map(|(_, id)| *id).collect();
            let key = (set, (*name).to_owned());
            match (named.get(&key), &behind[..], &perhaps[..]) {
                (None, [], []) => {}
                (None, [only], []) | (None, [], [only]) => {
                    named.insert(key, *only);
                }
                (own, ..) => {
                    let own = own.copied().unwrap_or_else(|| spaces.add((*name).to_owned(), None));
                    named.insert(key, own);
                    spaces.all[own.0 as usize].goes_on = GoesOn { behind, perhaps };
                }
            }
        }
    }
}

/// `a.b.c`, `a.b`, `a`
pub fn prefixes(module: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(module), |name| name.rfind('.').map(|dot| &name[..dot]))
}

/// Finds what an import names: the longest package in front, the classes and members behind it.
#[inline(never)]
pub fn resolve<'a>(layout: &Layout, file: usize, import: &'a Import) -> ImportTarget<'a> {
    let item = import.item.as_deref().filter(|item| *item != "*");
    let module = import.module.as_str();
    for name in prefixes(module) {
        if let Some(namespace) = layout.package_for(file, name) {
            let inner = module[name.len()..].trim_start_matches('.');
            let path = inner.split('.').filter(|part| !part.is_empty()).chain(item).collect();
            return ImportTarget::Inside { namespace, path };
        }
    }
    ImportTarget::Outside { module: module.to_owned() }
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
