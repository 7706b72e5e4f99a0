//! Elixir: one namespace, in which every module has its whole name; the files do not matter.

use crate::language_rules::{Family, KeptByFile, LanguageRules, OuterNames};
use crate::modules::{ImportTarget, NamespaceId, Namespaces};
use crate::program::Program;
use facts::{DefId, DefinitionKind, Import};
use rustc_hash::{FxHashMap, FxHashSet};

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Elixir,
    globals: KERNEL,
    calling_globals: Some(&["apply", "spawn", "spawn_link", "spawn_monitor", "tap", "then", "update_in"]),
    outer_names: OuterNames::PackageOrModule,
    package_scope: true,
    kept_by_file: KeptByFile::AllButConstants,
    overloads: true,
    arity_decides: true,
    fields_apart: true,
    // A callback that the module itself implements.
    signatures_without_body: true,
    protocols: true,
    container_types: &["list"],
    given_members: &["__info__", "__struct__", "exception", "impl_for", "impl_for!", "message", "module_info"],
    ..LanguageRules::OTHER
};

/// Modules, and what `use` takes over of them, by their whole names.
#[derive(Default)]
pub struct Layout {
    by_name: FxHashMap<String, NamespaceId>,
}

/// Makes the one namespace, and one for what each module has. A module's own bindings are found by its whole name.
pub fn lay_out(program: &Program<'_>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    let mut shared = None;
    let is_elixir = |at: &usize| program.files[*at].rules.family == Family::Elixir;
    let files: Vec<usize> = (0..program.files.len()).filter(is_elixir).collect();
    for at in &files {
        spaces.of_file[*at] = *shared.get_or_insert_with(|| spaces.add(String::new(), None));
    }
    let imports = files.iter().flat_map(|at| &program.files[*at].facts().imports);
    let quoting: FxHashSet<&str> = imports.filter(|i| i.level == 1).map(|i| i.module.as_str()).collect();
    for at in &files {
        let file = &program.files[*at];
        // The first is the file itself.
        let definitions = file.facts().definitions.iter().zip(0..).skip(1);
        for (definition, id) in definitions {
            let Some(body) = definition.body else { continue };
            let is_module = definition.kind == DefinitionKind::Module;
            // Code that `use` takes over is quoted in the body of a function.
            let is_quoting = definition.kind.is_callable() && quoting.contains(definition.path.as_str());
            if !is_module && !definition.kind.is_type() && !is_quoting {
                continue;
            }
            let space = spaces.add(definition.path.clone(), Some(file.scope(body)));
            layout.by_name.entry(definition.path.clone()).or_insert(space);
            if is_module {
                spaces.of_def.insert(file.def(DefId(id)), space);
            }
        }
    }
    layout
}

/// The module that an import names, by its whole name.
#[inline(never)]
pub fn resolve<'a>(layout: &Layout, import: &'a Import) -> ImportTarget<'a> {
    match layout.by_name.get(&import.module) {
        Some(namespace) => {
            let item = import.item.as_deref().filter(|item| *item != "*");
            ImportTarget::Inside { namespace: *namespace, path: item.into_iter().collect() }
        }
        None => ImportTarget::Outside { module: import.module.clone() },
    }
}

/// What `Kernel` and `Kernel.SpecialForms` have, and what tests call.
#[rustfmt::skip]
const KERNEL: &[&str] = &[
    "abs", "and", "apply", "assert", "assert_in_delta", "assert_raise", "assert_receive", "assert_received", "async",
    "binary_part", "binary_slice", "binding", "bit_size", "byte_size", "capture_io", "capture_log", "ceil", "dbg",
    "def", "defdelegate", "defexception", "defguard", "defguardp", "defimpl", "defmacro", "defmacrop", "defmodule",
    "defoverridable", "defp", "defprotocol", "defstruct", "destructure", "div", "doctest", "elem", "exit", "floor",
    "flunk", "function_exported?", "get_and_update_in", "get_in", "hd", "if", "import", "in", "inspect", "is_atom",
    "is_binary", "is_bitstring", "is_boolean", "is_exception", "is_float", "is_function", "is_integer", "is_list",
    "is_map", "is_map_key", "is_nil", "is_number", "is_pid", "is_port", "is_reference", "is_struct", "is_tuple",
    "length", "macro_exported?", "make_ref", "map_size", "match?", "max", "min", "node", "not", "on_exit", "or",
    "pop_in", "put_elem", "put_in", "quote", "raise", "refute", "refute_receive", "refute_received", "rem", "reraise",
    "round", "self", "send", "setup", "setup_all", "sigil_c", "sigil_r", "sigil_s", "sigil_w", "spawn", "spawn_link",
    "spawn_monitor", "start_supervised", "start_supervised!", "struct", "struct!", "super", "tap", "then", "throw",
    "tl", "to_charlist", "to_string", "to_timeout", "trunc", "tuple_size", "unless", "unquote", "unquote_splicing",
    "update_in", "use", "var!", "with",
];
