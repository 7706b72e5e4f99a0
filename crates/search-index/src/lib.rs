//! Full-text search over code: BM25F with code-aware tokens, and ranking that puts definitions first.
//!
//! Built like tantivy, at the size a browser tab needs: a `tokenizer` turns text into tokens, `postings` hold the
//! inverted index (term dictionary, packed postings, `fieldnorm`s), `query` scores documents, `collector` keeps
//! the best, `ranking` orders what a person sees, [`snippet()`] shows why.
//!
//! The key decision: there are two sorts of documents. A *symbol* document holds a definition's name, path, signature
//! and doc comment; a *chunk* document holds a bounded piece of a file's text. Both are scored alike, then a chunk's
//! score is given to the definition it belongs to, so a hit is a definition wherever there is one.
//!
//! Invariants: files are sorted by id before anything is numbered, so the same files give the same bytes in whatever
//! order they were added; scoring uses only additions, multiplications and divisions (see `query::bm25f`), so scores
//! are the same natively and in wasm; damaged bytes give an error or fewer hits, never a panic.
//!
//! Start at [`SearchIndexBuilder`], then [`SearchIndex::search`].

// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod builder;
mod collector;
mod document;
mod error;
mod field;
mod fieldnorm;
mod finder;
mod grep;
mod history;
mod index;
mod layout;
mod learned;
pub mod paged;
mod parts;
mod postings;
mod query;
mod ranking;
mod snippet;
mod summary;
mod terms;
mod tokenizer;
mod weights;

pub use builder::{FileDocument, SearchIndexBuilder};
pub use document::Symbol;
pub use error::IndexError;
pub use field::Field;
pub use finder::{Finder, Match};
pub use grep::{Grep, GrepError, GrepMatch};
pub use history::Histories;
pub use index::SearchIndex;
pub use learned::LearnedVectors;
pub use query::Query;
pub use query::filters::Filters;
pub use ranking::Hit;
pub use ranking::likeness::{Likeness, Meanings, TextOf};
pub use ranking::similar::Similar;
pub use snippet::{Snippet, SnippetLine, snippet};
pub use weights::Ranking;
