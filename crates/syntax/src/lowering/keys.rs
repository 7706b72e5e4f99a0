//! Names that hold a constant key: what `object[name]` means where `name` is such a one.

use super::Lowering;
use facts::ScopeId;
use std::collections::HashMap;

/// A key that is known by the name that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedKey {
    /// The name holds this text.
    Text(String),
    /// The name holds a key that nothing but it is equal to; the member is called so.
    Unique(String),
}

/// By name and the scope that binds it; `None` where another value is bound to the name.
pub(super) type NamedKeys = HashMap<String, HashMap<ScopeId, Option<NamedKey>>>;

impl Lowering<'_> {
    /// `name`, bound in `scope` just now, holds such a key.
    pub fn holds_key(&mut self, scope: ScopeId, name: &str, key: NamedKey) {
        if !self.is_exhausted() {
            self.named_keys.entry(name.to_owned()).or_default().insert(scope, Some(key));
        }
    }

    /// The key that `name` holds in the current scope.
    pub fn key_held_by(&self, name: &str) -> Option<&NamedKey> {
        let by_scope = self.named_keys.get(name)?;
        let mut scope = Some(self.scope);
        while let Some(at) = scope {
            if let Some(key) = by_scope.get(&at) {
                return key.as_ref();
            }
            scope = self.facts.scope(at).parent;
        }
        None
    }

    /// A binding hides what the name holds outside of its scope.
    pub(super) fn hide_key(&mut self, scope: ScopeId, name: &str) {
        if let Some(by_scope) = self.named_keys.get_mut(name) {
            by_scope.insert(scope, None);
        }
    }
}
