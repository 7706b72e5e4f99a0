//! What a reader needs before any page.

use crate::SymbolId;
use crate::stats::Stats;
use paging::are_starts;
use serde::{Deserialize, Serialize};
use source::FileId;
use std::ops::Range;

/// Most rows of a page: each takes three bytes at least.
const MAX_ROWS: u32 = (limits::index::PAGE_BYTES / 3) as u32;

/// Where each file's symbols and each page begin. A few bytes a file and a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphLayout {
    /// How many symbols each file has.
    pub(crate) symbols: Vec<u32>,
    /// First symbol of each page.
    pub(crate) row_starts: Vec<u32>,
    /// First name of each page of names.
    pub(crate) first_names: Vec<String>,
    /// First row of each page of names.
    pub(crate) name_starts: Vec<u32>,
    /// How many names there are.
    pub(crate) names: u32,
    /// Size of all pages of names, before compression.
    pub(crate) name_bytes: u32,
    pub(crate) stats: Stats,
    /// First symbol of each file, and behind the last; made by [`number_symbols`](Self::number_symbols).
    #[serde(skip)]
    pub(crate) first_symbols: Vec<u32>,
}

impl GraphLayout {
    /// Derives [`first_symbols`](Self::first_symbols).
    pub(crate) fn number_symbols(&mut self) {
        self.first_symbols = std::iter::once(0)
            .chain(self.symbols.iter().scan(0u32, |sum, count| {
                *sum = sum.checked_add(*count)?;
                Some(*sum)
            }))
            .collect();
    }

    /// Derives what is not stored and checks what was read; true where it is sound.
    #[must_use]
    pub fn check(&mut self, files: usize) -> bool {
        self.number_symbols();
        // A lambda and what is around it are in one page, because pages hold whole files.
        let whole_files = self.row_starts.iter().all(|start| self.first_symbols.binary_search(start).is_ok());
        self.symbols.len() == files
            && self.first_symbols.len() == files + 1
            && are_starts(&self.row_starts, self.rows(), MAX_ROWS)
            && whole_files
            && are_starts(&self.name_starts, self.names, MAX_ROWS)
            && self.first_names.len() == self.name_starts.len()
            && self.first_names.is_sorted_by(|a, b| a < b)
            && self.stats.is_sound(self.rows())
    }

    /// Number of pages of symbols and of names.
    pub fn pages(&self) -> [u32; 2] {
        [self.row_starts.len() as u32, self.name_starts.len() as u32]
    }

    pub(crate) fn rows(&self) -> u32 {
        self.first_symbols.last().copied().unwrap_or(0)
    }

    pub(crate) fn symbols_of(&self, file: FileId) -> Range<u32> {
        let at = |file: usize| self.first_symbols.get(file).copied().unwrap_or(self.rows());
        let file = file.0 as usize;
        at(file)..at(file.saturating_add(1))
    }

    /// How many names there are.
    pub fn names(&self) -> u32 {
        self.names
    }

    /// See [`Stats::work_limit`], which is not stored with the layout: whoever stores the one stores the other.
    pub fn work_limit(&self) -> u32 {
        self.stats.work_limit
    }

    /// Sets [`Stats::work_limit`] of a layout that was read. Before [`check`](Self::check).
    pub fn set_work_limit(&mut self, sites: u32) {
        self.stats.work_limit = sites;
    }

    /// How many symbols each file has, in order.
    pub fn symbols_by_file(&self) -> &[u32] {
        &self.symbols
    }

    pub(crate) fn rows_of(&self, page: u32) -> Range<u32> {
        let at = |page: usize| self.row_starts.get(page).copied().unwrap_or(self.rows());
        at(page as usize)..at(page as usize + 1)
    }

    pub(crate) fn names_of(&self, page: u32) -> Range<u32> {
        let at = |page: usize| self.name_starts.get(page).copied().unwrap_or(self.names);
        at(page as usize)..at(page as usize + 1)
    }

    pub(crate) fn file_of(&self, row: u32) -> FileId {
        FileId(self.first_symbols.partition_point(|start| *start <= row).saturating_sub(1) as u32)
    }

    /// The page that holds a name, if any does.
    pub(crate) fn page_of_name(&self, lower: &str) -> u32 {
        self.first_names.partition_point(|first| first.as_str() <= lower).saturating_sub(1) as u32
    }

    /// A symbol by its file and its place there.
    pub(crate) fn id(&self, file: FileId, local: u32) -> Option<SymbolId> {
        let ids = self.symbols_of(file);
        let id = ids.start.checked_add(local)?;
        ids.contains(&id).then_some(SymbolId(id))
    }

    /// File of a symbol and its place there.
    pub(crate) fn place(&self, id: SymbolId) -> (FileId, u32) {
        let file = self.file_of(id.0);
        (file, id.0 - self.symbols_of(file).start)
    }
}
