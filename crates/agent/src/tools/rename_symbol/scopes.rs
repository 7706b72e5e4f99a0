//! What a name means at a place, by the scopes and bindings of a file.

use facts::{Binding, BindingKind, FileFacts, Import, ScopeId, ScopeKind, Target};

/// The scopes of one file.
#[derive(Clone, Copy)]
pub(super) struct Scopes<'f> {
    pub facts: &'f FileFacts,
}

impl<'f> Scopes<'f> {
    /// The innermost scope at a byte.
    pub fn at(self, byte: usize) -> ScopeId {
        let holds = |span: &source::Span| span.start as usize <= byte && byte < span.end as usize;
        let scopes = (0u32..).zip(&self.facts.scopes).filter(|(_, scope)| holds(&scope.span));
        // Of equal spans the later scope is the inner one.
        let innermost = scopes.min_by_key(|(id, scope)| (scope.span.end - scope.span.start, u32::MAX - id));
        innermost.map_or(ScopeId::FILE, |(id, _)| ScopeId(id))
    }

    /// The bindings of a name in one scope.
    pub fn bindings<'n>(self, scope: ScopeId, name: &'n str) -> impl Iterator<Item = &'f Binding> + use<'f, 'n> {
        let is_name = move |binding: &&Binding| matches!(&binding.target, Target::Name(other) if other == name);
        self.facts.bindings.iter().filter(move |binding| binding.scope == scope).filter(is_name)
    }

    /// The scopes in which a name is looked up from `scope`, up to the one that binds it; `None` if none does.
    pub fn lookup(self, scope: ScopeId, name: &str) -> Option<Vec<ScopeId>> {
        let (mut at, mut passed, mut skips_classes) = (Some(scope), Vec::new(), false);
        while let Some(id) = at {
            let scope = self.facts.scope(id);
            let outer = scope.outer_names.iter().find(|(other, _)| other == name);
            if let Some((_, true)) = outer {
                passed.push(ScopeId::FILE);
                return self.bindings(ScopeId::FILE, name).next().map(|_| passed);
            }
            let is_seen = !(skips_classes && scope.kind == ScopeKind::Class);
            if is_seen {
                passed.push(id);
                if outer.is_none() && self.bindings(id, name).next().is_some() {
                    return Some(passed);
                }
            }
            skips_classes |= scope.skips_class_scopes;
            at = scope.parent;
        }
        None
    }

    /// The import that binds a name as seen from `scope`.
    pub fn import_of(self, scope: ScopeId, name: &str) -> Option<&'f Import> {
        let passed = self.lookup(scope, name)?;
        self.bindings(*passed.last()?, name).find_map(|binding| match binding.kind {
            BindingKind::Import(import) => self.facts.imports.get(import.0 as usize),
            _ => None,
        })
    }
}
