//! The table: words, and a vector for each.
//!
//! Stored, little endian: `QWRD`, the [`Precision`] (1 byte), dimensions (2), words (4); then each word as its length (1) and its
//! bytes, ascending; the scale of each (2); the numbers of each, one byte a dimension, or half a byte, the lower half first, as the
//! number and 7.

use crate::bag::Words;
use crate::fields::{Fields, of_query};
use dense_search::{Quantised, dot};
use limits::index::{LEARNED_BYTES, LEARNED_WORD_BYTES, LEARNED_WORDS};
use limits::model::DIMENSIONS;
use rustc_hash::FxHashMap;

const MAGIC: &[u8] = b"QWRD";
/// Numbers of four bits are from -`HALF` to `HALF`.
const HALF: i8 = 7;

/// How exactly the numbers of a table are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// As integers of 8 bits.
    Byte = 1,
    /// As integers of 4 bits: half the bytes for nearly the same order of what is found.
    HalfByte = 2,
}

/// Bytes that are no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// They begin otherwise.
    #[error("this is no table of words")]
    NotATable,
    /// They are of a version that is not read.
    #[error("the table of words has version {0}; versions 1 and 2 are read")]
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
    precision: Precision,
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
    /// Of words, ascending, with a vector of `dimensions` numbers each, made as exact as `precision` stores them.
    ///
    /// # Errors
    /// They are too many, not in order, or the numbers are not as many as the words times the dimensions.
    pub fn of(words: &[String], dimensions: usize, vectors: &[f32], precision: Precision) -> Result<Self, TableError> {
        check_size(words.len(), dimensions)?;
        if vectors.len() != words.len() * dimensions {
            return Err(TableError::Damaged);
        }
        let largest = |row: &[f32]| row.iter().fold(0.0f32, |most, value| most.max(value.abs()));
        let most = largest(vectors).max(f32::MIN_POSITIVE);
        let (mut scales, mut values) = (Vec::new(), Vec::new());
        let steps = match precision {
            Precision::Byte => i8::MAX,
            Precision::HalfByte => HALF,
        };
        for row in vectors.chunks(dimensions) {
            let own = largest(row);
            scales.push((own / most * f32::from(u16::MAX)).round() as u16);
            let rounded = |value: &f32| (value / own.max(f32::MIN_POSITIVE) * f32::from(steps)).round() as i8;
            values.extend(row.iter().map(rounded));
        }
        let words: Vec<Box<str>> = words.iter().map(|word| word.as_str().into()).collect();
        Self::assemble(precision, dimensions, words, scales, values)
    }

    fn assemble(
        precision: Precision,
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
        Ok(Self { precision, dimensions, words, numbers, scales, values })
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
        let precision = match version {
            1 => Precision::Byte,
            2 => Precision::HalfByte,
            other => return Err(TableError::Version(other)),
        };
        let dimensions = usize::from(u16::from_le_bytes(take(&mut rest)?));
        let count = u32::from_le_bytes(take(&mut rest)?) as usize;
        check_size(count, dimensions)?;
        let words = (0..count).map(|_| word(&mut rest)).collect::<Result<Vec<_>, _>>()?;
        let (scales, values) = rest.split_at_checked(count * 2).ok_or(TableError::Damaged)?;
        let scales = scales.as_chunks::<2>().0.iter().map(|scale| u16::from_le_bytes(*scale)).collect();
        Self::assemble(precision, dimensions, words, scales, unpacked(values, count * dimensions, precision)?)
    }

    /// The table as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.push(self.precision as u8);
        // Sizes were checked when the table was made.
        out.extend((self.dimensions as u16).to_le_bytes());
        out.extend((self.words.len() as u32).to_le_bytes());
        for word in &self.words {
            out.push(word.len() as u8);
            out.extend(word.as_bytes());
        }
        out.extend(self.scales.iter().flat_map(|scale| scale.to_le_bytes()));
        match self.precision {
            Precision::Byte => out.extend(self.values.iter().map(|value| value.cast_unsigned())),
            Precision::HalfByte => out.extend(self.values.chunks(2).map(|pair| {
                let half = |at: usize| pair.get(at).map_or(0, |value| (value + HALF).cast_unsigned());
                half(0) | half(1) << 4
            })),
        }
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

/// How like two vectors are, from 0 to 1. Those that point away from each other have as little to do with each other as those at a
/// right angle.
pub fn cosine(a: &Quantised, b: &Quantised) -> f32 {
    (dot(&a.values, &b.values) as f32 * a.scale * b.scale).clamp(0.0, 1.0)
}

fn check_size(words: usize, dimensions: usize) -> Result<(), TableError> {
    let fits = words <= LEARNED_WORDS && (1..=DIMENSIONS.min(usize::from(u16::MAX))).contains(&dimensions);
    if fits { Ok(()) } else { Err(TableError::TooLarge) }
}

/// The numbers as they were stored.
fn unpacked(bytes: &[u8], count: usize, precision: Precision) -> Result<Vec<i8>, TableError> {
    match precision {
        Precision::Byte if bytes.len() == count => Ok(bytes.iter().map(|byte| byte.cast_signed()).collect()),
        Precision::HalfByte if bytes.len() == count.div_ceil(2) => {
            let mut halves: Vec<u8> = bytes.iter().flat_map(|byte| [byte & 0xF, byte >> 4]).collect();
            let is_rest_empty = halves.drain(count..).all(|half| half == 0);
            let is_number = |half: &u8| *half <= 2 * HALF.cast_unsigned();
            let all = is_rest_empty && halves.iter().all(is_number);
            all.then(|| halves.iter().map(|half| half.cast_signed() - HALF).collect()).ok_or(TableError::Damaged)
        }
        _ => Err(TableError::Damaged),
    }
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
    use proptest::prelude::*;

    fn stored_as(precision: Precision) -> Table {
        let words = ["network", "payment", "retri", "transient"].map(str::to_owned);
        let vectors = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.1, 2.0, 0.2, 0.0, 1.9];
        Table::of(&words, 3, &vectors, precision).unwrap()
    }

    fn table() -> Table {
        stored_as(Precision::Byte)
    }

    #[test]
    fn a_query_is_near_to_a_function_without_a_word_in_common() {
        for table in [table(), stored_as(Precision::HalfByte)] {
            let of = |body| {
                let mut words = table.reader();
                table.function(&Fields { body: words.bag(body), ..Fields::default() }).unwrap()
            };
            let query = table.query("transient trouble").unwrap();
            let (near, far) = (of("fn with_retries() { retry() }"), of("payments, payment"));
            assert!(cosine(&query, &near) > 0.98 && cosine(&query, &far) < 0.15);
            assert_eq!(table.query("nothing of it"), None);
        }
    }

    #[test]
    fn stored_and_read_it_is_the_same() {
        let head = 4 + 1 + 2 + 4 + (4 + 7 + 7 + 5 + 9) + 4 * 2;
        for (precision, numbers) in [(Precision::Byte, 12), (Precision::HalfByte, 6)] {
            let (table, bytes) = (stored_as(precision), stored_as(precision).to_bytes());
            assert_eq!(Table::from_bytes(&bytes), Ok(table));
            assert_eq!(bytes.len(), head + numbers);
        }
        let odd = Table::of(&["a".to_owned()], 3, &[1.0, -1.0, 0.5], Precision::HalfByte).unwrap();
        assert_eq!(Table::from_bytes(&odd.to_bytes()), Ok(odd));
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
        let mut halves = stored_as(Precision::HalfByte).to_bytes();
        *halves.last_mut().unwrap() = 0xF0;
        assert_eq!(Table::from_bytes(&halves), Err(TableError::Damaged), "no number of four bits");
        assert_eq!(Table::from_bytes(&vec![0; LEARNED_BYTES + 1]), Err(TableError::TooLarge));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(is_half: bool, head in 0usize..40, noise in prop::collection::vec(any::<u8>(), 0..80)) {
            let mut bytes = stored_as(if is_half { Precision::HalfByte } else { Precision::Byte }).to_bytes();
            bytes.truncate(head);
            bytes.extend(noise);
            if let Ok(table) = Table::from_bytes(&bytes) {
                table.query("retry the payment");
                prop_assert_eq!(table.to_bytes(), bytes);
            }
        }
    }
}
