//! Rule 5: methods that syntax and the language's own functions run without naming them.

use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Node, Value};
use facts::{Call, Expr};

impl Solver<'_> {
    /// The methods that a global of the language runs of its first argument: `str(x)`, `list(x)`. Only classes that the
    /// argument is known to be of.
    pub(crate) fn run_by_global(&self, file: u32, call: &Call, global: Name) -> Vec<(Def, Rule)> {
        let text = self.program.names.text(global);
        let implicit = &self.program.files[file as usize].rules.implicit;
        let is_written = matches!(self.program.expr(file, call.callee), Expr::Name { name, .. } if name == text);
        let first = call.arguments.first().filter(|first| first.name.is_none() && !first.spread);
        let (true, Some(first)) = (is_written, first) else { return Vec::new() };
        let value = self.expr_node(file, first.value);
        if implicit.iterating_globals.contains(&text) {
            return self.run_by_iterating(file, value);
        }
        self.run_of(value, implicit.of_global(text))
    }

    /// What iterating runs: the method that gives the iterator, and the iterator's own.
    fn run_by_iterating(&self, file: u32, value: Node) -> Vec<(Def, Rule)> {
        let crate::language_rules::Iteration::Iterator(start, step) = self.program.files[file as usize].rules.iteration
        else {
            return Vec::new();
        };
        let mut found = self.run_of(value, &[start]);
        for (iterator, rule) in found.clone() {
            let Some(returned) = self.known_return(iterator) else { continue };
            let steps = self.run_of(returned, &[step]).into_iter();
            found.extend(steps.map(|(method, within)| (method, rule.max(within))));
        }
        found
    }

    /// What runs where the class of a value has not the method that syntax names, and what of the other operand.
    pub(crate) fn run_instead(&self, file: u32, call: &Call) -> Vec<(Def, Rule)> {
        let Expr::Attribute { base, name, .. } = self.program.expr(file, call.callee) else { return Vec::new() };
        let implicit = &self.program.files[file as usize].rules.implicit;
        let found = self.run_of(self.expr_node(file, *base), implicit.instead_of(name));
        if !found.is_empty() {
            return found;
        }
        let reflected = implicit.reflected.iter().find(|(method, _)| method == name);
        match (reflected, call.arguments.first()) {
            (Some((_, other)), Some(argument)) => self.run_of(self.expr_node(file, argument.value), &[other]),
            _ => Vec::new(),
        }
    }

    /// For each class that a value is known to be of, the first of these methods that it has.
    fn run_of(&self, value: Node, methods: &[&str]) -> Vec<(Def, Rule)> {
        if methods.is_empty() || self.is_saturated(value) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (value, rule) in self.values(value) {
            let Value::Instance(class) = value else { continue };
            let own = methods.iter().map(|method| self.methods_named(class, Some(method))).find(|own| !own.is_empty());
            for (method, within) in own.into_iter().flatten() {
                let is_sure = rule < Rule::Flow && within < Rule::Returned;
                found.push((method, if is_sure { Rule::Implicit } else { rule.max(within) }));
            }
        }
        found
    }
}
