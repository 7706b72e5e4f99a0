//! Learned words: a table of vectors for words, by which a sentence finds a function that shares no word with it.
//!
//! A word is a part of an identifier, stemmed. A [`Table`] has a vector for each, as integers with a scale. The vector
//! of a query is the sum of those of its words; that of a function the sum of those of its body, name and path, each field
//! divided by the square root of its length ([`Fields`]). How like they are is the cosine of both. Query and functions share
//! one table, and there are no other weights: see "Learned words" in `docs/search.md` for how it is fitted and
//! what it is worth.
//!
//! The key decision: only additions, multiplications, divisions, square roots and sums of integers, in a fixed order. These
//! are exact by IEEE 754, so a query has the same order of hits natively and in wasm. The logarithm is a table of
//! integers ([`dampened`]).
//!
//! Bytes read from outside are not trusted: see [`Table::from_bytes`].

mod bag;
mod fields;
mod table;

pub use bag::{Bag, Words, dampened};
pub use fields::Fields;
pub use table::{Precision, Table, TableError, cosine};

use std::sync::LazyLock;

/// The table that answers without a model use on every host: fewer words, dimensions and bits than that of the command line.
///
/// # Panics
/// The bytes that were compiled in are no table, which the tests would have shown.
pub fn small() -> &'static Table {
    static SMALL: LazyLock<Table> = LazyLock::new(|| {
        let bytes = include_bytes!("../table/small.bin");
        Table::from_bytes(bytes).expect("the table was read when this program was tested")
    });
    &SMALL
}
