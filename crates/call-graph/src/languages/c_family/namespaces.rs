//! Namespaces of C++: those of one name are one, whatever file they are written in.

use crate::language_rules::Family;
use crate::modules::{ImportTarget, NamespaceId, Namespaces};
use crate::program::Program;
use facts::{DefId, DefinitionKind, Import};
use rustc_hash::FxHashMap;

/// What stands in front of the name where all of a namespace is used.
const ALL_OF: &str = "namespace ";

/// Namespaces by their dotted paths.
#[derive(Default)]
pub struct Joined {
    by_path: FxHashMap<String, NamespaceId>,
}

impl Joined {
    /// One namespace for all parts of one path. What a part keeps for its file stays in the part's own scope.
    pub fn new(program: &mut Program<'_>, spaces: &mut Namespaces) -> Self {
        let mut found = Self::default();
        for at in 0..program.files.len() {
            if program.files[at].rules.family != Family::C {
                continue;
            }
            let facts = program.files[at].facts();
            for (definition, id) in facts.definitions.iter().zip(0..).skip(1) {
                let (DefinitionKind::Module, Some(body)) = (definition.kind, definition.body) else { continue };
                let joined = found.namespace(program, spaces, &definition.path);
                let file = &program.files[at];
                spaces.of_def.insert(file.def(DefId(id)), joined);
                spaces.joined.insert(file.scope(body), joined);
            }
        }
        found
    }

    fn namespace<'a>(&mut self, program: &mut Program<'a>, spaces: &mut Namespaces, path: &'a str) -> NamespaceId {
        if let Some(known) = self.by_path.get(path) {
            return *known;
        }
        let id = spaces.add(path.to_owned(), None);
        self.by_path.insert(path.to_owned(), id);
        if let Some((outer, own)) = path.rsplit_once('.') {
            let outer = self.namespace(program, spaces, outer);
            let own = program.names.intern(own);
            spaces.set_child(outer, own, id);
        }
        id
    }

    /// What `using` names: `None` for what is no `using`.
    pub fn resolve<'a>(&self, program: &Program<'a>, file: usize, import: &'a Import) -> Option<ImportTarget<'a>> {
        let all_of = import.module.strip_prefix(ALL_OF);
        let item = import.item.as_deref().filter(|item| *item != "*");
        let (path, names) = match (all_of, item) {
            (Some(path), _) => (path, Vec::new()),
            (None, Some(item)) => (import.module.as_str(), vec![item]),
            (None, None) => return None,
        };
        let namespace = self.seen_from(program, file, import, path);
        Some(match namespace {
            Some(namespace) => ImportTarget::Inside { namespace, path: names },
            None if all_of.is_some() => ImportTarget::Local { path: Vec::new() },
            None => ImportTarget::Outside { module: import.module.clone() },
        })
    }

    /// The namespace of this path, relative to those around the import or not.
    fn seen_from(&self, program: &Program<'_>, file: usize, import: &Import, path: &str) -> Option<NamespaceId> {
        let path = path.replace("::", ".");
        let facts = program.files[file].facts();
        let mut at = Some(facts.scope(import.scope).owner);
        while let Some(id) = at {
            let definition = facts.definition(id);
            if definition.kind == DefinitionKind::Module
                && let Some(found) = self.by_path.get(&facts::dotted(&definition.path, &path))
            {
                return Some(*found);
            }
            at = definition.parent;
        }
        None
    }
}
