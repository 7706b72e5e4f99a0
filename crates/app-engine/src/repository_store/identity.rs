//! The identity of a repository: what is the same from import to import, and under which its runs are stored.
//!
//! It is a random name in the repository's note; the display name identifies nothing. Repositories that were stored
//! before there were identities have none in their note. Their runs are in a folder that is named after the display
//! name in ASCII, where different names may become the same (such as names of the same length in other scripts), so
//! each run is compared with the name of the repository.

use super::names;
use source::ContentHash;

/// A repository's identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    /// The identity in its note.
    Own(String),
    /// For a repository that was stored before there were identities: its display name.
    Named(String),
}

impl Identity {
    /// A new random identity.
    pub fn fresh() -> Self {
        Self::Own(names::random())
    }

    /// The folder of its runs.
    pub fn folder(&self) -> String {
        match self {
            // A dot keeps it apart from every name in plain letters.
            Self::Own(own) => format!("id.{own}"),
            Self::Named(name) => plain_letters(name),
        }
    }

    /// Its name in addresses.
    pub fn link(&self) -> String {
        match self {
            Self::Own(own) => own.clone(),
            Self::Named(name) => format!("name.{}", ContentHash::of(name.as_bytes())),
        }
    }

    /// Whether a run in its folder belongs to it. `asked` is the name of the repository that the run is about; `shared`
    /// lists the names of the other repositories with the same folder. A run that belongs to none of them (an imported
    /// one) belongs to all.
    pub fn owns(&self, asked: &str, shared: &[String]) -> bool {
        match self {
            Self::Own(_) => true,
            Self::Named(name) => name == asked || !shared.iter().any(|other| other == asked),
        }
    }
}

/// The name of the folder of runs for a display name: ASCII letters and digits, and a dash for anything else.
fn plain_letters(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().take(40).map(plain).collect()
}
