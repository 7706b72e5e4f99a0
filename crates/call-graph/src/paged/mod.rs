//! A graph read in pages, from an index that is not in memory.
//!
//! Two tables. A row of the first is a symbol with all its calls, in both directions; pages hold whole files, so that a
//! lambda and the definition around it are in one. A row of the second is a name in lower case with the symbols that have
//! it. [`GraphLayout`] is what a reader needs before any page: where each file's symbols and each page begin.
//!
//! On disk a symbol is named by its file and its place there, so an edit changes the pages of the edited file and of what
//! refers into it, not all that come later.

mod layout;
mod names;
mod rows;
mod write;

pub use layout::GraphLayout;
pub use write::GraphPages;

use crate::graph::{Body, Named};
use crate::stats::Stats;
use crate::whole::Whole;
use crate::{CallGraph, Edge, Symbol, SymbolId, UnresolvedSite};
use names::NameRow;
use paging::{Missing, Pages};
use rows::Row;
use serde::Deserialize;
use source::{FileId, Span};
use std::ops::Range;

/// Reads exactly so many rows. Their number stands first, so that nothing is read of a page that has others.
fn decode<'b, T: Deserialize<'b>>(bytes: &'b [u8], count: usize, what: &str) -> Result<Vec<T>, PageError> {
    let failed = |error: postcard::Error| PageError(format!("a page of {what} cannot be read: {error}"));
    let (claimed, _): (u32, _) = postcard::take_from_bytes(bytes).map_err(failed)?;
    if claimed as usize != count {
        return Err(PageError(format!("a page has other {what} than it should")));
    }
    postcard::from_bytes(bytes).map_err(failed)
}

/// Bytes that are no page of this graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PageError(pub(crate) String);

/// The tables of a paged graph.
#[derive(Debug, Clone)]
pub(crate) struct Paged {
    layout: GraphLayout,
    rows: Pages<Row>,
    names: Pages<NameRow>,
}

impl CallGraph {
    /// A graph of which no page is loaded. `tables`: the numbers under which missing rows and names are noted.
    pub fn unloaded(layout: GraphLayout, tables: [u8; 2], missing: &Missing) -> Self {
        let rows = Pages::unloaded(tables[0], &layout.row_starts[..], layout.rows(), missing.clone());
        let names = Pages::unloaded(tables[1], &layout.name_starts[..], layout.names, missing.clone());
        Self { body: Body::Paged(Box::new(Paged { layout, rows, names })) }
    }

    /// Loads a page of symbols. `fits`: whether a file has such a stretch.
    ///
    /// # Errors
    /// The bytes are no such page, or the graph is not read in pages.
    pub fn load_rows(&self, page: u32, bytes: &[u8], fits: &dyn Fn(FileId, &Span) -> bool) -> Result<(), PageError> {
        let Body::Paged(paged) = &self.body else { return Err(PageError("the graph is in memory".to_owned())) };
        let rows = rows::read(bytes, page, &paged.layout, fits)?;
        paged.rows.load(page, rows).map_err(|_| PageError("a page has other symbols than it should".to_owned()))
    }

    /// Loads a page of names.
    ///
    /// # Errors
    /// As for [`load_rows`](Self::load_rows).
    pub fn load_names(&self, page: u32, bytes: &[u8]) -> Result<(), PageError> {
        let Body::Paged(paged) = &self.body else { return Err(PageError("the graph is in memory".to_owned())) };
        let rows = names::read(bytes, page, &paged.layout)?;
        paged.names.load(page, rows).map_err(|_| PageError("a page has other names than it should".to_owned()))
    }

    /// The graph in memory, from all its pages of symbols. `fits` as for [`load_rows`](Self::load_rows).
    ///
    /// # Errors
    /// The bytes are not these pages.
    pub fn from_pages(
        layout: &GraphLayout,
        pages: &[Vec<u8>],
        fits: &dyn Fn(FileId, &Span) -> bool,
    ) -> Result<Self, PageError> {
        let (mut symbols, mut edges, mut unresolved) = (Vec::new(), Vec::new(), Vec::new());
        for (bytes, page) in pages.iter().zip(0..) {
            for row in rows::read(bytes, page, layout, fits)? {
                symbols.push(row.symbol);
                edges.extend(row.own);
                unresolved.push(row.unresolved);
            }
        }
        if symbols.len() != layout.rows() as usize {
            return Err(PageError("pages of the call graph are missing".to_owned()));
        }
        let whole = Whole::assemble(symbols, edges, unresolved, layout.stats.clone());
        Ok(Self { body: Body::Whole(Box::new(whole)) })
    }
}

impl Paged {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn stats(&self) -> &Stats {
        &self.layout.stats
    }

    pub fn symbol(&self, id: SymbolId) -> Option<&Symbol> {
        self.row(id).map(|row| &row.symbol)
    }

    pub fn symbols_of(&self, file: FileId) -> Range<u32> {
        self.layout.symbols_of(file)
    }

    pub fn unresolved(&self, id: SymbolId) -> &[UnresolvedSite] {
        self.row(id).map_or(&[], |row| &row.unresolved)
    }

    pub fn incoming(&self, id: SymbolId) -> &[Edge] {
        self.row(id).map_or(&[], |row| &row.incoming)
    }

    pub fn outgoing(&self, id: SymbolId) -> &[Edge] {
        self.row(id).map_or(&[], |row| &row.outgoing)
    }

    pub fn named(&self, lower: &str) -> Vec<Named<'_>> {
        self.name(lower).map_or_else(Vec::new, |row| row.symbols.iter().map(names::NamedRow::named).collect())
    }

    pub fn open_sites(&self, name: &str) -> Vec<(FileId, UnresolvedSite)> {
        let Some(row) = self.name(&name.to_lowercase()) else { return Vec::new() };
        row.open.iter().filter(|(_, site)| site.name == name).cloned().collect()
    }

    pub fn proven_calls(&self, id: SymbolId, name: &str, to: bool) -> u32 {
        let own = self.name(&name.to_lowercase()).and_then(|row| row.symbols.iter().find(|symbol| symbol.id == id));
        own.map_or(0, |symbol| symbol.proven_calls(to))
    }

    pub fn named_from(&self, prefix: &str, most: usize) -> Vec<Named<'_>> {
        let first = self.layout.page_of_name(prefix);
        let rows = (first..self.names.page_count()).flat_map(|page| {
            // A page whose first name is past the prefix holds nothing of it.
            let past = page > first && !self.layout.first_names[page as usize].starts_with(prefix);
            if past { &[] } else { self.names.page(page).unwrap_or_default() }
        });
        let fitting = rows.filter(|row| row.name.starts_with(prefix)).take(most);
        fitting.flat_map(|row| row.symbols.iter().map(names::NamedRow::named)).collect()
    }

    pub fn bytes_of_names(&self) -> usize {
        self.layout.name_bytes as usize
    }

    fn row(&self, id: SymbolId) -> Option<&Row> {
        self.rows.get(id.0 as usize)
    }

    fn name(&self, lower: &str) -> Option<&NameRow> {
        if self.names.is_empty() {
            return None;
        }
        let rows = self.names.page(self.layout.page_of_name(lower))?;
        rows.binary_search_by(|row| row.name.as_str().cmp(lower)).ok().map(|at| &rows[at])
    }
}
