//! Which of several functions of one name a call means, by how many arguments they take and of which types.

use super::Builder;
use crate::program::Def;
use crate::rule::Rule;
use crate::rules::calls::takes_as_many;
use crate::solver::value::{Value, literal_kind};
use facts::{Call, Expr, ExprId, LiteralKind, ParameterKind};

impl Builder<'_> {
    /// Of several overloads, those that take this many arguments and, where types decide, of these types.
    #[inline(never)]
    pub(super) fn choose_overload(&self, file: u32, call: &Call, targets: &mut Vec<(Def, Rule)>) {
        let program = &self.solver.program;
        targets.retain(|(def, _)| !self.solver.is_of_other_arity(*def, call));
        if targets.len() < 2 || targets.iter().any(|(def, _)| !program.file_of(*def).rules.overloads) {
            return;
        }
        let as_many = |def: Def| takes_as_many(&program.definition(def).parameters, call);
        if targets.iter().any(|(def, _)| !program.file_of(*def).rules.typed_overloads) {
            return keep_if_any(targets, as_many);
        }
        // None of them is meant where none takes as many: what is meant was not read.
        targets.retain(|(def, _)| as_many(*def));
        keep_if_any(targets, |def| self.takes_types(file, call, def));
    }

    /// True unless an argument is known to be of another type than its parameter.
    fn takes_types(&self, file: u32, call: &Call, def: Def) -> bool {
        let own = self.solver.program.file_of_def[def.0 as usize];
        let parameters = &self.solver.program.definition(def).parameters;
        let plain = parameters.iter().filter(|parameter| parameter.kind == ParameterKind::Plain);
        plain.zip(&call.arguments).all(|(parameter, argument)| {
            argument.name.is_some() || parameter.annotation.is_none_or(|to| self.may_be(file, argument.value, own, to))
        })
    }

    /// True unless a value is known to be of another type than the one written.
    fn may_be(&self, file: u32, value: ExprId, own: u32, written: ExprId) -> bool {
        let program = &self.solver.program;
        let name = match program.expr(own, written) {
            Expr::Name { name, .. } | Expr::Attribute { name, .. } => name.as_str(),
            Expr::Generic { .. } | Expr::Collection(_) | Expr::Literal(_) => "",
            _ => return true,
        };
        if let Expr::Literal(kind) = program.expr(file, value) {
            return match program.expr(own, written) {
                Expr::Literal(to) => kind == to || *kind == LiteralKind::Null && *to == LiteralKind::Text,
                _ => is_literal_of(*kind, name),
            };
        }
        let node = self.solver.expr_node(file, value);
        let values = self.solver.values(node);
        let types = self.solver.values(self.solver.expr_node(own, written));
        if values.is_empty() || types.is_empty() || self.solver.is_saturated(node) {
            return true;
        }
        let fits = |value: Value, rule: Rule| match value {
            Value::Instance(class) => {
                let order = self.solver.hierarchy.order(class);
                types.iter().any(|(to, _)| match to {
                    Value::Class(to) => order.contains(to),
                    // A base from outside may have it among its own.
                    Value::External(_) => order.iter().any(|base| self.solver.external_bases.contains_key(base)),
                    _ => false,
                })
            }
            Value::Builtin(of) if literal_kind(program.names.text(of)).is_some() => types.iter().any(|(to, _)| {
                // What a member or an element of a constant is has the constant's name, and is of any kind.
                let is_other = |to| rule < Rule::Returned && to != of && literal_kind(program.names.text(to)).is_some();
                matches!(to, Value::Builtin(to) if !is_other(*to))
            }),
            Value::Builtin(of) => types.iter().any(|(to, _)| *to == Value::Builtin(of)),
            Value::Container(_) => !types.iter().any(|(to, _)| matches!(to, Value::Builtin(_))),
            Value::Class(_) | Value::Namespace(_) => false,
            _ => true,
        };
        values.into_iter().any(|(value, rule)| fits(value, rule))
    }
}

/// Keeps the targets that pass, or all where none does.
fn keep_if_any(targets: &mut Vec<(Def, Rule)>, passes: impl Fn(Def) -> bool) {
    let kept: Vec<(Def, Rule)> = targets.iter().filter(|(def, _)| passes(*def)).copied().collect();
    if !kept.is_empty() {
        *targets = kept;
    }
}

/// True where a constant may be given for a type of this name.
fn is_literal_of(kind: LiteralKind, name: &str) -> bool {
    const NUMBERS: [&str; 13] = [
        "byte", "decimal", "double", "float", "int", "long", "nint", "nuint", "sbyte", "short", "uint", "ulong",
        "ushort",
    ];
    match kind {
        LiteralKind::Text => name == "string",
        LiteralKind::Boolean => name == "bool",
        LiteralKind::Number => name == "char" || NUMBERS.contains(&name),
        LiteralKind::Null => name != "bool" && !NUMBERS.contains(&name),
    }
}
