//! The fields of a document and what each counts for.

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

/// What BM25F is told: `k1` of the saturation, and for each field its weight and its length normalisation `b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// How fast repeated terms stop counting.
    pub k1: f32,
    /// What one occurrence in the field counts for.
    pub weight: [f32; Field::COUNT],
    /// How far a long field counts less, from 0 (not at all) to 1.
    pub b: [f32; Field::COUNT],
}

impl Default for Weights {
    fn default() -> Self {
        Self { k1: 1.2, weight: [3.0, 1.2, 1.2, 1.5, 1.0], b: [0.5, 0.4, 0.5, 0.6, 0.75] }
    }
}
