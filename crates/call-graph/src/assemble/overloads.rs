//! Which of several functions of one name a call means, by how many arguments they take and of which types.

use super::Builder;
use crate::language_rules::{CONTAINER, INSTANCE, TypedOverloads};
use crate::program::Def;
use crate::rule::Rule;
use crate::rules::calls::takes_as_many;
use crate::solver::value::{Value, literal_kind};
use facts::{Call, DefinitionKind, Expr, ExprId, LiteralKind, ParameterKind};

/// How well a value fits a parameter; of all arguments the worst counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Of a call: another number of arguments is taken.
    OtherNumber,
    /// It is known to be of another type.
    No,
    /// Its type is not known, or is one among several that the parameter takes.
    May,
    /// It is of the very type.
    Exact,
}

impl Fit {
    fn may(fits: bool) -> Self {
        if fits { Self::May } else { Self::No }
    }
}

impl Builder<'_> {
    /// Of several overloads, those that take this many arguments and, where types decide, of these types: those of the class, or
    /// else those that it inherits.
    #[inline(never)]
    pub(super) fn choose_overload(&self, file: u32, call: &Call, targets: &mut Vec<(Def, Rule)>) {
        let program = &self.solver.program;
        targets.retain(|(def, _)| !self.solver.is_of_other_arity(*def, call));
        let Some(&(first, rule)) = targets.first() else { return };
        if targets.iter().any(|(def, _)| !program.file_of(*def).rules.overloads) {
            return;
        }
        let typed = targets.iter().map(|(def, _)| program.file_of(*def).rules.typed_overloads);
        let Some(Some(typed)) = typed.reduce(|one, other| one.filter(|_| other.is_some())) else {
            let as_many = |def: Def| takes_as_many(&program.definition(def).parameters, call);
            return if targets.len() > 1 {
                keep_if_any(targets, as_many)
            };
        };
        let name = |def: Def| program.definition(def).name.as_str();
        let are_overloads = targets.iter().all(|(def, _)| name(*def) == name(first));
        let inherited = if are_overloads { self.inherited_overloads(first) } else { Vec::new() };
        if targets.len() < 2 && inherited.is_empty() {
            return;
        }
        let fit = |def: Def| self.takes(file, call, def, typed);
        let own: Vec<Fit> = targets.iter().map(|(def, _)| fit(*def)).collect();
        let best = own.iter().copied().max().unwrap_or(Fit::No);
        if best < Fit::May {
            let fitting = inherited.into_iter().map(|def| (fit(def), def)).filter(|(fit, _)| *fit >= Fit::May);
            let fitting: Vec<(Fit, Def)> = fitting.collect();
            if let Some(most) = fitting.iter().map(|(fit, _)| *fit).max() {
                let kept = fitting.into_iter().filter(|(fit, _)| *fit == most);
                *targets = kept.map(|(_, def)| (def, rule.max(Rule::Inherited))).collect();
                return;
            }
        }
        // What takes the very types is the most specific of what has one name; else all that may be meant stay. None of them is
        // meant where none takes as many: what is meant was not read.
        let least = match best {
            Fit::Exact if are_overloads => Fit::Exact,
            Fit::Exact | Fit::May => Fit::May,
            Fit::No | Fit::OtherNumber => Fit::No,
        };
        if targets.len() > 1 {
            let mut own = own.into_iter();
            targets.retain(|_| own.next().is_none_or(|fit| fit >= least));
        }
    }

    /// Methods of the name that the class of a method inherits.
    fn inherited_overloads(&self, def: Def) -> Vec<Def> {
        let program = &self.solver.program;
        let definition = program.definition(def);
        let class = program.enclosing_type(def).filter(|_| definition.kind != DefinitionKind::Constructor);
        let (Some(class), Some(name)) = (class, program.names.get(&definition.name)) else { return Vec::new() };
        let order = self.solver.hierarchy.order(class);
        let members = order.iter().skip(1).filter_map(|base| self.solver.members.get(&(*base, name)));
        members.flat_map(|(node, _)| self.solver.functions_in(*node)).collect()
    }

    /// How well the arguments fit.
    fn takes(&self, file: u32, call: &Call, def: Def, typed: &TypedOverloads) -> Fit {
        let own = self.solver.program.file_of_def[def.0 as usize];
        let parameters = &self.solver.program.definition(def).parameters;
        if !takes_as_many(parameters, call) {
            return Fit::OtherNumber;
        }
        let plain = parameters.iter().filter(|parameter| parameter.kind == ParameterKind::Plain);
        let fit = call.arguments.iter().enumerate().map(|(at, argument)| {
            let parameter = match &argument.name {
                Some(name) => plain.clone().find(|parameter| parameter.name == *name),
                None => plain.clone().nth(at),
            };
            let to = parameter.and_then(|parameter| parameter.annotation);
            to.map_or(Fit::May, |to| self.fit(file, argument.value, (own, to), typed))
        });
        let worst = fit.min().unwrap_or(Fit::Exact);
        // Values of a list that are written one by one are taken where nothing else takes them.
        let is_rest = parameters.iter().any(|parameter| parameter.kind == ParameterKind::Rest);
        if is_rest || plain.count() != call.arguments.len() { worst.min(Fit::May) } else { worst }
    }

    /// How well a value fits the type that is written.
    fn fit(&self, file: u32, value: ExprId, (own, written): (u32, ExprId), typed: &TypedOverloads) -> Fit {
        let program = &self.solver.program;
        let name = match program.expr(own, written) {
            Expr::Name { name, .. } | Expr::Attribute { name, .. } => name.as_str(),
            Expr::Generic { .. } | Expr::Collection(_) | Expr::Literal(_) => "",
            _ => return Fit::May,
        };
        let types = self.solver.values(self.solver.expr_node(own, written));
        if let Expr::Literal(kind) = program.expr(file, value) {
            return match program.expr(own, written) {
                Expr::Literal(to) if kind == to => Fit::Exact,
                Expr::Literal(to) => Fit::may(*kind == LiteralKind::Null && *to == LiteralKind::Text),
                _ => {
                    // A parameter of a generic function takes anything.
                    let is_parameter = types.is_empty() && name.starts_with(char::is_uppercase);
                    let is_own = types.iter().any(|(value, _)| matches!(value, Value::Class(_)));
                    let takes = (typed.takes_constant)(*kind, name) && (*kind == LiteralKind::Null || !is_own);
                    Fit::may(is_parameter || takes)
                }
            };
        }
        let node = self.solver.expr_node(file, value);
        let values = self.solver.values(node);
        if values.is_empty() || types.is_empty() || self.solver.is_saturated(node) {
            return Fit::May;
        }
        let (takes_own, name_of) = (typed.takes_own, |name| program.names.text(name));
        let has_outer_base = |class: Def| {
            let order = self.solver.hierarchy.order(class);
            order.iter().any(|base| self.solver.external_bases.contains_key(base))
        };
        let one = |value: Value, rule: Rule, to: Value| match (value, to) {
            (Value::Instance(class), Value::Class(to)) if class == to => Fit::Exact,
            (Value::Instance(class), Value::Class(to)) => Fit::may(self.solver.hierarchy.order(class).contains(&to)),
            // A base from outside may have it among its own.
            (Value::Instance(class), Value::External(_)) => Fit::may(has_outer_base(class)),
            (Value::Instance(class), Value::Builtin(to)) => {
                let is_text = literal_kind(name_of(to)).is_some();
                Fit::may(!is_text && has_outer_base(class) || takes_own(INSTANCE, name_of(to)))
            }
            (Value::Instance(_), _) => Fit::No,
            // What a member or an element of a constant is has the constant's name, and is of any kind.
            (Value::Builtin(of), Value::Builtin(_))
                if rule >= Rule::Returned && literal_kind(name_of(of)).is_some() =>
            {
                Fit::May
            }
            (Value::Builtin(of), Value::Builtin(to)) if of == to => Fit::Exact,
            (Value::Builtin(of), Value::Builtin(to)) => Fit::may(takes_own(name_of(of), name_of(to))),
            (Value::Builtin(_), _) => Fit::No,
            (Value::Container(_), Value::Builtin(to)) => Fit::may(takes_own(CONTAINER, name_of(to))),
            // An object that is declared as one is a value of its type.
            (Value::Class(class), Value::Class(to)) => Fit::may(self.solver.hierarchy.order(class).contains(&to)),
            (Value::Class(_), Value::Builtin(to)) => Fit::may(literal_kind(name_of(to)).is_none()),
            (Value::Namespace(_), _) => Fit::No,
            (Value::Function(_), Value::Builtin(to)) => Fit::may(literal_kind(name_of(to)).is_none()),
            _ => Fit::May,
        };
        let fits = values.into_iter().flat_map(|(value, rule)| types.iter().map(move |(to, _)| (value, rule, *to)));
        fits.map(|(value, rule, to)| one(value, rule, to)).max().unwrap_or(Fit::No)
    }
}

/// Keeps the targets that pass, or all where none does.
fn keep_if_any(targets: &mut Vec<(Def, Rule)>, passes: impl Fn(Def) -> bool) {
    let kept: Vec<(Def, Rule)> = targets.iter().filter(|(def, _)| passes(*def)).copied().collect();
    if !kept.is_empty() {
        *targets = kept;
    }
}
