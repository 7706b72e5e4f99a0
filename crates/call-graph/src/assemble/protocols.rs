//! A function that a protocol declares runs the implementation for the type of its first argument.

use super::Builder;
use super::overriding::among;
use crate::program::Def;
use crate::rule::Rule;
use crate::rules::overrides::MAX_OVERRIDES;
use crate::solver::value::Value;
use facts::Call;

impl Builder<'_> {
    /// Edges to implementations of what a protocol declares: to that for the type of the first argument where it is known, which
    /// nothing is below, else to any.
    #[inline(never)]
    pub(super) fn implementations(&mut self, file: u32, call: &Call, caller: Def, line: u32, targets: &[(Def, Rule)]) {
        for (method, _) in targets {
            let program = &self.solver.program;
            if !program.file_of(*method).rules.protocols || !self.is_declared_only(*method) {
                continue;
            }
            let Some(protocol) = program.enclosing_type(*method) else { continue };
            let below = self.solver.hierarchy.below(protocol);
            let name = Some(program.definition(*method).name.as_str());
            let of_types = self.of_types(file, call, protocol);
            let is_meant =
                |class: &Def| of_types.as_ref().is_none_or(|paths| paths.contains(&program.definition(*class).path));
            let mut classes: Vec<Def> = below.iter().copied().filter(is_meant).collect();
            let is_known = of_types.is_some() && classes.len() == 1;
            if classes.is_empty() {
                // Of a type that has none there is that for any.
                classes = below.into_iter().collect();
            }
            let own = |class: Def| self.solver.methods_named(class, name).into_iter().map(|(def, _)| def);
            let found: Vec<Def> = classes.into_iter().flat_map(own).filter(|def| def != method).collect();
            let found: Vec<Def> = found.into_iter().filter(|def| !self.solver.is_of_other_arity(*def, call)).collect();
            if found.len() > MAX_OVERRIDES {
                continue;
            }
            let sure = if is_known { Rule::PROVEN } else { Rule::Override.confidence() * among(found.len()) };
            for def in found {
                self.edge(file, caller, def, Rule::Override, sure, line);
            }
        }
    }

    /// The names of the implementations for what the first argument is known to be: `Protocol.Type`.
    fn of_types(&self, file: u32, call: &Call, protocol: Def) -> Option<Vec<String>> {
        let program = &self.solver.program;
        let node = self.solver.expr_node(file, call.arguments.first()?.value);
        if self.solver.is_saturated(node) {
            return None;
        }
        let outer = &program.definition(protocol).path;
        let path = |(value, _): (Value, Rule)| match value {
            Value::Instance(class) => Some(facts::dotted(outer, &program.definition(class).path)),
            _ => None,
        };
        // The literal of a struct is a container as well.
        let is_typed = |(value, _): &(Value, Rule)| !matches!(value, Value::Container(_));
        let paths: Option<Vec<String>> = self.solver.values(node).into_iter().filter(is_typed).map(path).collect();
        paths.filter(|paths| !paths.is_empty())
    }
}
