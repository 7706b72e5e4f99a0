//! Where the builder is: the scope and definition around, and how deep.

use super::Lowering;
use facts::{DefId, Definition, ExprId, Scope, ScopeId, ScopeKind};
use std::mem::size_of;
use tree_sitter::Node;

/// Deepest nesting lowered. The stack of a wasm module is small; what lies deeper becomes [`Expr::Unknown`](facts::Expr::Unknown).
const MAX_DEPTH: u32 = 150;

impl Lowering<'_> {
    /// The scope names are bound in now.
    pub fn scope(&self) -> ScopeId {
        self.scope
    }

    /// The definition whose body is being lowered.
    pub fn definition(&self) -> DefId {
        self.definition
    }

    /// The definition whose receiver `this` and `super` mean here, as last set.
    pub fn receiver(&self) -> Option<DefId> {
        self.receiver
    }

    /// Runs `inner` with another receiver.
    pub fn with_receiver<T>(&mut self, receiver: Option<DefId>, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.receiver, receiver);
        let out = inner(self);
        self.receiver = outer;
        out
    }

    /// The innermost definition around (the current one included) for which `test` holds.
    pub fn enclosing(&self, test: impl Fn(&Definition) -> bool) -> Option<DefId> {
        let mut at = Some(self.definition);
        while let Some(id) = at {
            let definition = self.facts.definition(id);
            if test(definition) {
                return Some(id);
            }
            at = definition.parent;
        }
        None
    }

    /// The innermost function around that has a parameter of this name.
    pub fn innermost_with_parameter(&self, name: &str) -> Option<DefId> {
        self.parameters.get(name)?.last().copied()
    }

    /// Runs `inner` one level deeper; `None` where the file nests too deep to follow.
    pub fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH || !self.effort.take(1) {
            return None;
        }
        self.depth += 1;
        let out = inner(self);
        self.depth -= 1;
        Some(out)
    }

    /// A value lowered one level deeper; unknown where the file nests too deep to follow.
    pub fn deeper_value(&mut self, inner: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        self.deeper(inner).unwrap_or_else(|| self.unknown())
    }

    /// Lowers `inner` in a new scope of the current definition.
    pub fn in_scope(&mut self, kind: ScopeKind, node: Node<'_>, inner: impl FnOnce(&mut Self)) -> ScopeId {
        let id = ScopeId(self.facts.scopes.len() as u32);
        let scope = Scope {
            kind,
            parent: Some(self.scope),
            owner: self.definition,
            span: self.span(node),
            skips_class_scopes: false,
            outer_names: Vec::new(),
        };
        self.spend(size_of::<Scope>());
        self.facts.scopes.push(scope);
        let outer = std::mem::replace(&mut self.scope, id);
        self.deeper(inner);
        self.scope = outer;
        id
    }

    /// Lowers `inner`, which is at `node`, in a scope that was opened before and goes on to there.
    pub fn further_in_scope(&mut self, id: ScopeId, node: Node<'_>, inner: impl FnOnce(&mut Self)) {
        let span = self.span(node);
        let own = &mut self.facts.scopes[id.0 as usize].span;
        (own.end, own.end_line) = (span.end, span.end_line);
        let outer = std::mem::replace(&mut self.scope, id);
        self.deeper(inner);
        self.scope = outer;
    }

    /// Lowers the body of `id` in a scope of its own.
    pub fn in_body(&mut self, id: DefId, kind: ScopeKind, body: Node<'_>, inner: impl FnOnce(&mut Self)) -> ScopeId {
        let outer = self.definition;
        self.definition = id;
        let names: Vec<String> =
            self.facts.definition(id).parameters.iter().map(|parameter| parameter.name.clone()).collect();
        for name in &names {
            self.parameters.entry(name.clone()).or_default().push(id);
        }
        let scope = self.in_scope(kind, body, |cx| {
            cx.facts.definitions[id.0 as usize].body = Some(cx.scope);
            inner(cx);
        });
        for name in &names {
            self.parameters.get_mut(name).and_then(Vec::pop);
        }
        self.definition = outer;
        scope
    }

    /// Runs `inner` as if it was written right in the body of a definition around.
    pub fn in_definition(&mut self, id: DefId, inner: impl FnOnce(&mut Self)) {
        let Some(body) = self.facts.definition(id).body else { return inner(self) };
        let outer = (std::mem::replace(&mut self.scope, body), std::mem::replace(&mut self.definition, id));
        inner(self);
        (self.scope, self.definition) = outer;
    }

    /// The scope that declared a local variable of this name by [`first_here`](Self::first_here): the current one or one
    /// around it, up to and with the first scope that `ends` the search.
    pub fn declared_around(&self, name: &str, ends: impl Fn(&Scope) -> bool) -> Option<ScopeId> {
        let mut key = (self.scope, name.to_owned());
        loop {
            if self.declared.contains(&key) {
                return Some(key.0);
            }
            let here = self.facts.scope(key.0);
            key.0 = here.parent.filter(|_| !ends(here))?;
        }
    }

    /// True the first time it is asked about `name` in the current scope: a variable is defined where it is first
    /// assigned.
    pub fn first_here(&mut self, name: &str) -> bool {
        self.declared.insert((self.scope, name.to_owned()))
    }
}
