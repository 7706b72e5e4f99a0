//! Whom or what a value belongs to.

use std::fmt::{self, Display, Formatter};

/// Whom or what a value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The person, in every repository.
    Person,
    /// One repository.
    Repository,
    /// One conversation about a repository.
    Conversation,
}

impl Scope {
    /// As in tools, file names and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Repository => "repository",
            Self::Conversation => "conversation",
        }
    }
}

impl Display for Scope {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
