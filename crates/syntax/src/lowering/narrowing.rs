//! What a branch knows of the type of a variable or field: `isinstance(x, T)`, `x instanceof T`.
//!
//! Inside the branch a read of `x` is lowered as a cast to that type, until `x` is assigned to.

use super::Lowering;
use facts::{Binding, BindingKind, Expr, ExprId, Target};
use tree_sitter::Node;

/// Most that is known at one place; what is beyond is not noted.
const MAX_NARROWED: usize = 32;

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
            Some(to) => self.expr(Expr::Cast { value, to }),
            None => value,
        }
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
