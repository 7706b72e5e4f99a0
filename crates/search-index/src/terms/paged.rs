//! Pages of terms with their postings.

use crate::error::IndexError;
use crate::layout::SearchLayout;
use crate::postings::dictionary::Dictionary;
use crate::postings::{Posting, Postings, varint};
use code_words::misspelt::Misspelt;
use paging::{Missing, Pages};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Terms of which pages are read as they are needed.
#[derive(Debug, Clone)]
pub struct PagedTerms {
    /// First ordinal and first term of each page.
    starts: Arc<[u32]>,
    first_terms: Arc<[String]>,
    /// One row a page.
    pages: Pages<TermPage>,
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
            starts: layout.term_starts[..].into(),
            first_terms: layout.first_terms[..].into(),
            pages: Pages::unloaded(table, (0..pages).collect::<Vec<_>>(), pages, missing.clone()),
        }
    }

    pub(crate) fn load(&self, page: u32, bytes: &[u8], layout: &SearchLayout) -> Result<(), IndexError> {
        let read = read(bytes, page, layout)?;
        self.pages.load(page, vec![read]).map_err(|_| IndexError::Inconsistent("terms"))
    }

    pub fn find(&self, term: &str) -> Option<u32> {
        let page = self.page_of(term);
        let local = self.terms_of(page)?.dictionary.find(term)?;
        Some(self.starts[page] + local)
    }

    /// A page. `None` while it is not loaded, too: search goes on without it, so that one run notes all the pages that it
    /// needs, and what it answers then is not used.
    fn terms_of(&self, page: usize) -> Option<&TermPage> {
        self.pages.get(page).ok().flatten()
    }

    pub fn with_prefix(&self, prefix: &str, limit: usize) -> Vec<(u32, String)> {
        let mut found = Vec::new();
        let first = self.page_of(prefix);
        for page in first..self.pages.len() {
            let past = page > first && !self.first_terms[page].starts_with(prefix);
            if past || found.len() >= limit {
                break;
            }
            if let Some(terms) = self.terms_of(page) {
                let more = terms.dictionary.with_prefix(prefix, limit - found.len());
                found.extend(more.into_iter().map(|(local, term)| (self.starts[page] + local, term)));
            }
        }
        found
    }

    /// The terms that a misspelt word may be meant for. Only pages that can hold one are read.
    pub fn near(&self, word: &Misspelt) -> Vec<(u32, String)> {
        let mut letter = [0; 4];
        let letter = &*word.first().encode_utf8(&mut letter);
        let mut found = Vec::new();
        for page in self.page_of(letter)..self.pages.len() {
            let low = self.first_terms[page].as_str();
            if low > letter && !low.starts_with(letter) {
                break;
            }
            let high = self.first_terms.get(page + 1).map(String::as_str);
            if word.may_be_between(low, high)
                && let Some(terms) = self.terms_of(page)
            {
                let near = terms.dictionary.near(word).into_iter();
                found.extend(near.map(|(local, term)| (self.starts[page] + local, term)));
            }
        }
        found
    }

    /// The postings that hold a term, and its ordinal there.
    pub fn place(&self, ordinal: u32) -> Option<(&Postings, u32)> {
        let page = self.starts.partition_point(|start| *start <= ordinal).checked_sub(1)?;
        Some((&self.terms_of(page)?.postings, ordinal - self.starts[page]))
    }

    fn page_of(&self, term: &str) -> usize {
        self.first_terms.partition_point(|first| first.as_str() <= term).saturating_sub(1)
    }
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
    if stored.dictionary.len() != count || !holds(&stored.dictionary, page, layout) {
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

/// Whether a dictionary is sound, and its terms are those that belong in this page.
fn holds(dictionary: &Dictionary, page: u32, layout: &SearchLayout) -> bool {
    let first = layout.first_terms.get(page as usize).map(String::as_bytes);
    let next = layout.first_terms.get(page as usize + 1).map(String::as_bytes);
    let Some(ends) = dictionary.check() else { return false };
    match ends {
        None => layout.terms == 0,
        Some((lowest, highest)) => {
            first == Some(lowest.as_bytes()) && next.is_none_or(|next| highest.as_bytes() < next)
        }
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
