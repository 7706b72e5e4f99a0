//! Rule 5: getters run by reading, and the methods that iteration runs.

use crate::language_rules::Iteration;
use crate::program::{Accessor, Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Key, Node};

impl Solver<'_> {
    /// An element of a value of an own class: what its iterator or subscript method returns.
    pub(crate) fn load_key_of_instance(&mut self, class: Def, rule: Rule, key: Option<Key>, to: Node) {
        let constant = match key {
            Some(Key::Text(name)) => Some(name),
            _ => None,
        };
        let rules = self.program.file_of(class).rules;
        if rules.keys_are_members && key.is_some() {
            if let Some(name) = constant {
                let from = self.node();
                self.add(from, crate::solver::value::Value::Instance(class), rule);
                self.constrain(from, Constraint::Load { name, to });
            }
            return;
        }
        match (key, rules.subscript_method, rules.iteration) {
            (Some(_), Some(method), _) | (None, _, Iteration::Next(method)) => self.result_of(class, method, to),
            (None, _, Iteration::Iterator(iter, next)) => {
                let elements = self.iterated(class, iter, next);
                self.copy(elements, to, Rule::Returned);
            }
            _ => {}
        }
    }

    /// The elements of a value of a class: a generator's elements, or what `next` returns. Made once a class: an
    /// iterator that returns itself would otherwise never end.
    fn iterated(&mut self, class: Def, iter: &'static str, next: &'static str) -> Node {
        if let Some(elements) = self.iterations.get(&class) {
            return *elements;
        }
        let elements = self.node();
        self.iterations.insert(class, elements);
        let iterator = self.node();
        self.result_of(class, iter, iterator);
        self.result_of(class, next, elements);
        self.constrain(iterator, Constraint::LoadKey { key: None, to: elements });
        elements
    }

    /// What assigning to this member of a value of the class runs.
    pub(crate) fn setters_of(&self, class: Def, name: Name) -> Vec<(Def, Rule)> {
        if !self.setter_names.contains(&name) {
            return Vec::new();
        }
        let mut found = self.methods_of(class, name);
        found.retain(|(def, _)| self.program.accessor(*def) == Some(Accessor::Setter));
        found
    }

    fn result_of(&mut self, class: Def, method: &'static str, to: Node) {
        for (def, _) in self.methods_named(class, Some(method)) {
            let returned = self.return_node(def);
            self.copy(returned, to, Rule::Returned);
        }
    }
}
