//! An index to pages.

use super::{documents, summaries};
use crate::document::Symbol;
use crate::error::IndexError;
use crate::index::SearchIndex;
use crate::layout::{FileCounts, SearchLayout};
use crate::parts::Parts;
use crate::postings::{Naming, Posting};
use crate::terms::words::{self, TermFacts, WordsLayout};
use crate::terms::{Terms, paged};
use code_words::identifier::{is_named, normalise};
use paging::{cut, hash};

/// Bytes of a page before compression.
const SYMBOLS_TARGET: usize = 8 * 1024;
const CHUNKS_TARGET: usize = 8 * 1024;
const TERMS_TARGET: usize = 8 * 1024;
const SUMMARIES_TARGET: usize = 8 * 1024;
/// About how many bytes a definition takes besides its name, and a chunk.
const SYMBOL_BYTES: usize = 14;
const CHUNK_BYTES: usize = 9;

/// The pages of an index, not compressed.
#[derive(Debug, Clone)]
pub struct SearchPages {
    /// What a reader needs first.
    pub layout: SearchLayout,
    /// Definitions.
    pub symbols: Vec<Vec<u8>>,
    /// Chunks.
    pub chunks: Vec<Vec<u8>>,
    /// Terms with postings.
    pub terms: Vec<Vec<u8>>,
    /// The terms alone.
    pub words: Vec<Vec<u8>>,
    /// Where their pages begin.
    pub words_layout: WordsLayout,
    /// Summaries of the documents of files.
    pub summaries: Vec<Vec<u8>>,
    /// The first file of each page of summaries.
    pub summary_starts: Vec<u32>,
}

impl SearchIndex {
    /// The index in pages. `keys`: a hash of each file's path, in order: they decide where pages are cut. Every file must be
    /// indexed.
    ///
    /// # Errors
    /// [`IndexError::InPages`]: not all of it is in memory.
    pub fn to_pages(&self, keys: &[u32]) -> Result<SearchPages, IndexError> {
        let parts = self.parts();
        let symbols = parts.symbols.in_memory().ok_or(IndexError::InPages)?;
        let chunks = parts.chunks.in_memory().ok_or(IndexError::InPages)?;
        let count = |file: u32| FileCounts {
            symbols: parts.symbol_range(file).len() as u32,
            chunks: parts.chunk_range(file).len() as u32,
            nature: parts.files[file as usize].nature,
        };
        let mut layout = SearchLayout::new((0..parts.files.len() as u32).map(count).collect(), parts.averages);
        let symbol_bytes = |file: u32| {
            let own = parts.symbol_range(file);
            own.len() * SYMBOL_BYTES + symbols[own].iter().map(|symbol| symbol.name.len()).sum::<usize>()
        };
        layout.symbol_starts = starts(keys, |file| parts.symbol_range(file).start, symbol_bytes, SYMBOLS_TARGET);
        let chunk_bytes = |file: u32| parts.chunk_range(file).len() * CHUNK_BYTES;
        layout.chunk_starts = starts(keys, |file| parts.chunk_range(file).start, chunk_bytes, CHUNKS_TARGET);
        let summaries: Vec<Vec<u8>> = (0..keys.len() as u32).map(|file| summaries::write_file(parts, file)).collect();
        let summary_starts = cut(keys.iter().copied().zip(summaries.iter().map(Vec::len)), SUMMARIES_TARGET);
        let summaries = pieces(&summaries, &summary_starts).map(<[Vec<u8>]>::concat).collect();
        let pages = SearchPages {
            symbols: pieces(symbols, &layout.symbol_starts)
                .map(|rows| {
                    documents::write_symbols(rows.iter(), rows.first().map_or(source::FileId(0), |row| row.file))
                })
                .collect(),
            chunks: pieces(chunks, &layout.chunk_starts).map(|rows| documents::write_chunks(rows.iter())).collect(),
            terms: Vec::new(),
            words: Vec::new(),
            words_layout: WordsLayout::default(),
            summary_starts,
            summaries,
            layout,
        };
        with_terms(pages, parts).ok_or(IndexError::InPages)
    }
}

/// `None` where the terms are read in pages.
fn with_terms(mut pages: SearchPages, parts: &Parts) -> Option<SearchPages> {
    let all = &parts.terms;
    let Terms::Whole(whole) = all else { return None };
    let layout = &mut pages.layout;
    let words: Vec<String> = whole.dictionary.terms().map(|term| String::from_utf8_lossy(&term).into_owned()).collect();
    let list = |ordinal: u32| {
        let term = &words[ordinal as usize];
        let complete = |posting: Posting| Posting {
            norms: all.norms(&posting),
            naming: naming(parts.symbol(posting.document as usize), term),
            ..posting
        };
        paged::write_list(&whole.postings.list(ordinal).map(complete).collect::<Vec<_>>(), layout)
    };
    let lists: Vec<Vec<u8>> = (0..words.len() as u32).map(list).collect();
    let sizes = words.iter().zip(&lists).map(|(word, list)| (hash(word.as_bytes()), word.len() / 2 + 2 + list.len()));
    layout.terms = words.len() as u32;
    layout.term_starts = cut(sizes, TERMS_TARGET);
    let pieces = pieces(&words, &layout.term_starts).zip(self::pieces(&lists, &layout.term_starts));
    // Only the one page of an index without terms is empty.
    let first = |words: &[String]| words.first().map_or_else(String::new, String::clone);
    layout.first_terms = self::pieces(&words, &layout.term_starts).map(first).collect();
    let facts = |ordinal: u32| paged::facts_of(&whole.postings, ordinal, parts.symbols.len() as u32);
    let facts: Vec<TermFacts> = (0..words.len() as u32).map(facts).collect();
    (pages.words_layout, pages.words) = words::write(&words, &facts);
    pages.terms = pieces.map(|(words, lists)| paged::write(words.iter().map(String::as_str), lists)).collect();
    Some(pages)
}

/// Whether a term is the name of a definition.
fn naming(symbol: Option<&Symbol>, term: &str) -> Naming {
    match symbol {
        Some(symbol) if symbol.name == term && normalise(term) == term => Naming::Plain,
        Some(symbol) if is_named(&symbol.name, term) => Naming::Whole,
        _ => Naming::None,
    }
}

/// First row of each page; pages are cut between files that have rows.
fn starts(keys: &[u32], first: impl Fn(u32) -> usize, bytes: impl Fn(u32) -> usize, target: usize) -> Vec<u32> {
    let files: Vec<u32> = (0..keys.len() as u32).filter(|file| bytes(*file) > 0).collect();
    let cuts = cut(files.iter().map(|file| (keys[*file as usize], bytes(*file))), target);
    cuts.into_iter().map(|at| files.get(at as usize).map_or(0, |file| first(*file) as u32)).collect()
}

/// The rows of each page.
fn pieces<'a, T>(rows: &'a [T], starts: &'a [u32]) -> impl Iterator<Item = &'a [T]> {
    (0..starts.len()).map(move |at| {
        let end = starts.get(at + 1).map_or(rows.len(), |end| *end as usize);
        &rows[starts[at] as usize..end]
    })
}
