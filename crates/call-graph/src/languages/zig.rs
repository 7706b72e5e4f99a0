//! Zig: a file is a module and a type, found by its path; modules by the names that `build.zig` gives them.

use crate::language_rules::{Family, LanguageRules};
use crate::modules::{self, ImportTarget, NamespaceId, Namespaces, normalise};
use crate::program::{Def, Program};
use compact_sort::CompactSort;
use facts::{DefId, Import, Project};
use rustc_hash::FxHashMap;

/// What resolution needs to know.
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Zig,
    files_are_types: true,
    receiver_is_argument: true,
    values_narrow: false,
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    /// Files by their paths.
    by_path: FxHashMap<String, usize>,
    /// The type that each file is.
    pub types: FxHashMap<NamespaceId, Def>,
    /// Folders of `build.zig` with the names and the first files of modules, the innermost folders first.
    builds: Vec<(String, Vec<(String, String)>)>,
    /// Zig's own library, where the repository has it.
    library: Option<usize>,
}

/// Makes a namespace for each file.
pub fn lay_out(program: &Program<'_>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    for at in 0..program.files.len() {
        if program.files[at].rules.family != Family::Zig {
            continue;
        }
        let path = program.files[at].source.path.as_str();
        let id = spaces.add_file(program, at, modules::dotted(path));
        spaces.of_file[at] = id;
        layout.types.insert(id, program.files[at].def(DefId::MODULE));
        layout.by_path.insert(path.to_owned(), at);
        if path == "std/std.zig" || path.ends_with("/std/std.zig") {
            layout.library = layout.library.or(Some(at));
        }
    }
    for manifest in &program.manifests {
        if let Project::Zig(build) = &manifest.project {
            layout.builds.push((manifest.path.parent().to_owned(), build.modules.clone()));
        }
    }
    layout.builds.compact_sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.0.cmp(&b.0)));
    layout
}

/// The file or module that `@import` names, and what is read of it.
#[inline(never)]
pub fn resolve<'a>(
    layout: &Layout,
    program: &Program<'a>,
    spaces: &Namespaces,
    file: usize,
    import: &'a Import,
) -> ImportTarget<'a> {
    match layout.find(program, file, &import.module) {
        Some(found) => {
            let item = import.item.as_deref().filter(|item| *item != "*");
            let path = item.map_or_else(Vec::new, |item| item.split('.').collect());
            ImportTarget::Inside { namespace: spaces.of_file[found], path }
        }
        None => ImportTarget::Outside { module: import.module.clone() },
    }
}

impl Layout {
    fn find(&self, program: &Program<'_>, file: usize, module: &str) -> Option<usize> {
        let path = &program.files[file].source.path;
        if module.ends_with(".zig") {
            return self.by_path.get(&normalise(path.parent(), module)?).copied();
        }
        let is_around = |folder: &str| {
            folder.is_empty() || path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        let around = self.builds.iter().filter(|(folder, _)| is_around(folder));
        let named = around.flat_map(|(_, modules)| modules).find(|(name, _)| name == module);
        match named {
            Some((_, first)) => self.by_path.get(first).copied(),
            None => self.library.filter(|_| module == "std"),
        }
    }
}
