//! What a test framework passes in: a parameter of a test or of a fixture is what the fixture of its name returns.

use crate::program::Def;
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Node};
use facts::Definition;

impl<'a> Solver<'a> {
    /// A parameter of a test or of a fixture, without a default, gets what the fixture of its name gives.
    pub(crate) fn inject(&mut self, file: u32, definition: &'a Definition, def: Def, name: &'a str, to: Node) {
        if self.fixtures.is_empty() || !(definition.is_test || self.fixtures.contains(def)) {
            return;
        }
        let path = self.program.files[file as usize].source.path.as_str();
        let class = self.program.enclosing_type(def);
        let Some(fixture) = self.fixtures.find(class, path, name).filter(|it| it.def != def) else { return };
        let given = self.return_node(fixture.def);
        if fixture.yields {
            self.constrain(given, Constraint::LoadKey { key: None, to });
        } else {
            // A parametrized test has values of its own under that name.
            self.copy(given, to, Rule::Flow);
        }
    }
}
