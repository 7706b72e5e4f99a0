//! Definitions: what a language knows of one, and the entry made of it in the facts.

use super::{Lowering, MAX_SIGNATURE, cut};
use crate::weight::of_definition;
use facts::{Binding, BindingKind, DefId, Definition, DefinitionKind, Expr, ExprId, Target};
use tree_sitter::Node;

const MAX_DOC: usize = 2000;

impl Lowering<'_> {
    /// A definition of `kind` called `name`, spanning `node`, named by `name_node`, for a language to fill in and
    /// [`define`](Self::define): that sets its path, parent, scope and body.
    pub fn draft(&self, kind: DefinitionKind, name: &str, node: Node<'_>, name_node: Node<'_>) -> Definition {
        Definition::new(kind, name.to_owned(), self.span(node), self.span(name_node))
    }

    /// Adds a definition as a child of the current one and binds its name in the current scope (not for lambdas and
    /// members reached through a type only: pass `bind: false`). `expr` of the binding is [`Expr::Function`].
    pub fn define(&mut self, mut definition: Definition, bind: bool) -> DefId {
        let id = DefId(self.facts.definitions.len() as u32);
        if self.is_exhausted() {
            return DefId(id.0 - 1);
        }
        if definition.name.is_empty() {
            definition.name = "<lambda>".to_owned();
        }
        definition.path = facts::dotted(&self.facts.definitions[self.definition.0 as usize].path, &definition.name);
        definition.parent = Some(self.definition);
        definition.scope = self.scope;
        definition.signature = fold(&definition.signature, MAX_SIGNATURE);
        definition.doc = definition.doc.map(|doc| cut(doc.trim(), MAX_DOC).to_owned()).filter(|doc| !doc.is_empty());
        if definition.kind.is_type() {
            self.types.insert(definition.name.clone(), id);
        }
        self.spend(of_definition(&definition));
        self.facts.definitions.push(definition);
        if bind {
            let value = self.expr(Expr::Function(id));
            self.bind_definition(id, value);
        }
        id
    }

    /// Binds the name of `id` in the current scope to `value`: [`Expr::Function`], or what decorators make of it.
    pub fn bind_definition(&mut self, id: DefId, value: ExprId) {
        let definition = &self.facts.definitions[id.0 as usize];
        let (target, span) = (Target::Name(definition.name.clone()), definition.name_span);
        let (scope, kind) = (self.scope, BindingKind::Definition(id));
        self.push_binding(Binding { scope, target, kind, value: Some(value), annotation: None, span });
    }

    /// The last type of this name so far.
    pub fn last_type(&self, name: &str) -> Option<DefId> {
        self.types.get(name).copied()
    }
}

/// A head on one line, cut at a character boundary: white space folded to single blanks, and none just inside of brackets
/// that were opened or closed at the break of a line.
fn fold(text: &str, max: usize) -> String {
    let mut folded = String::with_capacity(text.len().min(max));
    for line in text.lines() {
        let mut is_first = true;
        for word in line.split_whitespace() {
            let closes = is_first && word.starts_with([')', ']']);
            if closes {
                let inside = folded.strip_suffix(',').unwrap_or(&folded).len();
                folded.truncate(inside);
            }
            if !(folded.is_empty() || closes || is_first && folded.ends_with(['(', '['])) {
                folded.push(' ');
            }
            folded.push_str(word);
            is_first = false;
            if folded.len() > max {
                return cut(&folded, max).to_owned();
            }
        }
    }
    cut(&folded, max).to_owned()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn a_head_over_several_lines_reads_as_if_written_on_one() {
        let written = "fn open(\n    path: &Path,\n    modes: [\n        u8; 2\n    ],\n)  -> Result<\n    File,\n>";
        assert_eq!(fold(written, 200), "fn open(path: &Path, modes: [u8; 2]) -> Result< File, >");
        assert_eq!(fold("def f( a, ):", 200), "def f( a, ):", "what is written on one line is as it is written");
        assert_eq!(fold("def f(\n    a", 200), "def f(a");
        assert_eq!(fold("\u{e4}\u{e4}\n\u{e4}", 4), "\u{e4}\u{e4}");
    }
}
