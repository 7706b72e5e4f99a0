//! The fields of a document.

/// A part of a document that is weighed on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The definition's own name.
    Name,
    /// The dotted names around it and the file's path.
    Path,
    /// The head of the definition.
    Signature,
    /// Doc comment or docstring.
    Docs,
    /// The text of a chunk.
    Body,
}

impl Field {
    /// How many fields there are.
    pub const COUNT: usize = 5;

    /// Every field, in the order of its bit in a posting.
    pub const ALL: [Self; Self::COUNT] = [Self::Name, Self::Path, Self::Signature, Self::Docs, Self::Body];
}
