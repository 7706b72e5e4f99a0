//! Rule 2, last part: methods below the declared one, which may run in its place.

use crate::program::Def;
use crate::solver::Solver;
use facts::DefinitionKind;

/// With more overriding methods than this, a call is no evidence of any one of them.
pub const MAX_OVERRIDES: usize = 64;

impl Solver<'_> {
    /// The methods that override `method` in classes below the receivers'.
    pub(crate) fn overrides_of(&self, method: Def, receivers: &[Def]) -> Vec<Def> {
        let definition = self.program.definition(method);
        // A function of a trait without a body runs that of a type; others without a receiver are named by their class.
        let of = self.program.enclosing_type(method).map(|class| self.program.definition(class).kind);
        let is_declared = of == Some(DefinitionKind::Interface) && definition.body.is_none();
        if definition.kind != DefinitionKind::Method || definition.is_static && !is_declared {
            return Vec::new();
        }
        // Destructors of C++ have the names of their classes, and all of them this one.
        let name = if definition.name.starts_with('~') { "~" } else { &definition.name };
        let Some(name) = self.program.names.get(name) else { return Vec::new() };
        let mut found = Vec::new();
        for class in receivers {
            for below in self.hierarchy.below(*class) {
                let Some((node, true)) = self.members.get(&(below, name)) else { continue };
                for def in self.functions_in(*node) {
                    if def != method && !found.contains(&def) {
                        found.push(def);
                    }
                }
            }
        }
        if found.len() > MAX_OVERRIDES { Vec::new() } else { found }
    }
}
