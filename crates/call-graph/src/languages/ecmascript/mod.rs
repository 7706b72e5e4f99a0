//! JavaScript and TypeScript: relative paths with the extension or index file left out, aliases and packages by their
//! manifests, and by guess where there is none.

mod configs;
mod packages;

use configs::Configs;
use packages::{Packages, Private};

use crate::language_rules::{Family, Iteration, LanguageRules, WrapperMethods};
use crate::modules::{ImportTarget, NamespaceId, Namespaces, above, below, normalise};
use crate::program::{Def, Program};
use facts::{DefId, Import};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Container;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Script,
    globals: SCRIPT,
    renamed_exports: true,
    keys_are_members: true,
    function_members: &["call", "apply"],
    function_spreader: Some("apply"),
    function_binder: Some("bind"),
    iteration: Iteration::Iterator("[Symbol.iterator]", "next"),
    constructor_functions: true,
    inheriting_calls: &["__extends", "_inherits", "_inheritsLoose", "inherits"],
    running_globals: &["queueMicrotask", "requestAnimationFrame", "setImmediate", "setInterval", "setTimeout"],
    deferring_calls: &[("", "setImmediate", 1), ("", "setInterval", 2), ("", "setTimeout", 2), ("process", "nextTick", 1)],
    queue_makers: &[
        ("async", "cargo"), ("async", "priorityQueue"), ("async", "queue"), ("async/queue", ""), ("better-queue", ""),
        ("fastq", ""), ("fastq", "promise"),
    ],
    class_member: Some("constructor"),
    container_makers: &["Array", "Map", "Set", "WeakMap", "WeakSet"],
    set_accessors: true,
    signatures_without_body: true,
    transparent_types: &["Promise", "PromiseLike", "Readonly", "Partial", "NonNullable"],
    container_types: &[
        "Array", "ReadonlyArray", "Map", "WeakMap", "ReadonlyMap", "ReadonlySet", "WeakSet", "Record", "IterableIterator",
    ],
    wrapper_methods: WrapperMethods { give: &["catch", "finally"], feed_and_give: &[], feed: &["then"] },
    ..LanguageRules::OTHER
};

/// Where modules are.
#[derive(Default)]
pub struct Layout<'a> {
    files: Files,
    packages: Packages<'a>,
    configs: Configs,
    /// Files that are one component each, with their definition: what others import as their default.
    pub components: FxHashMap<NamespaceId, Def>,
}

/// Modules by their paths.
#[derive(Default)]
pub struct Files {
    /// Full path, path without extension, and folder of an index file, to its namespace; sources before declarations.
    by_path: FxHashMap<String, NamespaceId>,
    /// Files that only declare (`.d.ts`).
    declarations: FxHashSet<NamespaceId>,
    /// Modules by the last part of their path, for aliases and workspace packages.
    by_stem: FxHashMap<String, Vec<String>>,
}

/// Makes a namespace for each file.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout<'a> {
    let mut layout = Files::default();
    let mut declarations = Vec::new();
    let mut components = FxHashMap::default();
    for at in 0..program.files.len() {
        if program.files[at].rules.family != Family::Script {
            continue;
        }
        let path = program.files[at].source.path;
        let bare = bare(path.as_str());
        let place = bare.strip_suffix("/index").unwrap_or(bare);
        let place = match Container::of(path) {
            // A page often has the name of a script beside it.
            None | Some(Container::Html) => place,
            Some(_) => crate::modules::without_extension(place),
        };
        let name = place.replace('/', ".");
        let id = spaces.add_file(program, at, name);
        spaces.of_file[at] = id;
        layout.by_path.insert(path.as_str().to_owned(), id);
        if Container::of(path).is_some_and(Container::is_component) {
            // Imports of components name their extension.
            let component = program.files[at].source.facts.component().unwrap_or(DefId::MODULE);
            components.insert(id, program.files[at].def(component));
            continue;
        }
        if path.file_name().contains(".d.") { declarations.push((bare, id)) } else { layout.add(bare, id) }
    }
    for (bare, id) in declarations {
        layout.declarations.insert(id);
        layout.add(bare, id);
    }
    let packages = Packages::new(&program.manifests);
    let configs = Configs::new(&program.manifests, &packages);
    Layout { files: layout, packages, configs, components }
}

impl Files {
    fn add(&mut self, bare: &str, id: NamespaceId) {
        let mut places = vec![bare];
        if bare == "index" {
            places.push("");
        } else if let Some(folder) = bare.strip_suffix("/index") {
            places.push(folder);
        }
        for place in places {
            if !self.by_path.contains_key(place) {
                self.by_path.insert(place.to_owned(), id);
                let stem = place.rsplit('/').next().unwrap_or("").to_owned();
                self.by_stem.entry(stem).or_default().push(place.to_owned());
            }
        }
    }

    /// Whether a place is a file, with its extension or without.
    fn has_file(&self, place: &str) -> bool {
        let has = |extension: &&str| self.by_path.contains_key(&format!("{place}{extension}"));
        bare(place) != place || EXTENSIONS.iter().any(has)
    }

    fn find(&self, place: &str) -> Option<NamespaceId> {
        // `./x.js` in a TypeScript file names `x.ts`.
        self.by_path.get(place).or_else(|| self.by_path.get(bare(place))).copied()
    }

    /// The one module whose path ends in `tail`; nearest to `from` where several do.
    fn find_suffix(&self, tail: &str, from: &str) -> Option<&String> {
        let tail = bare(tail);
        let stem = tail.rsplit('/').next().unwrap_or("");
        let ends =
            |place: &&String| place.strip_suffix(tail).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        let places: Vec<&String> = self.by_stem.get(stem).into_iter().flatten().filter(ends).collect();
        if let [only] = places[..] {
            return Some(only);
        }
        let shared = |place: &str| place.bytes().zip(from.bytes()).take_while(|(a, b)| a == b).count();
        let best = places.iter().map(|place| shared(place)).max()?;
        let mut nearest = places.iter().filter(|place| shared(place) == best);
        let first = nearest.next()?;
        nearest.next().is_none().then_some(*first)
    }
}

/// Finds what an import names.
#[inline(never)]
pub fn resolve<'a>(layout: &Layout<'_>, program: &Program<'a>, file: usize, import: &'a Import) -> ImportTarget<'a> {
    let module = import.module.as_str();
    let Some(namespace) = layout.module(program.files[file].source.path.as_str(), module) else {
        return ImportTarget::Outside { module: package_name(module).to_owned() };
    };
    match import.item.as_deref() {
        Some("default") if layout.components.contains_key(&namespace) => {
            ImportTarget::Inside { namespace, path: Vec::new() }
        }
        None | Some("*") => ImportTarget::Inside { namespace, path: Vec::new() },
        Some(item) => ImportTarget::Inside { namespace, path: vec![item] },
    }
}

impl Layout<'_> {
    /// The module that a file means by a name.
    fn module(&self, from: &str, module: &str) -> Option<NamespaceId> {
        if module.starts_with('.') {
            let place = normalise(above(from).unwrap_or(""), module)?;
            let names_folder = module.ends_with(['.', '/']) || !self.files.has_file(&place);
            let main = || self.packages.main(&self.files, &place).filter(|_| names_folder);
            return main()
                .or_else(|| self.files.find(&place))
                .or_else(|| self.configs.elsewhere(&self.files, &place, from));
        }
        if module.starts_with('#')
            && let Some(found) = self.packages.private(&self.files, module, from)
        {
            return match found {
                Private::Module(id) => Some(id),
                Private::Package(name) => self.package(from, name),
            };
        }
        let guessed_alias = || {
            let tail = module.strip_prefix("@/").or_else(|| module.strip_prefix("~/"))?;
            let files = &self.files;
            let by_tail = || files.by_path.get(files.find_suffix(tail, from)?).copied();
            files.find(&below("src", tail)).or_else(|| files.find(tail)).or_else(by_tail)
        };
        self.configs.alias(&self.files, module, from).or_else(guessed_alias).or_else(|| self.package(from, module))
    }

    /// A package of the same repository, or a module of one.
    fn package(&self, from: &str, module: &str) -> Option<NamespaceId> {
        if module.starts_with("node:") {
            return None;
        }
        let name = package_name(module);
        let inner = module[name.len()..].trim_start_matches('/');
        match self.packages.named(name, from) {
            Some((folder, package)) => self.packages.inside(&self.files, folder, package, inner),
            None => self.guessed_package(from, module),
        }
    }

    /// A bare module name: a path from a root (`src/x`), or a package of the same workspace by its folder's name, where that
    /// folder has no manifest with another name.
    fn guessed_package(&self, from: &str, module: &str) -> Option<NamespaceId> {
        let mut at = above(from);
        while let Some(folder) = at {
            if module.contains('/')
                && !module.starts_with('@')
                && let Some(id) = self.files.find(&below(folder, module))
            {
                return Some(id);
            }
            at = above(folder);
        }
        let name = package_name(module);
        let inner = module[name.len()..].trim_start_matches('/');
        let folder = name.rsplit('/').next().unwrap_or(name);
        let ending = if inner.is_empty() { String::new() } else { format!("/{inner}") };
        let tails = [
            format!("packages/{folder}/src{ending}"),
            format!("libs/{folder}/src{ending}"),
            format!("{folder}/src{ending}"),
        ];
        let count = if name.starts_with('@') { 3 } else { 2 };
        let unnamed = |place: &&String| {
            let package = self.packages.around(place).filter(|(around, _)| around.rsplit('/').next() == Some(folder));
            package.is_none_or(|(_, package)| package.name.is_none())
        };
        let found = tails.iter().take(count).find_map(|tail| self.files.find_suffix(tail, tail).filter(unnamed));
        found.and_then(|place| self.files.by_path.get(place)).copied()
    }
}

/// The entry whose pattern (with one `*` at most) fits best, and what its `*` stands for.
fn matching<'t, 's, T>(entries: &'t [T], pattern: impl Fn(&T) -> &String, name: &'s str) -> Option<(&'s str, &'t T)> {
    let fits = |entry: &'t T| {
        let pattern = pattern(entry).as_str();
        let (before, star) = match pattern.split_once('*') {
            None => (pattern, (pattern == name).then_some("")),
            Some((before, after)) => (before, name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after))),
        };
        Some((!pattern.contains('*'), before.len(), star?, entry))
    };
    let best = entries.iter().filter_map(fits).max_by_key(|(is_exact, before, ..)| (*is_exact, *before));
    best.map(|(_, _, star, entry)| (star, entry))
}

/// `@scope/name/inner` -> `@scope/name`; `name/inner` -> `name`.
fn package_name(module: &str) -> &str {
    let parts = if module.starts_with('@') { 2 } else { 1 };
    let end = module.match_indices('/').nth(parts - 1).map_or(module.len(), |(at, _)| at);
    &module[..end]
}

const EXTENSIONS: [&str; 11] =
    [".d.ts", ".d.mts", ".d.cts", ".tsx", ".ts", ".mts", ".cts", ".jsx", ".js", ".mjs", ".cjs"];

/// The path without its extension; `.d.ts` counts as one.
fn bare(path: &str) -> &str {
    for extension in EXTENSIONS {
        if let Some(bare) = path.strip_suffix(extension) {
            return bare;
        }
    }
    path
}

#[rustfmt::skip]
const SCRIPT: &[&str] = &[
    "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer", "Atomics", "BigInt", "Blob",
    "Boolean", "Buffer", "CustomEvent", "DOMException", "DataView", "Date", "Error", "EvalError", "Event",
    "EventTarget", "FileReader", "FinalizationRegistry", "Float32Array", "Float64Array", "FormData", "Function",
    "Headers", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "JSON", "Map", "Math", "MessageChannel",
    "MutationObserver", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "ReadableStream",
    "ReferenceError", "Reflect", "RegExp", "Request", "ResizeObserver", "Response", "Set", "String", "Symbol",
    "SyntaxError", "TextDecoder", "TextEncoder", "TypeError", "URIError", "URL", "URLSearchParams", "Uint16Array",
    "Uint32Array", "Uint8Array", "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "WebSocket", "Worker",
    "XMLHttpRequest", "afterAll", "afterEach", "alert", "atob", "beforeAll", "beforeEach", "btoa",
    "cancelAnimationFrame", "clearImmediate", "clearInterval", "clearTimeout", "console", "crypto",
    "decodeURIComponent", "describe", "document", "encodeURIComponent", "eval", "expect", "fetch", "global",
    "globalThis", "isFinite", "isNaN", "it", "jest", "localStorage", "location", "navigator", "parseFloat",
    "parseInt", "performance", "process", "queueMicrotask", "requestAnimationFrame", "require", "sessionStorage",
    "setImmediate", "setInterval", "setTimeout", "structuredClone", "test", "undefined", "window",
];
