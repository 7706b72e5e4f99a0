//! Which terms there are, without where they occur: a table of its own, some thousand terms a page.
//!
//! A search looks many more terms up than it scores: stems, relatives, runs of words that may be one name, spellings. Beside the
//! postings each look-up would read a page of them; here most of a query's look-ups are in few small pages. An index that was
//! made before has the terms in the pages of their postings alone.

use crate::error::IndexError;
use crate::postings::dictionary::Dictionary;
use crate::postings::varint;
use code_words::misspelt::Misspelt;
use paging::{Loaded, Missing, Pages, are_starts, cut, hash};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Most terms of a page: each takes two bytes at least.
const MAX_TERMS: u32 = (limits::index::PAGE_BYTES / 2) as u32;

/// Bytes of a page before compression.
const TARGET: usize = 8 * 1024;

/// Where each page of words begins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WordsLayout {
    /// First ordinal of each page; none where terms are not in pages of their own.
    pub(crate) starts: Vec<u32>,
    pub(crate) first_terms: Vec<String>,
}

impl WordsLayout {
    /// Number of pages.
    pub fn pages(&self) -> usize {
        self.starts.len()
    }

    /// Whether these can be pages of so many terms. None are, too.
    #[must_use]
    pub fn fits(&self, terms: u32) -> bool {
        self.starts.is_empty() && self.first_terms.is_empty()
            || are_starts(&self.starts, terms, MAX_TERMS)
                && self.first_terms.len() == self.starts.len()
                && self.first_terms.is_sorted_by(|a, b| a < b)
    }
}

/// What is known of a term without its postings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TermFacts {
    /// How many documents hold it.
    pub documents: u32,
    /// It is the name of a definition or a part of one.
    pub is_name: bool,
}

/// Some neighbouring terms. Ordinals count from the page's first.
#[derive(Debug, Clone, Default)]
pub struct WordPage {
    dictionary: Dictionary,
    facts: Box<[TermFacts]>,
}

#[derive(Serialize, Deserialize)]
struct StoredWords {
    dictionary: Dictionary,
    /// For each term the number of its documents, times two; one more for the name of a definition.
    #[serde(with = "serde_bytes")]
    facts: Vec<u8>,
}

/// The pages of the terms of an index in memory, not compressed. `facts`: of each term.
pub fn write(words: &[String], facts: &[TermFacts]) -> (WordsLayout, Vec<Vec<u8>>) {
    let sizes = words.iter().map(|word| (hash(word.as_bytes()), word.len() / 2 + 4));
    let starts = cut(sizes, TARGET);
    let page = |at: usize| {
        let rows = starts[at] as usize..starts.get(at + 1).map_or(words.len(), |end| *end as usize);
        let mut bytes = Vec::new();
        let number = |facts: &TermFacts| facts.documents << 1 | u32::from(facts.is_name);
        facts[rows.clone()].iter().for_each(|facts| varint::write(&mut bytes, number(facts)));
        let page =
            StoredWords { dictionary: Dictionary::from_sorted(words[rows].iter().map(String::as_str)), facts: bytes };
        postcard::to_stdvec(&page).expect("plain data of known length is written to memory")
    };
    let pages = (0..starts.len()).map(page).collect();
    let first = |start: &u32| words.get(*start as usize).cloned().unwrap_or_default();
    (WordsLayout { first_terms: starts.iter().map(first).collect(), starts }, pages)
}

/// Terms in pages.
#[derive(Debug, Clone)]
pub struct PagedWords {
    /// First ordinal and first term of each page.
    starts: Arc<[u32]>,
    first_terms: Arc<[String]>,
    terms: u32,
    /// One row a page.
    pages: Pages<WordPage>,
}

impl PagedWords {
    pub fn unloaded(starts: &[u32], first_terms: &[String], terms: u32, table: u8, missing: &Missing) -> Self {
        let pages = starts.len() as u32;
        Self {
            starts: starts.into(),
            first_terms: first_terms.into(),
            terms,
            pages: Pages::unloaded(table, (0..pages).collect::<Vec<_>>(), pages, missing.clone()),
        }
    }

    /// Loads a page of a table of words.
    pub fn load(&self, page: u32, bytes: &[u8]) -> Result<(), IndexError> {
        let inconsistent = || IndexError::Inconsistent("words");
        let stored: StoredWords = postcard::from_bytes(bytes).map_err(|error| IndexError::Decode(error.to_string()))?;
        let mut left = &stored.facts[..];
        let facts = |_| {
            let number = varint::read(&mut left)?;
            Some(TermFacts { documents: number >> 1, is_name: number & 1 != 0 })
        };
        let facts: Option<Box<[TermFacts]>> = (0..stored.dictionary.len()).map(facts).collect();
        let facts = facts.filter(|_| left.is_empty()).ok_or_else(inconsistent)?;
        self.load_dictionary(page, stored.dictionary, facts)
    }

    /// Loads a page that was read with its postings.
    pub fn load_dictionary(
        &self,
        page: u32,
        dictionary: Dictionary,
        facts: Box<[TermFacts]>,
    ) -> Result<(), IndexError> {
        let inconsistent = || IndexError::Inconsistent("terms");
        let start = self.starts.get(page as usize).copied().unwrap_or(self.terms);
        let end = self.starts.get(page as usize + 1).copied().unwrap_or(self.terms);
        if dictionary.len() != (end - start) as usize || !self.holds(&dictionary, page) {
            return Err(inconsistent());
        }
        self.pages.load(page, vec![WordPage { dictionary, facts }]).map_err(|_| inconsistent())
    }

    /// Whether a dictionary is sound, and its terms are those that belong in this page.
    fn holds(&self, dictionary: &Dictionary, page: u32) -> bool {
        let first = self.first_terms.get(page as usize).map(String::as_bytes);
        let next = self.first_terms.get(page as usize + 1).map(String::as_bytes);
        let Some(ends) = dictionary.check() else { return false };
        match ends {
            None => self.terms == 0,
            Some((lowest, highest)) => {
                first == Some(lowest.as_bytes()) && next.is_none_or(|next| highest.as_bytes() < next)
            }
        }
    }

    pub fn find(&self, term: &str) -> Loaded<Option<u32>> {
        let page = self.page_of(term);
        let local = self.pages.get(page)?.and_then(|words| words.dictionary.find(term));
        Ok(local.map(|local| self.starts[page] + local))
    }

    /// What is known of a term by its ordinal; nothing of an unknown one, nor while its page is not loaded.
    pub fn facts(&self, ordinal: u32) -> TermFacts {
        let page = self.starts.partition_point(|start| *start <= ordinal).saturating_sub(1);
        let words = self.pages.get(page).ok().flatten();
        let facts = words.and_then(|words| words.facts.get((ordinal - self.starts[page]) as usize));
        facts.copied().unwrap_or_default()
    }

    /// The terms with this prefix, at most `limit`; of pages that are not loaded there is nothing in it.
    pub fn with_prefix(&self, prefix: &str, limit: usize) -> Vec<(u32, String)> {
        let mut found = Vec::new();
        let first = self.page_of(prefix);
        for page in first..self.pages.len() {
            let past = page > first && !self.first_terms[page].starts_with(prefix);
            if past || found.len() >= limit {
                break;
            }
            if let Ok(Some(words)) = self.pages.get(page) {
                let more = words.dictionary.with_prefix(prefix, limit - found.len());
                found.extend(more.into_iter().map(|(local, term)| (self.starts[page] + local, term)));
            }
        }
        found
    }

    /// The terms that a misspelt word may be meant for. Only pages that can hold one are read.
    pub fn near(&self, word: &Misspelt) -> Loaded<Vec<(u32, String)>> {
        let mut letter = [0; 4];
        let letter = &*word.first().encode_utf8(&mut letter);
        let (mut found, mut fault) = (Vec::new(), None);
        for page in self.page_of(letter)..self.pages.len() {
            let low = self.first_terms[page].as_str();
            if low > letter && !low.starts_with(letter) {
                break;
            }
            let high = self.first_terms.get(page + 1).map(String::as_str);
            if !word.may_be_between(low, high) {
                continue;
            }
            match self.pages.get(page) {
                Ok(words) => {
                    let near = words.into_iter().flat_map(|words| words.dictionary.near(word));
                    found.extend(near.map(|(local, term)| (self.starts[page] + local, term)));
                }
                Err(missing) => fault = Some(missing),
            }
        }
        fault.map_or(Ok(found), Err)
    }

    /// See [`Pages::faults`].
    pub fn faults(&self) -> u64 {
        self.pages.faults()
    }

    fn page_of(&self, term: &str) -> usize {
        self.first_terms.partition_point(|first| first.as_str() <= term).saturating_sub(1)
    }
}
