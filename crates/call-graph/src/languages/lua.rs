//! Lua: a file is a module, found by the end of its path; what no file says is a global.

use super::c_family::linkage::nearest;
use crate::language_rules::{Family, LanguageRules, OuterNames};
use crate::modules::{ImportTarget, Namespaces, without_extension};
use crate::program::Program;
use facts::Import;
use rustc_hash::FxHashMap;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Lua,
    globals: LUA,
    calling_globals: Some(&["pcall", "xpcall", "coroutine"]),
    passing_globals: &["assert", "ipairs", "pairs", "select", "setmetatable", "unpack"],
    outer_names: OuterNames::Global,
    keys_are_members: true,
    renamed_exports: true,
    call_method: Some("__call"),
    dynamic_members: &["__index"],
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    /// Files by the last name of their module.
    by_name: FxHashMap<String, Vec<usize>>,
}

/// Finds the files by name. Files keep the namespaces that all files get.
pub fn lay_out(program: &Program<'_>) -> Layout {
    let mut layout = Layout::default();
    for (file, at) in program.files.iter().zip(0..) {
        if file.rules.family == Family::Lua {
            let module = module_of(file.source.path.as_str());
            let name = module.rsplit('/').next().unwrap_or(module);
            layout.by_name.entry(name.to_owned()).or_default().push(at);
        }
    }
    layout
}

/// `a/b` of `a/b.lua` and of `a/b/init.lua`.
fn module_of(path: &str) -> &str {
    let module = without_extension(path);
    module.strip_suffix("/init").unwrap_or(module)
}

/// The file that `require` names.
#[inline(never)]
pub fn resolve<'a>(
    layout: &Layout,
    program: &Program<'a>,
    spaces: &Namespaces,
    file: usize,
    import: &'a Import,
) -> ImportTarget<'a> {
    match layout.find(program, file, &import.module) {
        Some(found) => ImportTarget::Inside { namespace: spaces.of_file[found], path: Vec::new() },
        None => ImportTarget::Outside { module: import.module.clone() },
    }
}

impl Layout {
    /// The nearest file whose path ends with the module's.
    fn find(&self, program: &Program<'_>, file: usize, module: &str) -> Option<usize> {
        let path = module.replace('.', "/");
        let path = path.trim_start_matches('/');
        let name = path.rsplit('/').next().unwrap_or(path);
        let ends_so = |at: &usize| {
            let whole = module_of(program.files[*at].source.path.as_str());
            *at != file && whole.strip_suffix(path).is_some_and(|front| front.is_empty() || front.ends_with('/'))
        };
        let fitting: Vec<usize> = self.by_name.get(name)?.iter().copied().filter(ends_so).collect();
        match nearest(program, file, fitting)[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

#[rustfmt::skip]
const LUA: &[&str] = &[
    "_G", "_VERSION", "after_each", "arg", "assert", "before_each", "bit", "bit32", "collectgarbage", "coroutine",
    "debug", "describe", "dofile", "error", "getfenv", "getmetatable", "io", "ipairs", "it", "jit", "load", "loadfile",
    "loadstring", "love", "math", "module", "next", "ngx", "os", "package", "pairs", "pcall", "pending", "print",
    "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setfenv", "setmetatable", "setup", "string",
    "table", "teardown", "tonumber", "tostring", "type", "unpack", "utf8", "vim", "xpcall",
];
