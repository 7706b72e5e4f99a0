//! Whom or what a value belongs to.

use std::fmt::{self, Display, Formatter};

/// Whom or what a value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope<'c> {
    /// The person, in every repository.
    Person,
    /// One repository.
    Repository,
    /// The conversation with this id. It is a part of the name of a file: letters, digits, `-`, `_` and `.`.
    Conversation(&'c str),
}

impl Scope<'_> {
    /// As in tools, file names and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Repository => "repository",
            Self::Conversation(_) => "conversation",
        }
    }
}

impl Display for Scope<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
