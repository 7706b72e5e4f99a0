//! A family: things of one kind, where they are registered, what tests them.

use crate::Entry;
use crate::naming::Paths;
use code_words::path::is_aside;

/// What is said of a family of methods begins with it: what calls several of them does not register them.
pub const METHODS_OF: &str = "methods of ";

/// Things that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// What holds it together: "subclasses of `Base`", "files of `src/tools`".
    pub what: String,
    /// Its members, in the order of files.
    pub members: Vec<Entry>,
    /// The member to follow as a pattern: its place in [`members`](Self::members).
    pub pattern: usize,
    /// Members that are there for others to extend, by their places: no pattern where there is another.
    pub abstracts: Vec<usize>,
    /// Files that import or name most members, with where they first do.
    pub registered: Vec<Entry>,
    /// Tests that call or name the pattern.
    pub tested: Vec<Entry>,
    /// The name of the type that holds it together because all members extend it.
    pub extends: Option<String>,
    /// The type that several members extend or implement, where the repository has it.
    pub base: Option<Entry>,
    /// Other files of the members' folder.
    pub beside: Vec<String>,
    /// How well it is what was asked for: 0 to 100, below [`WEAK`](crate::WEAK) only because names end alike.
    pub rank: u32,
}

/// A family with its members alone.
pub(crate) fn new(what: String, members: Vec<Entry>) -> Family {
    Family {
        what,
        members,
        pattern: 0,
        abstracts: Vec::new(),
        registered: Vec::new(),
        tested: Vec::new(),
        extends: None,
        base: None,
        beside: Vec::new(),
        rank: 0,
    }
}

/// Those that extend or implement a type, and what more is said of it.
pub(crate) fn extending(base: &str, more: &str, members: Vec<Entry>) -> Family {
    Family { extends: Some(base.to_owned()), ..new(format!("types that extend or implement `{base}`{more}"), members) }
}

/// Whether an entry is of the repository's own code, not of a test, an example or the like.
pub(crate) fn is_own(entry: &Entry, paths: Paths<'_>) -> bool {
    !is_aside(paths(entry.file))
}
