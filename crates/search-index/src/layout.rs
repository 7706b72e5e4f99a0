//! What a reader needs before any page.

use crate::document::FileNature;
use crate::field::Field;
use paging::are_starts;
use serde::{Deserialize, Serialize};
use source::FileId;
use std::ops::Range;

/// Most rows of a page: each takes two bytes at least.
const MAX_ROWS: u32 = (limits::index::PAGE_BYTES / 2) as u32;

/// Where each file's documents and each page begin. A few bytes a file and a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchLayout {
    pub(crate) files: Vec<FileCounts>,
    /// First definition, chunk and term of each page.
    pub(crate) symbol_starts: Vec<u32>,
    pub(crate) chunk_starts: Vec<u32>,
    pub(crate) term_starts: Vec<u32>,
    /// First term of each page.
    pub(crate) first_terms: Vec<String>,
    pub(crate) terms: u32,
    pub(crate) averages: [f32; Field::COUNT],
    /// First definition of each file; computed by [`check`](Self::check).
    #[serde(skip)]
    pub(crate) first_symbols: Vec<u32>,
    /// First chunk of each file.
    #[serde(skip)]
    first_chunks: Vec<u32>,
    #[serde(skip)]
    total: (u32, u32),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileCounts {
    pub symbols: u32,
    pub chunks: u32,
    pub nature: FileNature,
}

impl SearchLayout {
    pub(crate) fn new(files: Vec<FileCounts>, averages: [f32; Field::COUNT]) -> Self {
        let mut layout = Self {
            files,
            symbol_starts: vec![0],
            chunk_starts: vec![0],
            term_starts: vec![0],
            first_terms: vec![String::new()],
            terms: 0,
            averages,
            first_symbols: Vec::new(),
            first_chunks: Vec::new(),
            total: (0, 0),
        };
        let sound = layout.derive();
        assert!(sound, "files in memory have fewer documents than numbers");
        layout
    }

    /// Computes what is derived and checks what was read; true if it is sound.
    #[must_use]
    pub fn check(&mut self, files: usize) -> bool {
        self.derive()
            && self.files.len() == files
            && are_starts(&self.symbol_starts, self.total.0, MAX_ROWS)
            && are_starts(&self.chunk_starts, self.total.1, MAX_ROWS)
            && are_starts(&self.term_starts, self.terms, MAX_ROWS)
            && self.first_terms.len() == self.term_starts.len()
            && self.first_terms.is_sorted_by(|a, b| a < b)
            && self.averages.iter().all(|average| average.is_finite() && *average > 0.0)
    }

    /// The first documents of each file, from their numbers; false if there are more than can be numbered.
    fn derive(&mut self) -> bool {
        let (mut symbols, mut chunks) = (0u32, 0u32);
        self.first_symbols.clear();
        self.first_chunks.clear();
        for file in &self.files {
            self.first_symbols.push(symbols);
            self.first_chunks.push(chunks);
            let (Some(more_symbols), Some(more_chunks)) =
                (symbols.checked_add(file.symbols), chunks.checked_add(file.chunks))
            else {
                return false;
            };
            (symbols, chunks) = (more_symbols, more_chunks);
        }
        self.total = (symbols, chunks);
        symbols.checked_add(chunks).is_some()
    }

    /// Number of pages of definitions, of chunks and of terms.
    pub fn pages(&self) -> [u32; 3] {
        [&self.symbol_starts, &self.chunk_starts, &self.term_starts].map(|starts| starts.len() as u32)
    }

    pub(crate) fn symbols(&self) -> u32 {
        self.total.0
    }

    pub(crate) fn chunks(&self) -> u32 {
        self.total.1
    }

    pub(crate) fn documents(&self) -> u32 {
        self.total.0 + self.total.1
    }

    /// File of a document and its place among the file's definitions, or among its chunks.
    pub(crate) fn place(&self, document: u32) -> (u32, u32) {
        let (firsts, number) = match document.checked_sub(self.symbols()) {
            None => (&self.first_symbols, document),
            Some(chunk) => (&self.first_chunks, chunk),
        };
        let file = firsts.partition_point(|first| *first <= number).saturating_sub(1);
        (file as u32, number - firsts.get(file).copied().unwrap_or(0))
    }

    /// A document of a file, by its place among the file's definitions or chunks.
    pub(crate) fn document(&self, chunk: bool, file: u32, local: u32) -> Option<u32> {
        let counts = self.files.get(file as usize)?;
        let (first, count, before) = match chunk {
            false => (self.first_symbols.get(file as usize)?, counts.symbols, 0),
            true => (self.first_chunks.get(file as usize)?, counts.chunks, self.symbols()),
        };
        (local < count).then(|| before + first + local)
    }

    /// How many terms there are.
    pub fn terms(&self) -> u32 {
        self.terms
    }

    /// How many definitions and chunks each file has, in order.
    pub fn documents_by_file(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.files.iter().map(|file| (file.symbols, file.chunks))
    }

    /// Numbers of the definitions, or of the chunks, of a page.
    pub(crate) fn rows_of(starts: &[u32], page: u32, all: u32) -> Range<u32> {
        let at = |page: usize| starts.get(page).copied().unwrap_or(all);
        at(page as usize)..at(page as usize + 1)
    }

    pub(crate) fn file_of_chunk(&self, chunk: u32) -> FileId {
        FileId(self.first_chunks.partition_point(|start| *start <= chunk).saturating_sub(1) as u32)
    }

    /// The file of a definition, as its place in the file table.
    pub(crate) fn file_of(&self, symbol: u32) -> u32 {
        self.first_symbols.partition_point(|start| *start <= symbol).saturating_sub(1) as u32
    }
}
