//! What may run in place of the method that a call names: overriding methods, implementations of an interface's.

use super::Builder;
use crate::program::Def;
use crate::rule::Rule;
use crate::solver::value::Value;
use facts::{Call, DefinitionKind, Expr, ExprId};

/// As many overriding methods are each as likely as one.
const MOST_OVERRIDES: usize = 4;

/// What is left of the confidence in each of so many overriding methods.
pub(super) fn among(count: usize) -> f32 {
    MOST_OVERRIDES as f32 / count.max(MOST_OVERRIDES) as f32
}

impl Builder<'_> {
    /// Methods below the declared one, where the call is on a value rather than on a class or `super`. A bare
    /// name may be called on the receiver in some languages.
    #[inline(never)]
    pub(super) fn overriding(&mut self, file: u32, call: &Call, caller: Def, line: u32, targets: &[(Def, Rule)]) {
        let program = &self.solver.program;
        let classes: Vec<Def> = match program.expr(file, call.callee) {
            Expr::Attribute { base, .. } => {
                let receiver = self.solver.expr_node(file, *base);
                if self.solver.is_saturated(receiver) || self.constructs(file, *base) {
                    return;
                }
                // A function that a trait declares and a path names, `T::make()`, is that of a type.
                let names_declared = !program.files[file as usize].rules.protocols
                    && targets.iter().any(|(method, _)| self.is_declared_only(*method));
                let class = |(value, _)| match value {
                    Value::Instance(class) => Some(class),
                    Value::Class(class) if names_declared => Some(class),
                    _ => None,
                };
                self.solver.values(receiver).into_iter().filter_map(class).collect()
            }
            Expr::Name { .. } if program.files[file as usize].rules.bare_members => {
                let outside = || self.solver.layouts.owner(caller);
                program.enclosing_type(caller).or_else(outside).into_iter().collect()
            }
            _ => Vec::new(),
        };
        let called = self.called_values(file, call);
        if called.is_empty() && classes.is_empty() {
            return;
        }
        let classes: Vec<Def> = classes.into_iter().chain(called).collect();
        for (method, _) in targets {
            let mut overriding = self.solver.overrides_of(*method, &classes);
            overriding.extend(self.behind_embedded(*method, &classes));
            let is_only = overriding.len() == 1 && targets.len() == 1 && self.is_declared_only(*method);
            let file_of = |over: Def| self.solver.program.file_of_def[over.0 as usize];
            overriding.retain(|over| !self.solver.layouts.is_out_of_reach(file, file_of(*over)));
            let sure = if is_only { Rule::PROVEN } else { Rule::Override.confidence() * among(overriding.len()) };
            for over in overriding {
                if !targets.iter().any(|(known, _)| *known == over) {
                    self.edge(file, caller, over, Rule::Override, sure, line);
                }
            }
        }
    }

    /// A method that a struct has of an interface which is embedded in it runs that of what the field holds.
    fn behind_embedded(&self, method: Def, receivers: &[Def]) -> Vec<Def> {
        let program = &self.solver.program;
        let is_struct = |class: &Def| program.definition(*class).kind == DefinitionKind::Class;
        match program.enclosing_type(method) {
            Some(interface)
                if program.file_of(method).rules.structural_interfaces
                    && self.is_declared_only(method)
                    && receivers.iter().all(is_struct) =>
            {
                self.solver.overrides_of(method, &[interface])
            }
            _ => Vec::new(),
        }
    }

    /// The classes of values that are called themselves.
    fn called_values(&self, file: u32, call: &Call) -> Vec<Def> {
        let callee = self.solver.expr_node(file, call.callee);
        if self.solver.is_saturated(callee) || self.constructs(file, call.callee) {
            return Vec::new();
        }
        let instance = |(value, _)| if let Value::Instance(class) = value { Some(class) } else { None };
        self.solver.values(callee).into_iter().filter_map(instance).collect()
    }

    /// A method of an interface that has no code: what runs is an implementation.
    pub(super) fn is_declared_only(&self, method: Def) -> bool {
        let program = &self.solver.program;
        let of = program.enclosing_type(method).map(|class| program.definition(class).kind);
        of == Some(DefinitionKind::Interface) && program.definition(method).body.is_none()
    }

    /// The expression is a value constructed where it is used, `C().run()`, so that it is of no class below.
    fn constructs(&self, file: u32, expr: ExprId) -> bool {
        let Expr::Call(call) = self.solver.program.expr(file, expr) else { return false };
        let callee = self.solver.program.call(file, *call).callee;
        self.solver.has_only(self.solver.expr_node(file, callee), |value| matches!(value, Value::Class(_)))
    }
}
