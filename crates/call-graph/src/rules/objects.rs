//! Rule 4, functions of `Object` and `Array` that hand on what they are given.

use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Key, Node, Value};
use facts::{Call, Expr, LiteralKind};

impl<'a> Solver<'a> {
    /// `Object.assign(..)` and its kin, as far as the callee is a member of that global.
    pub(super) fn call_object(&mut self, file: u32, call: &'a Call, result: Node) {
        let Expr::Attribute { base, name, .. } = self.program.expr(file, call.callee) else { return };
        let Expr::Name { name: object, .. } = self.program.expr(file, *base) else { return };
        let Some(first) = call.arguments.first() else { return };
        let from = self.expr_node(file, first.value);
        if (object.as_str(), name.as_str()) == ("Object", "create")
            && matches!(self.program.expr(file, first.value), Expr::Literal(LiteralKind::Null))
        {
            let made = self.made_by(result);
            return self.add(result, Value::Container(made), Rule::Scope);
        }
        match (object.as_str(), name.as_str()) {
            ("Object", "assign") => self.assign_members(file, call, result),
            ("Object", "create" | "freeze" | "seal" | "setPrototypeOf" | "preventExtensions") => {
                self.copy(from, result, Rule::Container);
            }
            ("Object", "values") | ("Array", "from" | "of") => {
                let made = self.made_by(result);
                let to = self.stored(made, None);
                self.constrain(from, Constraint::LoadKey { key: None, to });
                if name == "from"
                    && let Some(mapped) = call.arguments.get(1)
                {
                    let function = self.expr_node(file, mapped.value);
                    let element = self.elements(made);
                    self.constrain(function, Constraint::Feed { element, result: Some(to) });
                }
                self.add(result, Value::Container(made), Rule::Container);
            }
            ("Object", "entries") => {
                let (made, pair) = (self.made_by(result), self.container());
                let to = self.field(pair, Key::Index(1));
                self.constrain(from, Constraint::LoadKey { key: None, to });
                let each = self.stored(made, None);
                self.add(each, Value::Container(pair), Rule::Container);
                self.add(result, Value::Container(made), Rule::Container);
            }
            _ => {}
        }
    }

    /// The members of the later arguments become the first one's, which is the result.
    fn assign_members(&mut self, file: u32, call: &'a Call, result: Node) {
        for (at, argument) in call.arguments.iter().enumerate() {
            let from = self.expr_node(file, argument.value);
            self.copy(from, result, Rule::Container);
            let Expr::Collection(items) = self.program.expr(file, argument.value) else { continue };
            let target = self.expr_node(file, call.arguments[0].value);
            for (key, item) in items.iter().filter(|_| at > 0) {
                if let facts::Key::Text(name) = key {
                    let name = self.program.names.intern(name);
                    let from = self.expr_node(file, *item);
                    self.constrain(target, Constraint::Store { name, from });
                }
            }
        }
    }
}
