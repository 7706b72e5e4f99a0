//! What a class statement runs: the metaclass of the class or of one above it, and what a class above wants to run then.

use super::Builder;
use crate::program::Def;
use crate::rule::Rule;
use crate::solver::value::Value;
use facts::{CallKind, DefId, Expr};
use rustc_hash::FxHashMap;

impl Builder<'_> {
    #[inline(never)]
    pub(super) fn class_statements(&mut self) {
        let metaclasses = self.metaclasses();
        for file in 0..self.solver.program.files.len() as u32 {
            let source = &self.solver.program.files[file as usize];
            let Some(subclass_method) = source.rules.subclass_method else { continue };
            let mut found: Vec<(Def, Def, Rule, u32)> = Vec::new();
            for (definition, at) in source.facts().definitions.iter().zip(0..) {
                let (true, Some(parent)) = (definition.kind.is_type(), definition.parent) else { continue };
                let order = self.solver.hierarchy.order(source.def(DefId(at)));
                let above = &order[1..];
                let maker = above
                    .iter()
                    .find_map(|base| metaclasses.get(base))
                    .filter(|_| !metaclasses.contains_key(&order[0]));
                let made = maker.into_iter().flat_map(|maker| self.solver.constructors_of(*maker));
                let listening =
                    above.first().into_iter().flat_map(|base| self.solver.methods_named(*base, Some(subclass_method)));
                let run = made.chain(listening).filter(|(_, rule)| *rule < Rule::Flow);
                found.extend(run.map(|(to, rule)| {
                    (source.def(parent), to, rule.max(Rule::Implicit), definition.name_span.start_line)
                }));
            }
            for (from, to, rule, line) in found {
                self.edge(file, from, to, rule, rule.confidence(), line);
            }
        }
    }

    /// The classes that are written with a metaclass, each with it.
    fn metaclasses(&self) -> FxHashMap<Def, Def> {
        let mut found = FxHashMap::default();
        for (source, file) in self.solver.program.files.iter().zip(0..) {
            let facts = source.facts();
            for call in facts.calls.iter().filter(|call| call.kind == CallKind::Implicit) {
                let Some(argument) = call.arguments.first() else { continue };
                let Expr::Function(class) = facts.expr(argument.value) else { continue };
                if !facts.definition(*class).kind.is_type() {
                    continue;
                }
                for (value, _) in self.solver.values(self.solver.expr_node(file, call.callee)) {
                    if let Value::Class(maker) = value {
                        found.entry(source.def(*class)).or_insert(maker);
                    }
                }
            }
        }
        found
    }
}
