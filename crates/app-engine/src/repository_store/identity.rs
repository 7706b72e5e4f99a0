//! What makes a repository the same one from import to import: its runs are kept under it.
//!
//! It is a random name in the repository's note; what the repository is called is only shown. Repositories that were
//! stored before there were identities have none in their note: their runs lie under their name in plain letters, in
//! which many names are alike (in scripts other than Latin all of a length), so that each run is asked whose it is.

use super::names;

/// A repository's identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    /// The one in its note.
    Own(String),
    /// Of a repository stored before there were identities, by this name.
    Named(String),
}

impl Identity {
    /// A new one.
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

    /// Whether a run in its folder is its own, given the name of the repository that the run asked. `shared` lists the
    /// names of the other repositories that have that folder: what belongs to none of them (runs that were brought in
    /// from elsewhere) is everyone's.
    pub fn owns(&self, asked: &str, shared: &[String]) -> bool {
        match self {
            Self::Own(_) => true,
            Self::Named(name) => name == asked || !shared.iter().any(|other| other == asked),
        }
    }
}

/// A name as folders of runs were called: letters and digits of ASCII, and a dash for anything else.
fn plain_letters(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().take(40).map(plain).collect()
}
