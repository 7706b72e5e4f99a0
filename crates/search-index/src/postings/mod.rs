//! The inverted index: for each term, the documents that hold it.
//!
//! [`dictionary`] maps a term to its ordinal; [`Postings`] holds one packed list per ordinal. A posting is the gap to
//! the previous document (varint), then a byte with one bit per field and the flag `ONES`, then, without that flag,
//! one varint of term frequency for each field set. Most postings are two bytes.

pub mod dictionary;
pub mod varint;

use crate::field::Field;
use serde::{Deserialize, Serialize};

/// Set where every term frequency of the posting is 1, which is then not written.
const ONES: u8 = 1 << Field::COUNT;

/// How often a term stands in each field of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// The document's number.
    pub document: u32,
    /// Term frequencies, by field.
    pub frequencies: [u32; Field::COUNT],
}

/// All postings, packed. Terms are ordinals of the dictionary.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Postings {
    /// Where each term's list starts in `bytes`.
    offsets: Vec<u32>,
    /// How many documents hold each term.
    frequencies: Vec<u32>,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

impl Postings {
    /// Appends the next term's list; documents must ascend.
    pub fn push(&mut self, list: impl Iterator<Item = Posting>) {
        self.offsets.push(self.bytes.len() as u32);
        let (mut count, mut previous) = (0, 0);
        for posting in list {
            varint::write(&mut self.bytes, posting.document - previous);
            previous = posting.document;
            count += 1;
            self.push_frequencies(&posting.frequencies);
        }
        self.frequencies.push(count);
    }

    fn push_frequencies(&mut self, frequencies: &[u32; Field::COUNT]) {
        let fields = (0..Field::COUNT).filter(|&field| frequencies[field] > 0);
        let mask = fields.clone().fold(0, |mask, field| mask | 1 << field);
        if fields.clone().all(|field| frequencies[field] == 1) {
            self.bytes.push(mask | ONES);
        } else {
            self.bytes.push(mask);
            fields.for_each(|field| varint::write(&mut self.bytes, frequencies[field]));
        }
    }

    /// How many documents hold the term; 0 for an unknown ordinal.
    pub fn document_frequency(&self, term: u32) -> u32 {
        self.frequencies.get(term as usize).copied().unwrap_or(0)
    }

    /// The term's list. Ends early where the bytes are damaged.
    pub fn list(&self, term: u32) -> impl Iterator<Item = Posting> + '_ {
        let count = self.document_frequency(term);
        let start = self.offsets.get(term as usize).map_or(self.bytes.len(), |&start| start as usize);
        let mut bytes = self.bytes.get(start..).unwrap_or_default();
        let mut document = 0u32;
        (0..count).map_while(move |_| {
            document = document.checked_add(varint::read(&mut bytes)?)?;
            let (&head, rest) = bytes.split_first()?;
            bytes = rest;
            let mut posting = Posting { document, frequencies: [0; Field::COUNT] };
            for field in fields_in(head) {
                posting.frequencies[field] = if head & ONES != 0 { 1 } else { varint::read(&mut bytes)? };
            }
            Some(posting)
        })
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// True without any term.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }
}

/// The fields whose bits are set, ascending.
fn fields_in(head: u8) -> impl Iterator<Item = usize> {
    let mut left = head & (ONES - 1);
    std::iter::from_fn(move || {
        let field = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            field
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_as_they_went_in() {
        let lists = [
            vec![
                Posting { document: 0, frequencies: [1, 0, 0, 0, 1] },
                Posting { document: 7, frequencies: [0, 0, 0, 0, 300] },
            ],
            vec![],
            vec![Posting { document: 70_000, frequencies: [2, 1, 1, 1, 1] }],
        ];
        let mut postings = Postings::default();
        lists.iter().for_each(|list| postings.push(list.iter().copied()));
        for (term, list) in lists.iter().enumerate() {
            assert_eq!(&postings.list(term as u32).collect::<Vec<_>>(), list);
            assert_eq!(postings.document_frequency(term as u32) as usize, list.len());
        }
        assert_eq!(postings.list(9).count(), 0);
    }

    #[test]
    fn damaged_bytes_end_the_list() {
        let damaged = Postings { offsets: vec![0, 900], frequencies: vec![5, 5], bytes: vec![0xFF; 6] };
        assert_eq!((damaged.list(0).count(), damaged.list(1).count()), (0, 0));
    }
}
