//! Imports of all that a module has.

use super::NamespaceId;
use crate::program::Name;

/// What one import brings.
pub struct Wildcard {
    /// The module that has it.
    pub space: NamespaceId,
    /// Names that are left out.
    pub hidden: Vec<Name>,
    /// A condition chooses this one or another one.
    pub is_one_of_several: bool,
}

impl Wildcard {
    /// All of a module.
    pub fn of(space: NamespaceId) -> Self {
        Self { space, hidden: Vec::new(), is_one_of_several: false }
    }

    /// True unless it leaves the name out.
    pub fn has(&self, name: Name) -> bool {
        !self.hidden.contains(&name)
    }
}
