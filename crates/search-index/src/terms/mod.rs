//! Terms and their postings: all in memory, or in pages.

pub(crate) mod paged;
pub(crate) mod words;

use crate::error::IndexError;
use crate::field::Field;
use crate::postings::dictionary::Dictionary;
use crate::postings::{Posting, Postings};
use code_words::misspelt::Misspelt;
use paged::PagedTerms;
use paging::Loaded;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// A term is known by its ordinal: its place among all terms, sorted by bytes.
#[derive(Debug, Clone)]
pub enum Terms {
    /// Shared by clones: nothing changes it.
    Whole(Arc<WholeTerms>),
    Paged(PagedTerms),
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct WholeTerms {
    pub dictionary: Dictionary,
    pub postings: Postings,
    /// One byte per document and field: symbols first, then chunks.
    #[serde(with = "serde_bytes")]
    pub norms: Vec<u8>,
}

impl Default for Terms {
    fn default() -> Self {
        Self::Whole(Arc::default())
    }
}

impl Terms {
    pub fn whole(dictionary: Dictionary, postings: Postings, norms: Vec<u8>) -> Self {
        Self::Whole(Arc::new(WholeTerms { dictionary, postings, norms }))
    }

    /// A term's ordinal. `None` while its page is not loaded, too: search goes on without it, so that one run notes all the
    /// pages that it needs.
    pub fn find(&self, term: &str) -> Option<u32> {
        self.look_up(term).ok().flatten()
    }

    /// The same for whoever looks elsewhere where there is no such term.
    ///
    /// # Errors
    /// The page that would have it is not loaded: whether there is such a term is not known.
    pub fn look_up(&self, term: &str) -> Loaded<Option<u32>> {
        match self {
            Self::Whole(whole) => Ok(whole.dictionary.find(term)),
            Self::Paged(paged) => paged.find(term),
        }
    }

    /// True for a term that does not exist. False while that is not known.
    pub fn lacks(&self, term: &str) -> bool {
        self.look_up(term) == Ok(None)
    }

    /// The terms with this prefix, at most `limit`.
    pub fn with_prefix(&self, prefix: &str, limit: usize) -> Vec<(u32, String)> {
        match self {
            Self::Whole(whole) => whole.dictionary.with_prefix(prefix, limit),
            Self::Paged(paged) => paged.with_prefix(prefix, limit),
        }
    }

    /// The terms that a misspelt word may be meant for, sorted.
    ///
    /// # Errors
    /// Not all pages that may have one are loaded.
    pub fn near(&self, word: &Misspelt) -> Loaded<Vec<(u32, String)>> {
        match self {
            Self::Whole(whole) => Ok(whole.dictionary.near(word)),
            Self::Paged(paged) => paged.near(word),
        }
    }

    /// How many documents hold the term; 0 for an unknown ordinal.
    pub fn document_frequency(&self, ordinal: u32) -> u32 {
        match self {
            Self::Whole(whole) => whole.postings.document_frequency(ordinal),
            Self::Paged(paged) => paged.facts(ordinal).documents,
        }
    }

    /// True for a term that is the name of a definition, or a part of one. Documents below `symbols` are definitions.
    pub fn is_name(&self, ordinal: u32, symbols: u32) -> bool {
        match self {
            Self::Whole(whole) => paged::facts_of(&whole.postings, ordinal, symbols).is_name,
            Self::Paged(paged) => paged.facts(ordinal).is_name,
        }
    }

    /// The documents that hold the term, ascending.
    pub fn list(&self, ordinal: u32) -> impl Iterator<Item = Posting> + '_ {
        self.place(ordinal).into_iter().flat_map(|(postings, local)| postings.list(local))
    }

    /// The lengths of a document's fields; of those that hold the posting's term at least.
    pub fn norms(&self, posting: &Posting) -> [u8; Field::COUNT] {
        match self {
            Self::Whole(whole) => {
                let start = posting.document as usize * Field::COUNT;
                // A damaged posting may name a document that does not exist: nothing is known of its fields.
                whole.norms.get(start..).and_then(|norms| norms.first_chunk()).copied().unwrap_or([0; Field::COUNT])
            }
            Self::Paged(_) => posting.norms,
        }
    }

    /// See [`Pages::faults`](paging::Pages::faults).
    pub fn faults(&self) -> u64 {
        match self {
            Self::Whole(_) => 0,
            Self::Paged(paged) => paged.faults(),
        }
    }

    pub fn validate(&self, documents: usize) -> Result<(), IndexError> {
        let Self::Whole(whole) = self else { return Ok(()) };
        if whole.norms.len() != documents * Field::COUNT {
            return Err(IndexError::Inconsistent("field lengths"));
        }
        if whole.postings.len() != whole.dictionary.len() {
            return Err(IndexError::Inconsistent("terms"));
        }
        Ok(())
    }

    fn place(&self, ordinal: u32) -> Option<(&Postings, u32)> {
        match self {
            Self::Whole(whole) => Some((&whole.postings, ordinal)),
            Self::Paged(paged) => paged.place(ordinal),
        }
    }
}

impl Serialize for Terms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(whole) => whole.serialize(serializer),
            Self::Paged(_) => Err(serde::ser::Error::custom("an index read in pages is not all there")),
        }
    }
}

impl<'de> Deserialize<'de> for Terms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::Whole(Arc::new(WholeTerms::deserialize(deserializer)?)))
    }
}
