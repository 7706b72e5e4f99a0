//! What a name is known to hold where it is read: a constant key, which `object[name]` means, the prototype of a function, or
//! a function that makes members.

use super::Lowering;
use facts::{ExprId, ScopeId};
use std::collections::HashMap;

/// A key that is known by the name that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedKey {
    /// The name holds this text.
    Text(String),
    /// The name holds a key that nothing but it is equal to; the member is called so.
    Unique(String),
}

/// A function that makes members of what it is given, by the places of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Definer {
    /// What has the members from then on.
    pub object: usize,
    /// Its prototype has them.
    pub on_prototype: bool,
    /// What they are.
    pub members: Defined,
}

/// The members that a [`Definer`] makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defined {
    /// One, by its name, with its value or with what is run to read it.
    One { name: usize, value: usize, is_getter: bool },
    /// One, called as the function that is its value.
    OwnName(usize),
    /// All members of an argument.
    All(usize),
}

/// What a name holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Held {
    Key(NamedKey),
    /// The prototype of the function that this expression is, with the path by which that is written.
    Prototype(ExprId, String),
    /// A function of the file.
    Definer(Definer),
}

/// By name and the scope that binds it; `None` where another value is bound to the name.
pub(super) type HeldByNames = HashMap<String, HashMap<ScopeId, Option<Held>>>;

impl Lowering<'_> {
    /// `name`, bound in `scope` just now, holds such a key.
    pub fn holds_key(&mut self, scope: ScopeId, name: &str, key: NamedKey) {
        self.holds(scope, name, Held::Key(key));
    }

    /// `name`, bound in `scope` just now, holds the prototype of `function`, which is written as `path`.
    pub fn holds_prototype(&mut self, scope: ScopeId, name: &str, function: ExprId, path: String) {
        self.holds(scope, name, Held::Prototype(function, path));
    }

    /// `name` is a function of the file that makes members. What binds it in the file's scope is its definition.
    pub fn holds_definer(&mut self, name: &str, definer: Definer) {
        self.holds(ScopeId::FILE, name, Held::Definer(definer));
    }

    fn holds(&mut self, scope: ScopeId, name: &str, held: Held) {
        if !self.is_exhausted() {
            self.held_by_names.entry(name.to_owned()).or_default().insert(scope, Some(held));
        }
    }

    /// The key that `name` holds in the current scope.
    pub fn key_held_by(&self, name: &str) -> Option<&NamedKey> {
        match self.held_by(name)? {
            Held::Key(key) => Some(key),
            Held::Prototype(..) | Held::Definer(_) => None,
        }
    }

    /// The function whose prototype `name` holds in the current scope, and the path by which that is written.
    pub fn prototype_held_by(&self, name: &str) -> Option<(ExprId, &str)> {
        match self.held_by(name)? {
            Held::Prototype(function, path) => Some((*function, path)),
            Held::Key(_) | Held::Definer(_) => None,
        }
    }

    /// What the function `name` makes in the current scope.
    pub fn definer_held_by(&self, name: &str) -> Option<Definer> {
        match self.held_by(name)? {
            Held::Definer(definer) => Some(*definer),
            Held::Key(_) | Held::Prototype(..) => None,
        }
    }

    fn held_by(&self, name: &str) -> Option<&Held> {
        let by_scope = self.held_by_names.get(name)?;
        let mut scope = Some(self.scope);
        while let Some(at) = scope {
            if let Some(held) = by_scope.get(&at) {
                return held.as_ref();
            }
            scope = self.facts.scope(at).parent;
        }
        None
    }

    /// A binding hides what the name holds outside of its scope.
    pub(super) fn hide_held(&mut self, scope: ScopeId, name: &str) {
        if let Some(by_scope) = self.held_by_names.get_mut(name) {
            let held = by_scope.entry(scope).or_insert(None);
            if !matches!(held, Some(Held::Definer(_))) {
                *held = None;
            }
        }
    }
}
