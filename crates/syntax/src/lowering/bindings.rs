//! Bindings: the names and places that values are bound to, imports among them.

use super::Lowering;
use facts::{Binding, BindingKind, DefId, Expr, ExprId, FileFacts, Import, ImportId, ScopeId, Target};
use std::collections::HashSet;
use std::mem::size_of;
use tree_sitter::Node;

impl Lowering<'_> {
    /// `target := value` in the current scope.
    pub fn bind(&mut self, target: Target, value: Option<ExprId>, annotation: Option<ExprId>, node: Node<'_>) {
        self.bind_in(self.scope, target, value, annotation, node);
    }

    /// `name := value` in the current scope, where `name` is as written.
    pub fn bind_name(&mut self, name: Node<'_>, value: Option<ExprId>, annotation: Option<ExprId>) {
        self.bind(Target::Name(self.text(name).to_owned()), value, annotation, name);
    }

    /// Makes the last binding that of the definition which is its value, where it has such a value.
    pub fn last_binding_defines(&mut self, value: ExprId) -> Option<DefId> {
        let Expr::Function(id) = *self.facts.expr(value) else { return None };
        self.facts.bindings.last_mut()?.kind = BindingKind::Definition(id);
        Some(id)
    }

    /// `target := value` in a scope around the current one.
    pub fn bind_in(
        &mut self,
        scope: ScopeId,
        target: Target,
        value: Option<ExprId>,
        annotation: Option<ExprId>,
        node: Node<'_>,
    ) {
        let span = self.span(node);
        let kind = BindingKind::Assignment;
        self.push_binding(Binding { scope, target, kind, value, annotation, span });
    }

    pub(super) fn push_binding(&mut self, binding: Binding) {
        if self.is_exhausted() {
            return;
        }
        let name = match &binding.target {
            Target::Name(name) | Target::Attribute { name, .. } => name.len(),
            Target::Subscript { .. } => 0,
        };
        self.spend(size_of::<Binding>() + name);
        self.forget_narrowed(&binding);
        if let Target::Name(name) = &binding.target {
            self.hide_held(binding.scope, name);
        }
        self.facts.bindings.push(binding);
    }

    /// `name = value` in a language that declares its names: binds in the scope that declares `name`, also where the
    /// declaration comes later, and in the file's scope where none does. Needs
    /// [`settle_assignments`](Self::settle_assignments).
    pub fn assign(&mut self, name: &str, value: Option<ExprId>, node: Node<'_>) {
        if !self.is_exhausted() {
            self.assignments.push(self.facts.bindings.len());
        }
        self.bind(Target::Name(name.to_owned()), value, None, node);
    }

    /// Moves what [`assign`](Self::assign) bound to the scopes that declare the names. Call it once all is lowered.
    pub fn settle_assignments(&mut self) {
        let FileFacts { bindings, scopes, .. } = &mut self.facts;
        let pending: HashSet<usize> = self.assignments.iter().copied().collect();
        let declared: HashSet<(ScopeId, String)> = (bindings.iter().enumerate())
            .filter(|(i, _)| !pending.contains(i))
            .filter_map(|(_, b)| match &b.target {
                Target::Name(name) => Some((b.scope, name.clone())),
                _ => None,
            })
            .collect();
        for index in self.assignments.drain(..) {
            let Target::Name(name) = &bindings[index].target else { continue };
            let mut key = (bindings[index].scope, name.clone());
            while !declared.contains(&key) {
                match scopes[key.0.0 as usize].parent {
                    Some(parent) => key.0 = parent,
                    None => break,
                }
            }
            bindings[index].scope = key.0;
        }
    }

    /// Binds parameter `index` of `definition` in the current scope, which is its body.
    pub fn bind_parameter(&mut self, definition: DefId, index: u32, node: Node<'_>) {
        let name = self.facts.definitions[definition.0 as usize].parameters[index as usize].name.clone();
        self.bind_parameter_as(&name, definition, index, node);
    }

    /// The same where the body knows the parameter under another name than calls do.
    pub fn bind_parameter_as(&mut self, name: &str, definition: DefId, index: u32, node: Node<'_>) {
        let parameter = &self.facts.definitions[definition.0 as usize].parameters[index as usize];
        let (name, value, annotation) = (name.to_owned(), parameter.default, parameter.annotation);
        let kind = BindingKind::Parameter(definition, index);
        let span = self.span(node);
        let scope = self.scope;
        self.push_binding(Binding { scope, target: Target::Name(name), kind, value, annotation, span });
    }

    /// An import of everything leaves these names out.
    pub fn hide(&mut self, import: ImportId, names: &[&str]) {
        if self.is_exhausted() {
            return;
        }
        self.spend(names.iter().map(|name| size_of::<(ImportId, String)>() + name.len()).sum());
        self.facts.hidden.extend(names.iter().map(|name| (import, (*name).to_owned())));
    }

    /// Adds an import and binds its name (see [`Import::alias`]). `bound` is the name it binds here, if any.
    pub fn import(&mut self, import: Import, bound: Option<&str>) -> ImportId {
        let id = ImportId(self.facts.imports.len() as u32);
        if self.is_exhausted() {
            return id;
        }
        let span = import.span;
        self.spend(size_of::<Import>() + import.module.len());
        self.facts.imports.push(import);
        if let Some(name) = bound.filter(|name| !name.is_empty() && *name != "*") {
            self.push_binding(Binding {
                scope: self.scope,
                target: Target::Name(name.to_owned()),
                kind: BindingKind::Import(id),
                value: None,
                annotation: None,
                span,
            });
        }
        id
    }
}
