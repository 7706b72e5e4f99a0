//! The table: words, and a vector for each.
//!
//! Stored, little endian: `QWRD`, the version (1 byte), dimensions (2), words (4); then each word as its length (1) and its
//! bytes, ascending; the scale of each (2); the numbers of each, one byte a dimension.

use crate::bag::Words;
use crate::fields::{Fields, of_query};
use dense_search::Quantised;
use limits::index::{LEARNED_BYTES, LEARNED_WORD_BYTES, LEARNED_WORDS};
use limits::model::DIMENSIONS;
use rustc_hash::FxHashMap;

const MAGIC: &[u8] = b"QWRD";
const VERSION: u8 = 1;

/// Bytes that are no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// They begin otherwise.
    #[error("this is no table of words")]
    NotATable,
    /// They are of a version that is not read.
    #[error("the table of words has version {0}; version {VERSION} is read")]
    Version(u8),
    /// There are more of them, of its words or its dimensions than is read.
    #[error("the table of words is too large")]
    TooLarge,
    /// They end early or late, or a word is empty, too long, no UTF-8 or not in order.
    #[error("the table of words is damaged")]
    Damaged,
}

/// Vectors of words. Immutable.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    dimensions: usize,
    /// By number, ascending.
    words: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
    /// What the integers of a word are multiplied by. Only their ratios matter.
    scales: Vec<u16>,
    /// By number of the word, then by dimension.
    values: Vec<i8>,
}

impl Table {
    /// Of words, ascending, with a vector of `dimensions` numbers each.
    ///
    /// # Errors
    /// They are too many, not in order, or the numbers are not as many as the words times the dimensions.
    pub fn of(words: &[String], dimensions: usize, vectors: &[f32]) -> Result<Self, TableError> {
        check_size(words.len(), dimensions)?;
        if vectors.len() != words.len() * dimensions {
            return Err(TableError::Damaged);
        }
        let largest = |row: &[f32]| row.iter().fold(0.0f32, |most, value| most.max(value.abs()));
        let most = largest(vectors).max(f32::MIN_POSITIVE);
        let (mut scales, mut values) = (Vec::new(), Vec::new());
        for row in vectors.chunks(dimensions) {
            let own = largest(row);
            scales.push((own / most * f32::from(u16::MAX)).round() as u16);
            values.extend(row.iter().map(|value| (value / own.max(f32::MIN_POSITIVE) * 127.0).round() as i8));
        }
        let words: Vec<Box<str>> = words.iter().map(|word| word.as_str().into()).collect();
        Self::assemble(dimensions, words, scales, values)
    }

    fn assemble(
        dimensions: usize,
        words: Vec<Box<str>>,
        scales: Vec<u16>,
        values: Vec<i8>,
    ) -> Result<Self, TableError> {
        let is_word = |word: &str| !word.is_empty() && word.len() < LEARNED_WORD_BYTES;
        if !words.iter().all(|word| is_word(word)) || !words.is_sorted_by(|a, b| a < b) {
            return Err(TableError::Damaged);
        }
        let numbers = words.iter().cloned().zip(0..).collect();
        Ok(Self { dimensions, words, numbers, scales, values })
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote. Never panics, and reserves no more memory than the bytes account for.
    ///
    /// # Errors
    /// The bytes are no table, or too many: see [`TableError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableError> {
        if bytes.len() > LEARNED_BYTES {
            return Err(TableError::TooLarge);
        }
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(TableError::NotATable)?;
        let [version] = take(&mut rest)?;
        if version != VERSION {
            return Err(TableError::Version(version));
        }
        let dimensions = usize::from(u16::from_le_bytes(take(&mut rest)?));
        let count = u32::from_le_bytes(take(&mut rest)?) as usize;
        check_size(count, dimensions)?;
        let words = (0..count).map(|_| word(&mut rest)).collect::<Result<Vec<_>, _>>()?;
        let (scales, values) = rest.split_at_checked(count * 2).ok_or(TableError::Damaged)?;
        if values.len() != count * dimensions {
            return Err(TableError::Damaged);
        }
        let scales = scales.as_chunks::<2>().0.iter().map(|scale| u16::from_le_bytes(*scale)).collect();
        Self::assemble(dimensions, words, scales, values.iter().map(|value| value.cast_signed()).collect())
    }

    /// The table as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.push(VERSION);
        // Sizes were checked when the table was made.
        out.extend((self.dimensions as u16).to_le_bytes());
        out.extend((self.words.len() as u32).to_le_bytes());
        for word in &self.words {
            out.push(word.len() as u8);
            out.extend(word.as_bytes());
        }
        out.extend(self.scales.iter().flat_map(|scale| scale.to_le_bytes()));
        out.extend(self.values.iter().map(|value| value.cast_unsigned()));
        out
    }

    /// How many words it has.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Numbers of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Reads texts as words of this table.
    pub fn reader<'t>(&self) -> Words<'t, impl FnMut(&str) -> Option<u32>> {
        Words::new(|stem: &str| self.numbers.get(stem).copied())
    }

    /// The vector of a query; `None` where the table has none of its words.
    pub fn query(&self, text: &str) -> Option<Quantised> {
        self.sum(&of_query(&self.reader().bag(text)))
    }

    /// The vector of a function; `None` where the table has none of its words.
    pub fn function(&self, fields: &Fields) -> Option<Quantised> {
        self.sum(&fields.weighed())
    }

    /// The sum of the vectors of words, by their weights, as a vector of length 1.
    fn sum(&self, words: &[(u32, f32)]) -> Option<Quantised> {
        let mut sum = vec![0.0f32; self.dimensions];
        for &(word, weight) in words {
            let at = word as usize * self.dimensions;
            let (row, scale) = (self.values.get(at..at + self.dimensions)?, self.scales.get(word as usize)?);
            let factor = weight * f32::from(*scale);
            sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += factor * f32::from(*value));
        }
        // Vectors that cancel each other out point nowhere.
        Quantised::of(&sum).ok()
    }
}

fn check_size(words: usize, dimensions: usize) -> Result<(), TableError> {
    let fits = words <= LEARNED_WORDS && (1..=DIMENSIONS.min(usize::from(u16::MAX))).contains(&dimensions);
    if fits { Ok(()) } else { Err(TableError::TooLarge) }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], TableError> {
    let (taken, left) = rest.split_first_chunk::<N>().ok_or(TableError::Damaged)?;
    *rest = left;
    Ok(*taken)
}

fn word(rest: &mut &[u8]) -> Result<Box<str>, TableError> {
    let [length] = take(rest)?;
    let (word, left) = rest.split_at_checked(usize::from(length)).ok_or(TableError::Damaged)?;
    *rest = left;
    std::str::from_utf8(word).map(Into::into).map_err(|_| TableError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dense_search::dot;
    use proptest::prelude::*;

    fn table() -> Table {
        let words = ["network", "payment", "retri", "transient"].map(str::to_owned);
        Table::of(&words, 3, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.1, 2.0, 0.2, 0.0, 1.9]).unwrap()
    }

    fn cosine(a: &Quantised, b: &Quantised) -> f32 {
        dot(&a.values, &b.values) as f32 * a.scale * b.scale
    }

    #[test]
    fn a_query_is_near_to_a_function_without_a_word_in_common() {
        let table = table();
        let of = |body| {
            let mut words = table.reader();
            table.function(&Fields { body: words.bag(body), ..Fields::default() }).unwrap()
        };
        let query = table.query("transient trouble").unwrap();
        let (near, far) = (of("fn with_retries() { retry() }"), of("payments, payment"));
        assert!(cosine(&query, &near) > 0.98 && cosine(&query, &far) < 0.1);
        assert_eq!(table.query("nothing of it"), None);
    }

    #[test]
    fn stored_and_read_it_is_the_same() {
        let (table, bytes) = (table(), table().to_bytes());
        assert_eq!(Table::from_bytes(&bytes), Ok(table));
        assert_eq!(bytes.len(), 4 + 1 + 2 + 4 + (4 + 7 + 7 + 5 + 9) + 4 * (2 + 3));
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = table().to_bytes();
        let read = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            Table::from_bytes(&bytes).unwrap_err()
        };
        assert_eq!(read(&|b| b[0] = b'X'), TableError::NotATable);
        assert_eq!(read(&|b| b[4] = 9), TableError::Version(9));
        assert_eq!(read(&|b| b[5..7].fill(0)), TableError::TooLarge, "no dimensions");
        assert_eq!(read(&|b| b[7..11].fill(0xFF)), TableError::TooLarge, "more words than are read");
        assert_eq!(read(&|b| b.push(0)), TableError::Damaged);
        assert_eq!(read(&|b| b.truncate(30)), TableError::Damaged);
        assert_eq!(read(&|b| b[12] = b'z'), TableError::Damaged, "out of order");
        assert_eq!(read(&|b| b[12] = 0xFF), TableError::Damaged, "no UTF-8");
        assert_eq!(Table::from_bytes(&vec![0; LEARNED_BYTES + 1]), Err(TableError::TooLarge));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(head in 0usize..40, noise in prop::collection::vec(any::<u8>(), 0..80)) {
            let mut bytes = table().to_bytes();
            bytes.truncate(head);
            bytes.extend(noise);
            if let Ok(table) = Table::from_bytes(&bytes) {
                table.query("retry the payment");
                prop_assert_eq!(table.to_bytes(), bytes);
            }
        }
    }
}
