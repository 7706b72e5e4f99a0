//! Values: the expressions of a file, its calls and what its functions return.

use super::Lowering;
use crate::weight::held_by;
use facts::{Argument, Call, CallId, CallKind, Expr, ExprId, Key, LiteralKind, Return, ReturnKind};
use std::mem::size_of;
use tree_sitter::Node;

const MAX_TABLE: usize = 16;

/// A value's longest chain of links; what is further out starts anew from [`Expr::Unknown`].
const MAX_LINKS: usize = 200;

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
        let read = self.expr(Expr::Name { name: name.to_owned(), scope, line });
        self.reads.push((read, (self.origin.0 + at.start_byte()) as u32));
        read
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

    /// A value of which only the kind of literal is known.
    pub fn literal(&mut self, kind: LiteralKind) -> ExprId {
        self.expr(Expr::Literal(kind))
    }

    /// The value of a part that the text may leave out: unknown without the part.
    pub fn optional<'n>(
        &mut self,
        part: Option<Node<'n>>,
        lower: impl FnOnce(&mut Self, Node<'n>) -> ExprId,
    ) -> ExprId {
        part.map(|part| lower(self, part)).unwrap_or_else(|| self.unknown())
    }

    /// A collection of these values by position.
    pub fn tuple(&mut self, values: Vec<ExprId>) -> ExprId {
        let items = values.into_iter().enumerate().map(|(index, value)| (Key::Index(index as i64), value));
        self.expr(Expr::Collection(items.collect()))
    }

    /// A single value itself, any other number of them as a [`tuple`](Self::tuple).
    pub fn one_or_tuple(&mut self, values: Vec<ExprId>) -> ExprId {
        if let [one] = values[..] { one } else { self.tuple(values) }
    }

    /// A single value itself, else one of several.
    pub fn one_or_either(&mut self, values: Vec<ExprId>) -> ExprId {
        if let [one] = values[..] { one } else { self.expr(Expr::Either(values)) }
    }

    /// A collection of any number of elements like this one.
    pub fn list_of(&mut self, element: ExprId) -> ExprId {
        self.expr(Expr::Collection(vec![(Key::Unknown, element)]))
    }

    /// `start.a(b)[c]`: lowers the links of a chain from the innermost, which comes last, outwards. A loop, so that a
    /// long chain costs no depth.
    pub fn chain<'n>(
        &mut self,
        start: ExprId,
        links: Vec<Node<'n>>,
        mut linked: impl FnMut(&mut Self, Node<'n>, ExprId) -> ExprId,
    ) -> ExprId {
        let mut result = start;
        for (count, link) in links.into_iter().rev().enumerate() {
            let base = if count % MAX_LINKS == MAX_LINKS - 1 { self.unknown() } else { result };
            result = linked(self, link, base);
        }
        result
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
