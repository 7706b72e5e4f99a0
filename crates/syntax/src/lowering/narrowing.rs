//! What a branch knows of the type of a variable or field: `isinstance(x, T)`, `x instanceof T`.
//!
//! Inside the branch a read of `x` is lowered as a cast to that type, until `x` is assigned to. Behind a branch that assigns to
//! it what a class makes, `x` has that type or the one that it has where the branch does not run.

use super::Lowering;
use facts::{Binding, BindingKind, CallKind, Expr, ExprId, Target};
use tree_sitter::Node;

/// Most that is known at one place; what is beyond is not noted.
const MAX_NARROWED: usize = 32;

/// Most types of a declared union that are looked at.
const MAX_UNION: usize = 32;

/// A variable or a path of fields, as written without blanks, and the type that it has.
#[derive(Debug, Clone)]
pub struct Narrowed {
    /// `x`, `self.x`.
    pub path: String,
    /// The type, as an expression.
    pub to: ExprId,
}

impl Lowering<'_> {
    /// Runs `inner` with these types known as well.
    pub fn narrowed<T>(&mut self, known: Vec<Narrowed>, inner: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.narrow_from_here(known);
        let out = inner(self);
        self.narrow_until(mark);
        out
    }

    /// From here on these types are known as well; what is returned ends that by [`narrow_until`](Self::narrow_until).
    pub fn narrow_from_here(&mut self, known: Vec<Narrowed>) -> usize {
        let mark = self.narrowed.len();
        let room = MAX_NARROWED.saturating_sub(mark);
        self.narrowed.extend(known.into_iter().take(room).map(|known| (known.path, Some(known.to))));
        mark
    }

    /// Forgets what became known since.
    pub fn narrow_until(&mut self, mark: usize) {
        self.narrowed.truncate(mark);
    }

    /// How much is known here: for [`narrow_until`](Self::narrow_until).
    pub fn narrow_mark(&self) -> usize {
        self.narrowed.len()
    }

    /// `value`, read at `node`, as the type that is known of it.
    pub fn as_narrowed(&mut self, value: ExprId, node: Node<'_>) -> ExprId {
        if self.narrowed.is_empty() {
            return value;
        }
        let text = self.text(node);
        let known = self.narrowed.iter().rev().find(|(path, _)| path == text);
        match known.and_then(|(_, to)| *to) {
            // Whatever the variable was given before.
            Some(to) if matches!(self.facts.expr(to), Expr::Cast { .. }) => to,
            Some(to) => self.expr(Expr::Cast { value, to }),
            None => value,
        }
    }

    /// What is left of the written union of a parameter's types where its value is of none of `excluded`.
    pub fn narrowed_without(&mut self, path: &str, excluded: &[ExprId]) -> Option<Narrowed> {
        let parameters = &self.facts.definition(self.definition).parameters;
        let written = parameters.iter().find(|parameter| parameter.name == path)?.annotation?;
        let (mut left, mut open, mut all) = (Vec::new(), vec![written], 0);
        while let Some(at) = open.pop() {
            match self.facts.expr(at) {
                Expr::Either(options) if options.len() + open.len() <= MAX_UNION => open.extend(options.iter().rev()),
                _ => {
                    all += 1;
                    left.extend((!excluded.iter().any(|one| self.is_same_type(*one, at))).then_some(at));
                }
            }
        }
        let is_less = !left.is_empty() && left.len() < all;
        is_less.then(|| Narrowed { path: path.to_owned(), to: self.one_or_either(left) })
    }

    fn is_same_type(&self, one: ExprId, other: ExprId) -> bool {
        match (self.facts.expr(one), self.facts.expr(other)) {
            (Expr::Name { name: one, .. }, Expr::Name { name: other, .. }) => one == other,
            (Expr::Attribute { base, name, .. }, Expr::Attribute { base: other_base, name: other, .. }) => {
                name == other && self.is_same_type(*base, *other_base)
            }
            (Expr::Literal(one), Expr::Literal(other)) => one == other,
            _ => false,
        }
    }

    /// The class of which a call of this kind makes a value that was bound, once since `first`, to a variable.
    pub fn class_bound_since(&self, first: usize, path: &str, kind: CallKind) -> Option<ExprId> {
        let is_of = |binding: &&Binding| matches!(&binding.target, Target::Name(name) if name == path);
        let mut bound = self.facts.bindings.get(first..)?.iter().filter(is_of);
        let (Some(binding), None) = (bound.next(), bound.next()) else { return None };
        let Expr::Call(call) = self.facts.expr(binding.value?) else { return None };
        let call = &self.facts.calls[call.0 as usize];
        let is_path = matches!(self.facts.expr(call.callee), Expr::Name { .. } | Expr::Attribute { .. });
        (call.kind == kind && is_path).then_some(call.callee)
    }

    /// What is known behind a branch which binds a variable to what `class` makes, where `known` holds without the branch.
    pub fn narrowed_or(&mut self, known: Narrowed, class: ExprId) -> Narrowed {
        let is_same = self.is_same_type(known.to, class);
        let to = if is_same { known.to } else { self.expr(Expr::Either(vec![known.to, class])) };
        let value = self.unknown();
        Narrowed { to: self.expr(Expr::Cast { value, to }), ..known }
    }

    /// What is assigned to may have another type.
    pub(super) fn forget_narrowed(&mut self, binding: &Binding) {
        if self.narrowed.is_empty() || matches!(binding.kind, BindingKind::Definition(_)) {
            return;
        }
        match &binding.target {
            Target::Name(name) => {
                let is_of =
                    |path: &str| path.strip_prefix(name.as_str()).is_some_and(|rest| !rest.starts_with(is_word));
                self.narrowed.iter_mut().filter(|(path, _)| is_of(path)).for_each(|(_, to)| *to = None);
            }
            Target::Attribute { name, .. } => {
                let has = |path: &str| path.split('.').skip(1).any(|field| field == name);
                self.narrowed.iter_mut().filter(|(path, _)| has(path)).for_each(|(_, to)| *to = None);
            }
            Target::Subscript { .. } => {}
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
