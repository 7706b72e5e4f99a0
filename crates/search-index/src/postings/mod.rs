//! The inverted index: for each term, the documents that hold it.
//!
//! [`dictionary`] maps a term to its ordinal; [`Postings`] holds one packed list per ordinal. A posting is the gap to
//! the previous document (varint), then a byte with one bit per field and the flag `ONES`, then, without that flag,
//! one varint of term frequency for each field set. Most postings are two bytes. The two bits above the flag say how much the
//! history of the document's file speaks for the term; nothing follows for them, so readers that do not know them pass over
//! them.

pub mod dictionary;
pub mod varint;

use crate::field::Field;
use serde::{Deserialize, Serialize};

/// Set where every term frequency of the posting is 1, which is then not written.
const ONES: u8 = 1 << Field::COUNT;

/// Where two bits more begin: of a chunk its [history](Posting::history), of a definition its [naming](Posting::naming). Readers
/// of versions before pass over what they do not know.
const MARKS: usize = Field::COUNT + 1;

const _: () = assert!(MARKS + 2 <= 8, "the fields of a posting, its flag and its marks are the bits of a byte");

/// What a posting says of the name of its definition, without the definition's own page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Naming {
    /// The term is not the name, or the list does not say.
    #[default]
    None,
    /// Normalised, the name is the term.
    Whole,
    /// The name is written just as the term.
    Plain,
}

/// How often a term occurs in each field of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Posting {
    pub document: u32,
    /// Term frequencies, by field.
    pub frequencies: [u32; Field::COUNT],
    /// Lengths of the fields that hold the term, as [`fieldnorm`](crate::fieldnorm) bytes, where the list carries them.
    pub norms: [u8; Field::COUNT],
    /// How much the subjects of commits that changed the file speak for the term, from 0 (not at all) to 3. Only on the
    /// first chunk of a file, whose posting may hold nothing else.
    pub history: u8,
    /// Of a definition, whether the term is its name. Only in lists of pages.
    pub naming: Naming,
}

impl Posting {
    /// Writes fields and frequencies, and the fields' lengths if `norms`.
    pub(crate) fn write_fields(&self, out: &mut Vec<u8>, norms: bool) {
        let fields = (0..Field::COUNT).filter(|&field| self.frequencies[field] > 0);
        let marks = match self.naming {
            Naming::None => self.history,
            Naming::Whole => 1,
            Naming::Plain => 2,
        };
        let mask = fields.clone().fold(marks << MARKS, |mask, field| mask | 1 << field);
        if fields.clone().all(|field| self.frequencies[field] == 1) {
            out.push(mask | ONES);
        } else {
            out.push(mask);
            fields.clone().for_each(|field| varint::write(out, self.frequencies[field]));
        }
        if norms {
            out.extend(fields.map(|field| self.norms[field]));
        }
    }

    /// Reads what [`write_fields`](Self::write_fields) wrote; `None` where the bytes are damaged.
    #[inline]
    pub(crate) fn read_fields(&mut self, bytes: &mut &[u8], norms: bool, of_definition: bool) -> Option<()> {
        let (&head, rest) = bytes.split_first()?;
        *bytes = rest;
        match (of_definition, head >> MARKS) {
            (false, history) => self.history = history,
            (true, 1) => self.naming = Naming::Whole,
            (true, 2) => self.naming = Naming::Plain,
            (true, _) => {}
        }
        for field in fields_in(head) {
            self.frequencies[field] = if head & ONES != 0 { 1 } else { varint::read(bytes)? };
        }
        if norms {
            for field in fields_in(head) {
                let (&norm, rest) = bytes.split_first()?;
                (self.norms[field], *bytes) = (norm, rest);
            }
        }
        Some(())
    }
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
    /// Each field set is followed by its length's byte.
    #[serde(skip)]
    norms: bool,
    /// Documents below are definitions, whose postings carry their naming.
    #[serde(skip)]
    definitions: u32,
}

impl Postings {
    /// Lists that carry the lengths of fields, and which terms are names of the definitions: those are numbered below
    /// `definitions`.
    pub fn with_norms(definitions: u32) -> Self {
        Self { norms: true, definitions, ..Self::default() }
    }

    /// Appends the next term's list; documents must ascend.
    pub fn push(&mut self, list: impl Iterator<Item = Posting>) {
        self.offsets.push(self.bytes.len() as u32);
        let (mut count, mut previous) = (0, 0);
        for posting in list {
            varint::write(&mut self.bytes, posting.document - previous);
            previous = posting.document;
            count += 1;
            posting.write_fields(&mut self.bytes, self.norms);
        }
        self.frequencies.push(count);
    }

    /// How many documents hold the term; 0 for an unknown ordinal.
    pub fn document_frequency(&self, term: u32) -> u32 {
        self.frequencies.get(term as usize).copied().unwrap_or(0)
    }

    /// The term's list. Ends early where the bytes are damaged.
    pub fn list(&self, term: u32) -> impl Iterator<Item = Posting> + '_ {
        let count = self.document_frequency(term);
        let start = self.offsets.get(term as usize).map_or(self.bytes.len(), |&start| start as usize);
        let mut bytes = self.bytes.get(start..).unwrap_or(&[]);
        let mut document = 0u32;
        (0..count).map_while(move |_| {
            document = document.checked_add(varint::read(&mut bytes)?)?;
            let mut posting = Posting { document, ..Posting::default() };
            posting.read_fields(&mut bytes, self.norms, document < self.definitions)?;
            Some(posting)
        })
    }

    pub fn len(&self) -> usize {
        self.offsets.len()
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
                Posting {
                    document: 0,
                    frequencies: [1, 0, 0, 0, 1],
                    norms: [7, 0, 0, 0, 9],
                    naming: Naming::Plain,
                    ..Posting::default()
                },
                Posting {
                    document: 7,
                    frequencies: [0, 0, 0, 0, 300],
                    norms: [0, 0, 0, 0, 200],
                    history: 2,
                    ..Posting::default()
                },
            ],
            vec![],
            vec![
                Posting { document: 9, history: 3, ..Posting::default() },
                Posting {
                    document: 70_000,
                    frequencies: [2, 1, 1, 1, 1],
                    norms: [1, 2, 3, 4, 5],
                    history: 1,
                    ..Posting::default()
                },
            ],
        ];
        for (mut postings, norms) in [(Postings::with_norms(1), true), (Postings::default(), false)] {
            let own = |posting: &Posting| if norms { *posting } else { Posting { naming: Naming::None, ..*posting } };
            lists.iter().for_each(|list| postings.push(list.iter().map(own)));
            for (term, list) in lists.iter().enumerate() {
                let without =
                    |posting: &Posting| Posting { norms: [0; Field::COUNT], naming: Naming::None, ..*posting };
                let wanted: Vec<Posting> = if norms { list.clone() } else { list.iter().map(without).collect() };
                assert_eq!(postings.list(term as u32).collect::<Vec<_>>(), wanted);
                assert_eq!(postings.document_frequency(term as u32) as usize, list.len());
            }
            assert_eq!(postings.list(9).count(), 0);
        }
    }

    #[test]
    fn damaged_bytes_end_the_list() {
        let damaged = Postings {
            offsets: vec![0, 900],
            frequencies: vec![5, 5],
            bytes: vec![0xFF; 6],
            norms: true,
            definitions: 0,
        };
        assert_eq!((damaged.list(0).count(), damaged.list(1).count()), (0, 0));
    }
}
