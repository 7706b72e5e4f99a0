//! Where names live.

use crate::DefId;
use serde::{Deserialize, Serialize};
use source::Span;

/// Index into [`FileFacts::scopes`](crate::FileFacts::scopes). 0 is the file's scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScopeId(pub u32);

impl ScopeId {
    /// The file's own scope.
    pub const FILE: Self = Self(0);
}

/// How a scope takes part in lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeKind {
    /// A file, or a module or namespace inside it.
    Module,
    /// A class body. In Python, not seen by the functions inside it; in Java, seen.
    Class,
    /// A function or lambda body with its parameters.
    Function,
    /// A block with bindings of its own, a comprehension, a catch clause.
    Block,
}

/// One scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// Its kind.
    pub kind: ScopeKind,
    /// The scope around it; `None` for the file's.
    pub parent: Option<ScopeId>,
    /// The definition whose body it is part of.
    pub owner: DefId,
    /// Where it holds.
    pub span: Span,
    /// True where class scopes must be passed over when a lookup leaves this scope (Python functions).
    pub skips_class_scopes: bool,
    /// Names that a `global` or `nonlocal` statement sends outwards: (name, to the module).
    pub outer_names: Vec<(String, bool)>,
}
