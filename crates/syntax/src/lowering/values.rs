//! Values: the expressions of a file, its calls and what its functions return.

use super::Lowering;
use crate::weight::held_by;
use facts::{Argument, Call, CallId, CallKind, Expr, ExprId, Key, Return, ReturnKind};
use std::mem::size_of;
use tree_sitter::Node;

const MAX_TABLE: usize = 16;

impl Lowering<'_> {
    /// Adds a value. Literals and unknowns are kept once, and of a long table of literals only what its elements are.
    pub fn expr(&mut self, expr: Expr) -> ExprId {
        let constant = match &expr {
            Expr::Unknown => Some(0),
            Expr::Literal(kind) => Some(1 + *kind as usize),
            _ => None,
        };
        if let Some(id) = constant.and_then(|at| self.constants[at]) {
            return id;
        }
        let expr = match expr {
            Expr::Collection(items) if items.len() > MAX_TABLE && self.all_literals(&items) => {
                Expr::Collection(vec![(Key::Unknown, items[0].1)])
            }
            other => other,
        };
        let id = ExprId(self.facts.exprs.len() as u32);
        // Of a file that is given up nothing is kept: any value does.
        if self.is_exhausted() && id.0 > 0 {
            return ExprId(id.0 - 1);
        }
        if let Some(at) = constant {
            self.constants[at] = Some(id);
        }
        self.spend(size_of::<Expr>() + held_by(&expr));
        self.facts.exprs.push(expr);
        id
    }

    fn all_literals(&self, items: &[(Key, ExprId)]) -> bool {
        items.iter().all(|(_, item)| matches!(self.facts.expr(*item), Expr::Literal(_)))
    }

    /// A name read in the current scope; `at` is where it is written, or what implies it.
    pub fn name(&mut self, name: &str, at: Node<'_>) -> ExprId {
        let (scope, line) = (self.scope, self.line(at));
        self.expr(Expr::Name { name: name.to_owned(), scope, line })
    }

    /// `base.name`; `at` is where the name is written, or what implies it.
    pub fn attribute(&mut self, base: ExprId, name: &str, at: Node<'_>) -> ExprId {
        let line = self.line(at);
        self.expr(Expr::Attribute { base, name: name.to_owned(), line })
    }

    /// A value of which nothing is known.
    pub fn unknown(&mut self) -> ExprId {
        self.expr(Expr::Unknown)
    }

    /// Adds a call made by the current definition and returns its result as a value.
    pub fn call(&mut self, callee: ExprId, arguments: Vec<Argument>, kind: CallKind, node: Node<'_>) -> ExprId {
        if self.is_exhausted() {
            return self.unknown();
        }
        let id = CallId(self.facts.calls.len() as u32);
        let call = Call { callee, arguments, scope: self.scope, caller: self.definition, kind, span: self.span(node) };
        self.spend(size_of::<Call>() + call.arguments.len() * size_of::<Argument>());
        self.facts.calls.push(call);
        self.expr(Expr::Call(id))
    }

    /// Adds a value that the innermost callable around returns or yields.
    pub fn returns(&mut self, value: ExprId, kind: ReturnKind) {
        if let Some(definition) = self.enclosing(|d| d.kind.is_callable()) {
            self.facts.returns.push(Return { definition, value, kind });
        }
    }
}
