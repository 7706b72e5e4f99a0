//! What an index holds: files, definitions, chunks, and the terms in them.

use crate::document::{ChunkRecord, FileRecord, Symbol};
use crate::error::IndexError;
use crate::field::Field;
use crate::summary::{FileSummary, SymbolTraits};
use crate::terms::Terms;
use facts::DefId;
use paging::Pages;
use serde::{Deserialize, Serialize};
use source::Span;
use std::ops::Range;

/// How many definitions around one, and before it, are looked at for the function that it is written in.
const MAX_NESTED: usize = 8;
const MAX_BEFORE: usize = 200;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Parts {
    pub files: Vec<FileRecord>,
    #[serde(with = "in_memory")]
    pub symbols: Pages<Symbol>,
    #[serde(with = "in_memory")]
    pub chunks: Pages<ChunkRecord>,
    pub terms: Terms,
    pub averages: [f32; Field::COUNT],
    /// A row a file; `None` where rows are at hand, and of an index that was made before summaries were kept.
    #[serde(skip)]
    pub summaries: Option<Pages<FileSummary>>,
}

impl Parts {
    pub fn documents(&self) -> usize {
        self.symbols.len() + self.chunks.len()
    }

    /// A definition. `None` while its page is not loaded, too: ranking goes on without it, so that one run notes all the
    /// pages that it needs, and what it answers then is not used.
    pub fn symbol(&self, number: usize) -> Option<&Symbol> {
        self.symbols.get(number).ok().flatten()
    }

    /// A chunk; as [`symbol`](Self::symbol).
    pub fn chunk(&self, number: usize) -> Option<&ChunkRecord> {
        self.chunks.get(number).ok().flatten()
    }

    /// The place in the file table of a definition's file.
    pub fn file_of_symbol(&self, symbol: u32) -> u32 {
        self.files.partition_point(|file| file.first_symbol <= symbol).saturating_sub(1) as u32
    }

    /// The place in the file table of a chunk's file.
    pub fn file_of_chunk(&self, chunk: u32) -> u32 {
        self.files.partition_point(|file| file.first_chunk <= chunk).saturating_sub(1) as u32
    }

    /// Numbers of the symbols of the file at this place of the file table.
    pub fn symbol_range(&self, place: u32) -> Range<usize> {
        let end = self.files.get(place as usize + 1).map_or(self.symbols.len(), |next| next.first_symbol as usize);
        self.files[place as usize].first_symbol as usize..end
    }

    /// Numbers of the chunks of the file at this place of the file table.
    pub fn chunk_range(&self, place: u32) -> Range<usize> {
        let end = self.files.get(place as usize + 1).map_or(self.chunks.len(), |next| next.first_chunk as usize);
        self.files[place as usize].first_chunk as usize..end
    }

    /// The kind of a definition, and whether it is part of a test. `None` while what holds it is not loaded.
    pub fn traits(&self, number: u32) -> Option<SymbolTraits> {
        let Some(summaries) = &self.summaries else {
            let symbol = self.symbol(number as usize)?;
            return Some(SymbolTraits { kind: symbol.kind, is_test: symbol.is_test });
        };
        let file = self.file_of_symbol(number);
        summaries.get(file as usize).ok()??.symbol(number as usize - self.symbol_range(file).start)
    }

    /// Numbers of the symbols that start in a chunk of the file at this place of the file table, ascending.
    pub fn starting_in(&self, file: u32, chunk: u32) -> Vec<u32> {
        let Some(summaries) = &self.summaries else { return self.rows_starting_in(file, chunk) };
        let Some(summary) = summaries.get(file as usize).ok().flatten() else { return Vec::new() };
        let first = self.symbol_range(file).start as u32;
        summary.starting_in(chunk as usize - self.chunk_range(file).start).iter().map(|local| first + local).collect()
    }

    /// The number of the definition around a chunk of the file at this place of the file table.
    pub fn around(&self, file: u32, chunk: u32) -> Option<u32> {
        let Some(summaries) = &self.summaries else {
            return self.row_of(file, self.chunk(chunk as usize)?.definition);
        };
        let local = summaries.get(file as usize).ok()??.around(chunk as usize - self.chunk_range(file).start)?;
        Some(self.symbol_range(file).start as u32 + local)
    }

    /// The same as [`starting_in`](Self::starting_in), from the rows themselves.
    fn rows_starting_in(&self, file: u32, chunk: u32) -> Vec<u32> {
        let Some(own) = self.chunk(chunk as usize).map(|record| record.span) else { return Vec::new() };
        let first = chunk as usize == self.chunk_range(file).start;
        let before = if first { None } else { (chunk as usize).checked_sub(1).and_then(|at| self.chunk(at)) };
        let stretch = starting_range(own, before.map(|before| before.span));
        let inside = |number: &usize| self.symbol(*number).is_some_and(|symbol| stretch.contains(&symbol.span.start));
        self.symbol_range(file).filter(inside).map(|number| number as u32).collect()
    }

    /// The outermost function that a definition is written in, where there is one.
    pub fn holder(&self, symbol: u32) -> Option<u32> {
        let Some(summaries) = &self.summaries else { return self.row_holding(symbol) };
        let file = self.file_of_symbol(symbol);
        let first = self.symbol_range(file).start as u32;
        Some(first + summaries.get(file as usize).ok()??.holder((symbol - first) as usize)?)
    }

    /// The same, from the rows themselves.
    pub fn row_holding(&self, symbol: u32) -> Option<u32> {
        let file = self.file_of_symbol(symbol);
        let first = self.symbol_range(file).start;
        let (mut at, mut holder) = (symbol as usize, None);
        for _ in 0..MAX_NESTED {
            let Some(own) = self.symbol(at) else { return holder };
            let around = own.path.strip_suffix(own.name.as_str()).and_then(|around| around.strip_suffix('.'));
            let Some(around) = around else { return holder };
            let before = (first.max(at.saturating_sub(MAX_BEFORE))..at).rev();
            let outer =
                before.filter_map(|number| Some((number, self.symbol(number)?))).find(|(_, s)| s.path == around);
            let Some((number, outer)) = outer else { return holder };
            if outer.kind.is_callable() {
                holder = Some(number as u32);
            }
            at = number;
        }
        holder
    }

    /// The number of a definition of a file, from the rows themselves; `None` for the module.
    fn row_of(&self, file: u32, definition: DefId) -> Option<u32> {
        let is_it = |number: &usize| self.symbol(*number).is_some_and(|symbol| symbol.definition == definition);
        let found = || self.symbol_range(file).find(is_it).map(|at| at as u32);
        if definition == DefId::MODULE { None } else { found() }
    }

    /// What is read from elsewhere must fit together.
    pub fn validate(&self) -> Result<(), IndexError> {
        let fail = |what| Err(IndexError::Inconsistent(what));
        self.terms.validate(self.documents())?;
        let sound = |span: &Span| span.start <= span.end && span.start_line <= span.end_line;
        // Rows of pages are checked when they are loaded.
        if !self.symbols.in_memory().into_iter().flatten().all(|symbol| sound(&symbol.span))
            || !self.chunks.in_memory().into_iter().flatten().all(|chunk| sound(&chunk.span))
        {
            return fail("spans");
        }
        let ascending = self
            .files
            .is_sorted_by(|a, b| a.id < b.id && a.first_symbol <= b.first_symbol && a.first_chunk <= b.first_chunk);
        let inside = self.files.iter().all(|file| {
            file.first_symbol as usize <= self.symbols.len() && file.first_chunk as usize <= self.chunks.len()
        });
        let covers = self.files.first().is_none_or(|file| file.first_symbol == 0 && file.first_chunk == 0);
        let orphan = self.files.is_empty() && self.documents() > 0;
        if ascending && inside && covers && !orphan { Ok(()) } else { fail("files") }
    }
}

/// Where the definitions start that start in a chunk, and not in the part that it shares with the one before.
pub fn starting_range(own: Span, before: Option<Span>) -> Range<u32> {
    before.map_or(own.start, |before| own.start.max(before.end))..own.end
}

/// A table that is in memory, as the rows alone.
mod in_memory {
    use paging::Pages;
    use serde::ser::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize, S: Serializer>(pages: &Pages<T>, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = pages.in_memory().ok_or_else(|| S::Error::custom("a table in pages is not all in memory"))?;
        rows.serialize(serializer)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Pages<T>, D::Error> {
        Ok(Pages::whole(Vec::deserialize(deserializer)?))
    }
}
