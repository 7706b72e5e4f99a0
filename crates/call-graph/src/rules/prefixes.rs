//! Rule 4: members by the beginning of their names, as a dispatch table that a class is: `getattr(self, "visit_" + kind)`.

use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Node, Value};
use compact_sort::CompactSort;
use facts::DefinitionKind;
use rustc_hash::FxHashMap;

impl Solver<'_> {
    /// The methods of a value, of its bases and of the classes below whose names begin with `prefix` reach `to`: which of
    /// them is meant is not known, as of the elements of a container.
    pub(crate) fn load_prefix(&mut self, node: Node, value: Value, rule: Rule, prefix: Name, to: Node) {
        let (Value::Instance(class) | Value::Class(class)) = value else { return };
        if !self.complete {
            self.deferred.push((node, value, rule, Constraint::LoadPrefix { prefix, to }));
            return;
        }
        let text = self.program.names.text(prefix);
        let order = self.hierarchy.order(class);
        let below = self.hierarchy.below(class);
        for holder in order.iter().copied().chain(below) {
            for name in self.methods_beginning(holder, text) {
                if let Some(&(member, _)) = self.members.get(&(holder, name)) {
                    self.copy(member, to, rule.max(Rule::Container));
                }
            }
        }
    }

    fn methods_beginning(&mut self, class: Def, prefix: &str) -> Vec<Name> {
        let names = self.method_names.take().unwrap_or_else(|| self.names_of_methods());
        let of_class = names.get(&class).map_or(&[][..], Vec::as_slice);
        let begins = |name: &&Name| self.program.names.text(**name).starts_with(prefix);
        let found = of_class.iter().filter(begins).copied().collect();
        self.method_names = Some(names);
        found
    }

    fn names_of_methods(&self) -> FxHashMap<Def, Vec<Name>> {
        let mut names: FxHashMap<Def, Vec<Name>> = FxHashMap::default();
        for &(class, name) in self.members.keys() {
            if self.program.definition(class).kind != DefinitionKind::Function {
                names.entry(class).or_default().push(name);
            }
        }
        for names in names.values_mut() {
            names.compact_sort_by(|a, b| self.program.names.text(*a).cmp(self.program.names.text(*b)));
        }
        names
    }
}
