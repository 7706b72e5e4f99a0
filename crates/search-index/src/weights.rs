//! Every number that the order of hits depends on.
//!
//! BM25's own are the usual ones of the literature. The others were set by hand, one at a time, where the training half of
//! `cargo xtask eval search` gained and the questions of `cargo xtask eval` stayed right; `docs/search.md` has the
//! figures, and whoever changes one runs both. They are factors, so only their ratios matter: 1 changes nothing, and a value
//! below 1 sinks a hit.

use crate::field::Field;

/// How terms, fields, definitions and files are weighed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ranking {
    /// How often and where a term occurs.
    pub bm25: Bm25,
    /// What the words of a query, and the terms in their place, count for.
    pub terms: TermWeights,
    /// What a definition gains by its name and kind.
    pub definitions: DefinitionWeights,
    /// What a hit gains by its file.
    pub files: FileWeights,
    /// What a hit gains by the commits that changed its file.
    pub history: HistoryWeights,
    /// What is seldom the answer.
    pub penalties: Penalties,
    /// What a hit gains by what it means, where that is known.
    pub likeness: LikenessWeights,
}

/// The parameters of BM25F: `k1` of the saturation, and for each field its weight and its length normalisation `b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25 {
    /// How fast repeated terms stop counting.
    pub k1: f32,
    /// What one occurrence in the field counts for.
    pub weight: [f32; Field::COUNT],
    /// How far a long field counts less, from 0 (not at all) to 1.
    pub b: [f32; Field::COUNT],
}

impl Default for Bm25 {
    /// `k1` and the body's `b` are those of Robertson and Zaragoza (2009), as in Lucene. A name counts three times a
    /// body, as it is chosen to describe the definition; short fields vary little in length, so their `b` is lower.
    fn default() -> Self {
        Self { k1: 1.2, weight: [3.0, 1.2, 1.2, 1.5, 1.0], b: [0.5, 0.4, 0.5, 0.6, 0.75] }
    }
}

/// See [`Ranking::terms`]. The word as written counts 1.
#[derive(Debug, Clone, PartialEq)]
pub struct TermWeights {
    /// A part of a compound word of the query.
    pub part: f32,
    pub stem: f32,
    pub stem_of_part: f32,
    /// The short form of a long word, and the reverse (`config`, `configuration`).
    pub abbreviation: f32,
    /// The initials of neighbouring words, where they are a part of a name (`garbage collected`, `gc`).
    pub initials: f32,
    /// Neighbouring words written as one (`call graph`, `CallGraph`).
    pub joined: f32,
    /// What a word that occurs nowhere is a misspelling of; nothing is looked for where this is 0.
    pub misspelt: f32,
    /// A longer term that starts with a word which occurs nowhere.
    pub prefix: f32,
    /// A word of the same family, as a share of the word itself.
    pub relative: f32,
    /// The same where the word occurs nowhere.
    pub relative_alone: f32,
    /// What code calls that which a word of a sentence says, where the word occurs nowhere.
    pub synonym: f32,
    /// Factor for words that most questions about code contain.
    pub generic: f32,
    /// Share of a score that is kept where no word of the query matches; the rest grows with the words that do.
    pub uncovered: f32,
}

impl Default for TermWeights {
    fn default() -> Self {
        Self {
            part: 0.5,
            stem: 0.6,
            stem_of_part: 0.25,
            abbreviation: 0.4,
            initials: 0.8,
            joined: 0.8,
            misspelt: 0.9,
            prefix: 0.4,
            relative: 0.3,
            relative_alone: 0.7,
            synonym: 0.5,
            generic: 0.2,
            uncovered: 0.4,
        }
    }
}

/// See [`Ranking::definitions`].
#[derive(Debug, Clone, PartialEq)]
pub struct DefinitionWeights {
    /// How much of a chunk's score goes to the definition it belongs to.
    pub chunk_share: f32,
    /// The query gives its name, written as a name.
    pub named: f32,
    /// All words of the query together are its name.
    pub named_by_all: f32,
    /// Neighbouring words of the query are its name.
    pub named_by_phrase: f32,
    /// A plain word of the query is its name.
    pub named_by_word: f32,
    /// Added at most, where the query writes nothing but parts of its name.
    pub part_of_name: f32,
    /// Factor on both where the name differs in case or underscores.
    pub inexact: f32,
    /// Factor on both where the file has the same name.
    pub file_stem: f32,
    /// Factor on both where the owner that the query gives is around it (`Session.get`).
    pub owner: f32,
    /// Factor on both where it is not.
    pub other_owner: f32,
    /// A class or an interface: asked for more than what is in it.
    pub type_kind: f32,
    /// A field or a variable.
    pub minor: f32,
    /// A field or a variable that the query names.
    pub minor_named: f32,
    /// A function inside another one, unless the query names it.
    pub local: f32,
}

impl Default for DefinitionWeights {
    fn default() -> Self {
        Self {
            chunk_share: 0.9,
            named: 3.0,
            named_by_all: 4.0,
            named_by_phrase: 1.4,
            named_by_word: 1.5,
            part_of_name: 2.0,
            inexact: 0.75,
            file_stem: 1.5,
            owner: 1.5,
            other_owner: 0.5,
            type_kind: 1.1,
            minor: 0.5,
            minor_named: 0.8,
            local: 0.7,
        }
    }
}

/// See [`Ranking::files`].
#[derive(Debug, Clone, PartialEq)]
pub struct FileWeights {
    /// The query gives its path.
    pub named: f32,
    /// The query says that it is in this file, or in a folder around it (`router in crate-x`).
    pub place: f32,
    /// Added at most, where every word of the query is in the file's name; half of it for its folders.
    pub path_overlap: f32,
    /// Added at most, to the hits of the file of which most matches.
    pub coherence: f32,
    /// Factor for each further hit of a file, twice at most.
    pub further: f32,
    /// The same for a query that is one name: its namesakes may well share a file.
    pub further_of_name: f32,
}

impl Default for FileWeights {
    fn default() -> Self {
        Self { named: 3.0, place: 1.6, path_overlap: 0.4, coherence: 0.25, further: 0.85, further_of_name: 0.8 }
    }
}

/// See [`Ranking::history`].
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryWeights {
    /// What a word of the subjects counts for, where the file's text matches too; a body of text counts 1.
    pub with_text: f32,
    /// The same where it does not.
    pub alone: f32,
}

impl Default for HistoryWeights {
    fn default() -> Self {
        Self { with_text: 3.0, alone: 0.5 }
    }
}

/// See [`Ranking::penalties`].
#[derive(Debug, Clone, PartialEq)]
pub struct Penalties {
    /// Tests, examples and the like, unless the query is about them.
    pub aside: f32,
    /// What a build wrote.
    pub generated: f32,
    /// Copies of other projects, besides what they are sunk as asides.
    pub vendored: f32,
    /// Files that mostly export what others define.
    pub reexports: f32,
    /// TypeScript's declaration files.
    pub declarations: f32,
    /// Change logs and licences.
    pub history: f32,
    /// Other documents.
    pub documents: f32,
    /// Configuration, style sheets and what is of no known language.
    pub data: f32,
}

impl Default for Penalties {
    fn default() -> Self {
        Self {
            aside: 0.3,
            generated: 0.3,
            vendored: 0.5,
            reexports: 0.5,
            declarations: 0.7,
            history: 0.3,
            documents: 0.6,
            data: 0.5,
        }
    }
}

/// See [`Ranking::likeness`].
#[derive(Debug, Clone, PartialEq)]
pub struct LikenessWeights {
    /// Added for a definition that is as like as can be, where the best score is 1; for others by the square.
    pub definition: f32,
    /// Added to the factor 1 of the hits of a file that holds a function which is as like as can be; for others by the square.
    pub file: f32,
    /// Hits that are looked at.
    pub hits: usize,
}

impl Default for LikenessWeights {
    fn default() -> Self {
        Self { definition: 2.0, file: 2.0, hits: 50 }
    }
}
