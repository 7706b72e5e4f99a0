//! An index read in pages.
//!
//! Three tables: definitions, chunks, and terms with their postings. A posting carries the lengths of the fields that hold
//! the term, so that scoring reads nothing but postings; ranking then reads the definitions and chunks of the best.
//!
//! On disk a document is named by its file and its place there, so an edit changes the pages of the edited file and the
//! postings of its words, not all that come later.

mod documents;
mod summaries;
mod write;

pub use crate::layout::SearchLayout;
pub use crate::terms::words::WordsLayout;
pub use write::SearchPages;

use crate::document::FileRecord;
use crate::error::IndexError;
use crate::index::SearchIndex;
use crate::parts::Parts;
use crate::postings::dictionary::Dictionary;
use crate::postings::{Naming, Posting, Postings};
use crate::summary;
use crate::terms::Terms;
use crate::terms::paged::{self, PagedTerms};
use paging::{Missing, Pages};
use source::{FileId, Language, RepoPath, Span};

impl SearchIndex {
    /// An index of which no page is loaded. `files`: every file of the snapshot, in order. `tables`: the numbers under which
    /// missing definitions, chunks and terms are noted.
    pub fn unloaded<'a>(
        layout: &SearchLayout,
        files: impl IntoIterator<Item = (&'a RepoPath, Language)>,
        tables: [u8; 3],
        missing: &Missing,
    ) -> Self {
        let pages = |table: u8, starts: &[u32], rows: u32| (tables[table as usize], starts.to_vec(), rows);
        let (symbols, chunks) = (layout.symbols(), layout.chunks());
        let (table, starts, rows) = pages(0, &layout.symbol_starts, symbols);
        let symbols = Pages::unloaded(table, starts, rows, missing.clone());
        let (table, starts, rows) = pages(1, &layout.chunk_starts, chunks);
        let chunks = Pages::unloaded(table, starts, rows, missing.clone());
        let terms = Terms::Paged(PagedTerms::unloaded(layout, tables[2], missing));
        let files = file_records(layout, files);
        SearchIndex::new(Parts { files, symbols, chunks, terms, averages: layout.averages, summaries: None })
    }

    /// With summaries, of which no page is loaded. `starts`: the first file of each page.
    #[must_use]
    pub fn with_summaries(mut self, starts: &[u32], table: u8, missing: &Missing) -> Self {
        let files = self.parts().files.len() as u32;
        self.parts_mut().summaries = Some(Pages::unloaded(table, starts, files, missing.clone()));
        self
    }

    /// Loads a page of summaries.
    ///
    /// # Errors
    /// As for [`load_symbols`](Self::load_symbols).
    pub fn load_summaries(&self, page: u32, bytes: &[u8], layout: &SearchLayout) -> Result<(), IndexError> {
        let damaged = || IndexError::Inconsistent("summaries");
        let pages = self.parts().summaries.as_ref().ok_or_else(damaged)?;
        let rows = summary::read(bytes, pages.rows_of(page), layout)?;
        pages.load(page, rows).map_err(|_| damaged())
    }

    /// With the terms in pages of their own, of which none is loaded.
    #[must_use]
    pub fn with_words(mut self, layout: &SearchLayout, words: &WordsLayout, table: u8, missing: &Missing) -> Self {
        let parts = self.parts_mut();
        if let Terms::Paged(paged) = std::mem::take(&mut parts.terms) {
            parts.terms = Terms::Paged(paged.with_words(words, layout.terms, table, missing));
        }
        self
    }

    /// Loads a page of the terms of [`with_words`](Self::with_words).
    ///
    /// # Errors
    /// As for [`load_symbols`](Self::load_symbols).
    pub fn load_words(&self, page: u32, bytes: &[u8]) -> Result<(), IndexError> {
        match &self.parts().terms {
            Terms::Paged(paged) => paged.load_words(page, bytes),
            Terms::Whole(_) => Err(IndexError::Inconsistent("words")),
        }
    }

    /// Loads a page of definitions. `fits`: whether a file has such a stretch.
    ///
    /// # Errors
    /// The bytes are no such page, or the index is not read in pages.
    pub fn load_symbols(
        &self,
        page: u32,
        bytes: &[u8],
        layout: &SearchLayout,
        fits: &dyn Fn(FileId, &Span) -> bool,
    ) -> Result<(), IndexError> {
        let rows = documents::read_symbols(bytes, page, layout, fits)?;
        self.parts().symbols.load(page, rows).map_err(|_| IndexError::Inconsistent("definitions"))
    }

    /// Loads a page of chunks.
    ///
    /// # Errors
    /// As for [`load_symbols`](Self::load_symbols).
    pub fn load_chunks(
        &self,
        page: u32,
        bytes: &[u8],
        layout: &SearchLayout,
        fits: &dyn Fn(FileId, &Span) -> bool,
    ) -> Result<(), IndexError> {
        let rows = documents::read_chunks(bytes, page, layout, fits)?;
        self.parts().chunks.load(page, rows).map_err(|_| IndexError::Inconsistent("chunks"))
    }

    /// Loads a page of terms.
    ///
    /// # Errors
    /// As for [`load_symbols`](Self::load_symbols).
    pub fn load_terms(&self, page: u32, bytes: &[u8], layout: &SearchLayout) -> Result<(), IndexError> {
        match &self.parts().terms {
            Terms::Paged(paged) => paged.load(page, bytes, layout),
            Terms::Whole(_) => Err(IndexError::Inconsistent("terms")),
        }
    }

    /// The index in memory, from all its pages: of definitions, chunks and terms. `fits` as for
    /// [`load_symbols`](Self::load_symbols).
    ///
    /// # Errors
    /// The bytes are not these pages.
    pub fn from_pages<'a>(
        layout: &SearchLayout,
        files: impl IntoIterator<Item = (&'a RepoPath, Language)>,
        pages: &SearchPages,
        fits: &dyn Fn(FileId, &Span) -> bool,
    ) -> Result<Self, IndexError> {
        let (mut symbols, mut chunks) = (Vec::new(), Vec::new());
        for (bytes, page) in pages.symbols.iter().zip(0..) {
            symbols.extend(documents::read_symbols(bytes, page, layout, fits)?);
        }
        for (bytes, page) in pages.chunks.iter().zip(0..) {
            chunks.extend(documents::read_chunks(bytes, page, layout, fits)?);
        }
        if symbols.len() != layout.symbols() as usize || chunks.len() != layout.chunks() as usize {
            return Err(IndexError::Inconsistent("documents"));
        }
        let terms = whole_terms(layout, &pages.terms)?;
        let files = file_records(layout, files);
        let (symbols, chunks) = (Pages::whole(symbols), Pages::whole(chunks));
        let parts = Parts { files, symbols, chunks, terms, averages: layout.averages, summaries: None };
        parts.validate()?;
        Ok(SearchIndex::new(parts))
    }
}

fn file_records<'a>(
    layout: &SearchLayout,
    files: impl IntoIterator<Item = (&'a RepoPath, Language)>,
) -> Vec<FileRecord> {
    let (mut first_symbol, mut first_chunk) = (0, 0);
    let mut records = Vec::with_capacity(layout.files.len());
    for ((file, (path, language)), id) in layout.files.iter().zip(files).zip(0..) {
        let (path, nature) = (path.clone(), file.nature);
        records.push(FileRecord { id: FileId(id), path, language, first_symbol, first_chunk, nature });
        first_symbol += file.symbols;
        first_chunk += file.chunks;
    }
    records
}

fn whole_terms(layout: &SearchLayout, pages: &[Vec<u8>]) -> Result<Terms, IndexError> {
    let mut words: Vec<String> = Vec::new();
    let mut postings = Postings::default();
    let mut norms = vec![0; layout.documents() as usize * crate::Field::COUNT];
    for (bytes, page) in pages.iter().zip(0..) {
        let page = paged::read(bytes, page, layout)?;
        for (term, ordinal) in page.dictionary.terms().zip(0..) {
            words.push(String::from_utf8(term).map_err(|_| IndexError::Inconsistent("terms"))?);
            // In memory names are at hand.
            let plain = |posting| Posting { naming: Naming::None, ..posting };
            let list: Vec<Posting> = page.postings.list(ordinal).map(plain).collect();
            for posting in &list {
                let start = posting.document as usize * crate::Field::COUNT;
                let own =
                    norms.get_mut(start..start + crate::Field::COUNT).ok_or(IndexError::Inconsistent("postings"))?;
                let set = (0..crate::Field::COUNT).filter(|field| posting.frequencies[*field] > 0);
                set.for_each(|field| own[field] = posting.norms[field]);
            }
            postings.push(list.into_iter());
        }
    }
    if words.len() != layout.terms as usize || !words.is_sorted_by(|a, b| a < b) {
        return Err(IndexError::Inconsistent("terms"));
    }
    Ok(Terms::whole(Dictionary::from_sorted(words.iter().map(String::as_str)), postings, norms))
}
