//! Rules 6 and 7: a method call on a receiver of unknown type, where few methods have that name.

use crate::program::{Def, Family, Name, Program};
use crate::rules::builtins;
use facts::{DefId, DefinitionKind};
use rustc_hash::FxHashMap;

/// The most candidates that still make edges.
pub const MAX_CANDIDATES: usize = 3;

/// Methods by name and family.
pub struct MethodNames {
    methods: FxHashMap<(Family, Name), Vec<Def>>,
    defined: rustc_hash::FxHashSet<Name>,
}

impl MethodNames {
    /// Reads every file's methods.
    pub fn new(program: &Program<'_>) -> Self {
        let mut methods: FxHashMap<(Family, Name), Vec<Def>> = FxHashMap::default();
        let mut defined = rustc_hash::FxHashSet::default();
        for file in &program.files {
            for (at, definition) in file.facts().definitions.iter().enumerate() {
                let Some(name) = program.names.get(&definition.name) else { continue };
                if definition.kind.is_callable() || definition.kind.is_type() {
                    defined.insert(name);
                }
                if definition.kind == DefinitionKind::Method && !definition.is_property {
                    methods.entry((file.family, name)).or_default().push(file.def(DefId(at as u32)));
                }
            }
        }
        Self { methods, defined }
    }

    /// Methods that a call of this name may mean. Names that the language's own types have mean nothing.
    pub fn candidates(&self, family: Family, name: Name, text: &str) -> &[Def] {
        if builtins::is_common_method(text) || (text.starts_with("__") && text.ends_with("__")) || text.len() < 3 {
            return &[];
        }
        self.methods.get(&(family, name)).map_or(&[], Vec::as_slice)
    }

    /// True where the repository defines a function or class of this name.
    pub fn is_defined(&self, name: Name) -> bool {
        self.defined.contains(&name)
    }
}
