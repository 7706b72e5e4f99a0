//! Pages of terms with their postings.

use super::words::{PagedWords, TermFacts, WordsLayout};
use crate::error::IndexError;
use crate::field::Field;
use crate::layout::SearchLayout;
use crate::postings::dictionary::Dictionary;
use crate::postings::{Posting, Postings, varint};
use code_words::misspelt::Misspelt;
use paging::{Loaded, Missing, Pages};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Terms of which pages are read as they are needed.
#[derive(Debug, Clone)]
pub struct PagedTerms {
    words: PagedWords,
    /// False where words have no pages of their own: then they come with the postings.
    is_apart: bool,
    /// First ordinal of each page of postings.
    starts: Arc<[u32]>,
    /// One row a page.
    pages: Pages<Postings>,
}

/// Some neighbouring terms. Ordinals count from the page's first.
#[derive(Debug, Clone)]
pub struct TermPage {
    pub dictionary: Dictionary,
    pub postings: Postings,
}

#[derive(Serialize, Deserialize)]
struct StoredPage {
    dictionary: Dictionary,
    /// For each term its definitions, then its chunks; of each kind the number, then for each document: files on from the one
    /// before, its place in the file (counted from the one before in the same file), fields, frequencies, lengths of fields.
    #[serde(with = "serde_bytes")]
    postings: Vec<u8>,
}

impl PagedTerms {
    pub(crate) fn unloaded(layout: &SearchLayout, table: u8, missing: &Missing) -> Self {
        let pages = layout.term_starts.len() as u32;
        Self {
            words: PagedWords::unloaded(&layout.term_starts, &layout.first_terms, layout.terms, table, missing),
            is_apart: false,
            starts: layout.term_starts[..].into(),
            pages: Pages::unloaded(table, (0..pages).collect::<Vec<_>>(), pages, missing.clone()),
        }
    }

    /// With the terms in pages of their own.
    pub(crate) fn with_words(self, words: &WordsLayout, terms: u32, table: u8, missing: &Missing) -> Self {
        let words = PagedWords::unloaded(&words.starts, &words.first_terms, terms, table, missing);
        Self { words, is_apart: true, ..self }
    }

    pub(crate) fn load(&self, page: u32, bytes: &[u8], layout: &SearchLayout) -> Result<(), IndexError> {
        let TermPage { dictionary, postings } = read(bytes, page, layout)?;
        if !self.is_apart {
            let facts = (0..dictionary.len() as u32).map(|local| facts_of(&postings, local, layout.symbols()));
            self.words.load_dictionary(page, dictionary, facts.collect())?;
        }
        self.pages.load(page, vec![postings]).map_err(|_| IndexError::Inconsistent("terms"))
    }

    pub(crate) fn load_words(&self, page: u32, bytes: &[u8]) -> Result<(), IndexError> {
        if self.is_apart { self.words.load(page, bytes) } else { Err(IndexError::Inconsistent("words")) }
    }

    pub fn find(&self, term: &str) -> Loaded<Option<u32>> {
        self.words.find(term)
    }

    pub fn facts(&self, ordinal: u32) -> TermFacts {
        self.words.facts(ordinal)
    }

    pub fn with_prefix(&self, prefix: &str, limit: usize) -> Vec<(u32, String)> {
        self.words.with_prefix(prefix, limit)
    }

    pub fn near(&self, word: &Misspelt) -> Loaded<Vec<(u32, String)>> {
        self.words.near(word)
    }

    /// The postings that hold a term, and its ordinal there. `None` while its page is not loaded, too: search goes on without it,
    /// so that one run notes all the pages that it needs, and what it answers then is not used.
    pub fn place(&self, ordinal: u32) -> Option<(&Postings, u32)> {
        let page = self.starts.partition_point(|start| *start <= ordinal).checked_sub(1)?;
        Some((self.pages.get(page).ok()??, ordinal - self.starts[page]))
    }

    pub fn faults(&self) -> u64 {
        self.words.faults()
    }
}

/// What is known of a term besides its postings. Documents below `symbols` are definitions.
pub fn facts_of(postings: &Postings, local: u32, symbols: u32) -> TermFacts {
    let mut named = postings.list(local).filter(|posting| posting.frequencies[Field::Name as usize] > 0);
    let is_name = named.next().is_some_and(|posting| posting.document < symbols);
    TermFacts { documents: postings.document_frequency(local), is_name }
}

pub fn write_list(list: &[Posting], layout: &SearchLayout) -> Vec<u8> {
    let mut out = Vec::with_capacity(list.len() * 4);
    let chunks = list.partition_point(|posting| posting.document < layout.symbols());
    for half in [&list[..chunks], &list[chunks..]] {
        varint::write(&mut out, half.len() as u32);
        let (mut file, mut local) = (0, 0);
        for posting in half {
            let place = layout.place(posting.document);
            varint::write(&mut out, place.0 - file);
            varint::write(&mut out, if place.0 == file { place.1 - local } else { place.1 });
            (file, local) = place;
            posting.write_fields(&mut out, true);
        }
    }
    out
}

pub fn write<'a>(terms: impl Iterator<Item = &'a str>, lists: &[Vec<u8>]) -> Vec<u8> {
    let page = StoredPage { dictionary: Dictionary::from_sorted(terms), postings: lists.concat() };
    postcard::to_stdvec(&page).expect("plain data of known length is written to memory")
}

/// Reads a page; documents are numbered as in memory.
pub fn read(bytes: &[u8], page: u32, layout: &SearchLayout) -> Result<TermPage, IndexError> {
    let stored: StoredPage = postcard::from_bytes(bytes).map_err(|error| IndexError::Decode(error.to_string()))?;
    let count = SearchLayout::rows_of(&layout.term_starts, page, layout.terms).len();
    if stored.dictionary.len() != count {
        return Err(IndexError::Inconsistent("terms"));
    }
    let mut left = &stored.postings[..];
    let mut postings = Postings::with_norms(layout.symbols());
    for _ in 0..stored.dictionary.len() {
        let list = read_list(&mut left, layout).ok_or(IndexError::Inconsistent("postings"))?;
        postings.push(list.into_iter());
    }
    if left.is_empty() {
        Ok(TermPage { dictionary: stored.dictionary, postings })
    } else {
        Err(IndexError::Inconsistent("terms"))
    }
}

fn read_list(bytes: &mut &[u8], layout: &SearchLayout) -> Option<Vec<Posting>> {
    let mut list: Vec<Posting> = Vec::new();
    for chunk in [false, true] {
        let (mut file, mut local) = (0u32, 0u32);
        for _ in 0..varint::read(bytes)? {
            let (on, number) = (varint::read(bytes)?, varint::read(bytes)?);
            local = if on == 0 { local.checked_add(number)? } else { number };
            file = file.checked_add(on)?;
            let document = layout.document(chunk, file, local)?;
            if list.last().is_some_and(|before| before.document >= document) {
                return None;
            }
            let mut posting = Posting { document, ..Posting::default() };
            posting.read_fields(bytes, true, !chunk)?;
            list.push(posting);
        }
    }
    Some(list)
}
