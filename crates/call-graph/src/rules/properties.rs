//! Rule 5: getters run by reading, and the methods that iteration runs.

use crate::program::{Def, Family};
use crate::rules::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Key, Node};

impl Solver<'_> {
    /// An element of a value of an own class: what its iterator or subscript method gives.
    pub(crate) fn load_key_of_instance(&mut self, class: Def, rule: Rule, key: Option<Key>, to: Node) {
        let constant = match key {
            Some(Key::Text(name)) => Some(name),
            _ => None,
        };
        match self.program.file_of(class).family {
            Family::Script => {
                if let Some(name) = constant {
                    let from = self.node();
                    self.add(from, crate::solver::value::Value::Instance(class), rule);
                    self.constrain(from, Constraint::Load { name, to });
                }
            }
            Family::Python if key.is_some() => self.result_of(class, "__getitem__", to),
            Family::Python => {
                let elements = self.iterated(class);
                self.copy(elements, to, Rule::Returned);
            }
            Family::Rust => {
                self.result_of(class, "next", to);
            }
            _ => {}
        }
    }

    /// What iterating over a value of a class gives: a generator's elements, or what `__next__` returns. Made once a
    /// class: an iterator that returns itself would otherwise never end.
    fn iterated(&mut self, class: Def) -> Node {
        if let Some(elements) = self.iterations.get(&class) {
            return *elements;
        }
        let elements = self.node();
        self.iterations.insert(class, elements);
        let iterator = self.node();
        self.result_of(class, "__iter__", iterator);
        self.result_of(class, "__next__", elements);
        self.constrain(iterator, Constraint::LoadKey { key: None, to: elements });
        elements
    }

    fn result_of(&mut self, class: Def, method: &'static str, to: Node) {
        let Some(name) = self.program.names.get(method) else { return };
        let order = self.hierarchy.order(class);
        let found = order.iter().find_map(|base| self.members.get(&(*base, name)));
        let functions = found.map(|(node, _)| self.functions_in(*node)).unwrap_or_default();
        for def in functions {
            let returned = self.return_node(def);
            self.copy(returned, to, Rule::Returned);
        }
    }
}
