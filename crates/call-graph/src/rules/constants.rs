//! Rule 1 in languages whose constants are looked up in the classes around, wherever these are opened.

use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Node, Value};
use facts::ScopeId;

impl Solver<'_> {
    /// A constant that no scope of the file binds: of a class around, inherited by the innermost, of the repository, of
    /// the language, else from outside. A name that is no constant is a function outside of classes.
    pub(crate) fn constant(&mut self, file: usize, scope: ScopeId, name: Name) -> Node {
        let text = self.program.names.text(name);
        if !text.starts_with(char::is_uppercase) {
            let found = self.functions_of_all(name);
            return if found.is_empty() { self.global(file, scope, name) } else { self.join(found) };
        }
        let around = self.types_around(file, scope);
        for class in &around {
            if let Some(&(member, true)) = self.members.get(&(*class, name)) {
                return member;
            }
        }
        let node = self.node();
        if let Some(innermost) = around.first() {
            let class = self.node();
            self.add(class, Value::Class(*innermost), Rule::Member);
            self.constrain(class, Constraint::Load { name, to: node });
        }
        let outer = self.find_variable(self.spaces.get(self.spaces.of_file[file]).scope, name);
        match outer {
            Some(outer) => self.copy(outer, node, Rule::Scope),
            None if self.program.files[file].rules.is_global(text) => self.add(node, Value::Builtin(name), Rule::Scope),
            None => {
                let value = self.external(text);
                self.add(node, value, Rule::Import);
            }
        }
        node
    }

    /// The types around a scope, innermost first.
    fn types_around(&self, file: usize, scope: ScopeId) -> Vec<Def> {
        let source = &self.program.files[file];
        let mut found = Vec::new();
        let mut at = Some(source.def(source.facts().scope(scope).owner));
        while let Some(def) = at {
            if self.program.definition(def).kind.is_type() {
                found.push(self.program.class_of(def));
            }
            at = self.program.parent(def);
        }
        found
    }
}
