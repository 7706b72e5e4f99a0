//! Search by vectors (dense search), beside a search by words.
//!
//! A model of embeddings turns a text into a vector, near in direction to those of texts that mean the same. A [`Table`]
//! has one row for each definition that has a vector: where it is, the hash of the text that was embedded, and the vector
//! as [`Quantised`], int8 with a scale. [`Table::nearest`] compares a query with every row (brute force) by integer dot
//! products; [`fuse`] merges its list with that of another search by reciprocal rank fusion.
//!
//! The key decision: no approximate index. A repository has some thousand to some hundred thousand definitions, which
//! take milliseconds to compare, and the result is exact and the same on every host: sums are of integers, and what
//! follows is one multiplication of floats.
//!
//! Nothing read from outside is trusted: see [`Table::from_pages`].

mod fusion;
mod pages;
mod quantised;
mod table;

pub use fusion::{RANK_CONSTANT, fuse};
pub use pages::{FORMAT_VERSION, Head, PageError, Pages};
pub use quantised::{NotAVector, Quantised, dot};
pub use table::{EmbeddedBy, Misfit, Nearest, Row, Table};
