//! Rule 2, where classes are functions: calls and assignments that make one function inherit from another.

use crate::program::Def;
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::hierarchy::Hierarchy;
use crate::solver::value::Value;
use facts::{Call, CallKind, Expr, ExprId, ParameterKind, Target};

impl<'a> Solver<'a> {
    /// A function that is called where it is written and nowhere else: its arguments are what its parameters hold. Classes are
    /// compiled to such calls, so that what they are given and return has to be known before bases are.
    pub(crate) fn call_functions_in_place(&mut self, file: u32) {
        let source = &self.program.files[file as usize];
        if !source.rules.constructor_functions {
            return;
        }
        for (call, at) in source.facts().calls.iter().zip(0..) {
            let Some(def) = self.called_in_place(file, call) else { continue };
            for (argument, place) in call.arguments.iter().take_while(|argument| !argument.spread).zip(0..) {
                let from = self.expr_node(file, argument.value);
                let parameter = self.program.definition(def).parameters.get(place as usize);
                let is_plain = parameter.is_some_and(|parameter| parameter.kind == ParameterKind::Plain);
                if let Some(to) = self.parameter_nodes.get(&(def, place)).copied().filter(|_| is_plain) {
                    self.copy(from, to, Rule::Flow);
                }
            }
            let (returned, result) = (self.return_node(def), self.call_result(file, facts::CallId(at)));
            self.copy(returned, result, Rule::Returned);
        }
    }

    fn called_in_place(&self, file: u32, call: &Call) -> Option<Def> {
        let Expr::Function(def) = self.program.expr(file, call.callee) else { return None };
        let def = self.program.files[file as usize].def(*def);
        let definition = self.program.definition(def);
        (call.kind == CallKind::Call && definition.kind.is_callable() && !definition.is_async).then_some(def)
    }

    /// Adds the bases that a file gives to its functions.
    pub(crate) fn read_inheritance(&mut self, file: u32, hierarchy: &mut Hierarchy) {
        let source = &self.program.files[file as usize];
        if !source.rules.constructor_functions {
            return;
        }
        let facts = source.facts();
        let by_calls = facts.calls.iter().filter_map(|call| self.inheriting_call(file, call));
        let by_assignments = facts.bindings.iter().filter_map(|binding| {
            let Target::Attribute { base, name } = &binding.target else { return None };
            let value = binding.value?;
            match name.as_str() {
                "prototype" => Some((*base, self.made_of_prototype(file, value)?)),
                "__proto__" => Some((self.prototype_of(file, *base)?, self.prototype_of(file, value)?)),
                _ => None,
            }
        });
        let written: Vec<(ExprId, ExprId)> = by_calls.chain(by_assignments).collect();
        for (class, base) in written {
            let bases = self.values(self.expr_node(file, base));
            for class in self.classes_in(file, class) {
                for (value, _) in &bases {
                    match *value {
                        Value::Class(base) => hierarchy.add(class, base),
                        Value::Function(base) if self.is_constructor(base) => hierarchy.add(class, base),
                        Value::External(id) => {
                            self.external_bases.entry(class).or_insert(id);
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    fn classes_in(&self, file: u32, expr: ExprId) -> Vec<Def> {
        let class = |(value, _)| match value {
            Value::Class(class) => Some(class),
            Value::Function(def) if self.is_constructor(def) => Some(def),
            _ => None,
        };
        self.values(self.expr_node(file, expr)).into_iter().filter_map(class).collect()
    }

    /// `inherits(Sub, Base)`, `Object.setPrototypeOf(Sub.prototype, Base.prototype)`.
    fn inheriting_call(&self, file: u32, call: &Call) -> Option<(ExprId, ExprId)> {
        let [class, base, ..] = &call.arguments[..] else { return None };
        let (Expr::Name { name, .. } | Expr::Attribute { name, .. }) = self.program.expr(file, call.callee) else {
            return None;
        };
        if name == "setPrototypeOf" {
            return Some((self.prototype_of(file, class.value)?, self.prototype_of(file, base.value)?));
        }
        let inherits = self.program.files[file as usize].rules.inheriting_calls;
        inherits.contains(&name.as_str()).then_some((class.value, base.value))
    }

    /// `Object.create(Base.prototype)`, `new Base()`.
    fn made_of_prototype(&self, file: u32, value: ExprId) -> Option<ExprId> {
        let Expr::Call(call) = self.program.expr(file, value) else { return None };
        let call = self.program.call(file, *call);
        match self.program.expr(file, call.callee) {
            _ if call.kind == CallKind::New => Some(call.callee),
            Expr::Attribute { name, .. } if name == "create" => self.prototype_of(file, call.arguments.first()?.value),
            _ => None,
        }
    }

    /// The function whose prototype an expression is.
    fn prototype_of(&self, file: u32, expr: ExprId) -> Option<ExprId> {
        match self.program.expr(file, expr) {
            Expr::Attribute { base, name, .. } if name == "prototype" => Some(*base),
            _ => None,
        }
    }
}
