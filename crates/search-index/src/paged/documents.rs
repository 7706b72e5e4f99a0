//! Pages of definitions and of chunks.

use crate::document::{ChunkRecord, Symbol};
use crate::error::IndexError;
use crate::layout::SearchLayout;
use facts::{DefId, DefinitionKind};
use serde::{Deserialize, Serialize};
use source::{FileId, Span};
use std::borrow::Cow;

/// A definition. Numbers are small, and of the dotted name only what differs from the one before.
#[derive(Serialize, Deserialize)]
struct StoredSymbol<'a> {
    /// Files on from the definition before, or from the page's first.
    file: u32,
    definition: DefId,
    kind: DefinitionKind,
    /// Bytes of the dotted name shared with the definition before.
    shared: u32,
    rest: Cow<'a, str>,
    /// Bytes of the name, the end of the dotted name; none where the name is written in full.
    name: Option<Cow<'a, str>>,
    name_len: u32,
    span: StoredSpan,
    /// The name's line, counted from the span's first.
    line: u32,
    flags: u8,
}

/// Start, length, first line, lines on.
#[derive(Serialize, Deserialize)]
struct StoredSpan(u32, u32, u32, u32);

impl StoredSpan {
    fn of(span: Span) -> Self {
        Self(span.start, span.end - span.start, span.start_line, span.end_line - span.start_line)
    }

    fn span(&self) -> Option<Span> {
        let (end, end_line) = (self.0.checked_add(self.1)?, self.2.checked_add(self.3)?);
        Some(Span { start: self.0, end, start_line: self.2, end_line })
    }
}

pub fn write_symbols<'a>(symbols: impl Iterator<Item = &'a Symbol>, first: FileId) -> Vec<u8> {
    let (mut file, mut path) = (first, "");
    let stored = symbols.map(|symbol| {
        let shared = path.char_indices().zip(symbol.path.chars()).take_while(|((_, a), b)| a == b).last();
        let shared = shared.map_or(0, |((at, c), _)| at + c.len_utf8());
        let is_end = symbol.path.ends_with(&symbol.name);
        let stored = StoredSymbol {
            file: symbol.file.0 - file.0,
            definition: symbol.definition,
            kind: symbol.kind,
            shared: shared as u32,
            rest: Cow::Borrowed(&symbol.path[shared..]),
            name: (!is_end).then_some(Cow::Borrowed(&symbol.name)),
            name_len: symbol.name.len() as u32,
            span: StoredSpan::of(symbol.span),
            line: symbol.line.wrapping_sub(symbol.span.start_line),
            flags: u8::from(symbol.exported) | u8::from(symbol.is_test) << 1,
        };
        (file, path) = (symbol.file, &symbol.path);
        stored
    });
    postcard::to_stdvec(&stored.collect::<Vec<_>>()).expect("plain data of known length is written to memory")
}

/// Reads a page of definitions. `fits`: whether a file has such a stretch.
pub fn read_symbols(
    bytes: &[u8],
    page: u32,
    layout: &SearchLayout,
    fits: &dyn Fn(FileId, &Span) -> bool,
) -> Result<Vec<Symbol>, IndexError> {
    let numbers = SearchLayout::rows_of(&layout.symbol_starts, page, layout.symbols());
    let stored: Vec<StoredSymbol<'_>> = rows(bytes, numbers.len(), "definitions")?;
    let (mut file, mut path) = (layout.file_of(numbers.start), String::new());
    let mut symbols = Vec::with_capacity(stored.len());
    let mut written = 0;
    for (row, number) in stored.into_iter().zip(numbers) {
        let sound = |symbol: &Symbol| layout.file_of(number) == symbol.file.0 && fits(symbol.file, &symbol.span);
        let symbol = read_symbol(row, &mut file, &mut path).filter(sound);
        let symbol = symbol.ok_or(IndexError::Inconsistent("definitions"))?;
        // Names that share nearly all of the one before take few bytes each and could fill any memory.
        written += symbol.path.len() + symbol.name.len();
        if written > limits::index::PAGE_BYTES as usize {
            return Err(IndexError::Inconsistent("definitions: their names are too long"));
        }
        symbols.push(symbol);
    }
    Ok(symbols)
}

/// Reads exactly so many rows. Their number comes first, so that nothing is read of a page that has others.
fn rows<'b, T: Deserialize<'b>>(bytes: &'b [u8], count: usize, what: &'static str) -> Result<Vec<T>, IndexError> {
    let decode = |error: postcard::Error| IndexError::Decode(error.to_string());
    let (claimed, _): (u32, _) = postcard::take_from_bytes(bytes).map_err(decode)?;
    if claimed as usize != count {
        return Err(IndexError::Inconsistent(what));
    }
    postcard::from_bytes(bytes).map_err(decode)
}

fn read_symbol(row: StoredSymbol<'_>, file: &mut u32, path: &mut String) -> Option<Symbol> {
    *file = file.checked_add(row.file)?;
    path.get(..row.shared as usize)?;
    path.truncate(row.shared as usize);
    path.push_str(&row.rest);
    let name = match row.name {
        Some(name) => name.into_owned(),
        None => path.get(path.len().checked_sub(row.name_len as usize)?..)?.to_owned(),
    };
    let span = row.span.span()?;
    Some(Symbol {
        file: FileId(*file),
        definition: row.definition,
        kind: row.kind,
        name,
        path: path.clone(),
        span,
        line: row.line.wrapping_add(span.start_line),
        exported: row.flags & 1 != 0,
        is_test: row.flags & 2 != 0,
    })
}

pub fn write_chunks<'a>(chunks: impl Iterator<Item = &'a ChunkRecord>) -> Vec<u8> {
    let stored: Vec<(StoredSpan, DefId)> = chunks.map(|chunk| (StoredSpan::of(chunk.span), chunk.definition)).collect();
    postcard::to_stdvec(&stored).expect("plain data of known length is written to memory")
}

/// Reads a page of chunks. `fits`: whether a file has such a stretch.
pub fn read_chunks(
    bytes: &[u8],
    page: u32,
    layout: &SearchLayout,
    fits: &dyn Fn(FileId, &Span) -> bool,
) -> Result<Vec<ChunkRecord>, IndexError> {
    let numbers = SearchLayout::rows_of(&layout.chunk_starts, page, layout.chunks());
    let stored: Vec<(StoredSpan, DefId)> = rows(bytes, numbers.len(), "chunks")?;
    let chunk = |((span, definition), number): ((StoredSpan, DefId), u32)| {
        let span = span.span().filter(|span| fits(layout.file_of_chunk(number), span))?;
        Some(ChunkRecord { span, definition })
    };
    let chunks = stored.into_iter().zip(numbers).map(chunk);
    chunks.collect::<Option<Vec<_>>>().ok_or(IndexError::Inconsistent("chunks"))
}
