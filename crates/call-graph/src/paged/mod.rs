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

pub use crate::page_error::PageError;

use crate::edge::sorted;
use crate::stats::Stats;
use crate::symbol::constructors;
use crate::whole::WholeGraph;
use crate::{Edge, LocalName, Named, Symbol, SymbolId, UnresolvedSite};
use code_words::misspelt::Misspelt;
use names::NameRow;
pub(crate) use names::NamedRow;
use paging::{Loaded, Missing, Pages};
use rows::Row;
use serde::Deserialize;
use source::{FileId, Span};
use std::collections::BTreeMap;

/// Decodes exactly `count` rows; with what is behind them. The encoding begins with their number, so a page with another
/// number is refused before any is decoded.
fn decode<'b, T: Deserialize<'b>>(bytes: &'b [u8], count: usize, what: &str) -> Result<(Vec<T>, &'b [u8]), PageError> {
    let failed = |error: postcard::Error| PageError(format!("a page of {what} cannot be read: {error}"));
    let (claimed, _): (u32, _) = postcard::take_from_bytes(bytes).map_err(failed)?;
    if claimed as usize != count {
        return Err(PageError(format!("a page has other {what} than it should")));
    }
    postcard::take_from_bytes(bytes).map_err(failed)
}

/// A graph of which pages are loaded as questions need them.
#[derive(Debug, Clone)]
pub struct PagedGraph {
    layout: GraphLayout,
    rows: Pages<Row>,
    names: Pages<NameRow>,
}

impl PagedGraph {
    /// A graph of which no page is loaded. `tables`: the numbers under which missing rows and names are noted.
    pub fn unloaded(layout: GraphLayout, tables: [u8; 2], missing: &Missing) -> Self {
        let rows = Pages::unloaded(tables[0], &layout.row_starts[..], layout.rows(), missing.clone());
        let names = Pages::unloaded(tables[1], &layout.name_starts[..], layout.names, missing.clone());
        Self { layout, rows, names }
    }

    /// Loads a page of symbols. `fits`: whether a file has such a stretch.
    ///
    /// # Errors
    /// The bytes are no such page.
    pub fn load_rows(&self, page: u32, bytes: &[u8], fits: &dyn Fn(FileId, &Span) -> bool) -> Result<(), PageError> {
        let rows = rows::read(bytes, page, &self.layout, fits)?;
        self.rows.load(page, rows).map_err(|_| PageError("a page has other symbols than it should".to_owned()))
    }

    /// Loads a page of names.
    ///
    /// # Errors
    /// As for [`load_rows`](Self::load_rows).
    pub fn load_names(&self, page: u32, bytes: &[u8]) -> Result<(), PageError> {
        let rows = names::read(bytes, page, &self.layout)?;
        self.names.load(page, rows).map_err(|_| PageError("a page has other names than it should".to_owned()))
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn stats(&self) -> &Stats {
        &self.layout.stats
    }

    /// A symbol with its calls; `Ok(None)` for a number of another graph.
    pub(crate) fn row(&self, id: SymbolId) -> Loaded<Option<&Row>> {
        self.rows.get(id.0 as usize)
    }

    pub(crate) fn symbol(&self, id: SymbolId) -> Loaded<Option<&Symbol>> {
        Ok(self.row(id)?.map(|row| &row.symbol))
    }

    /// The symbols of a file, which are in one page.
    pub(crate) fn symbols_in(&self, file: FileId) -> Loaded<Vec<(SymbolId, &Symbol)>> {
        let mut symbols = Vec::new();
        for id in self.layout.symbols_of(file).map(SymbolId) {
            symbols.extend(self.symbol(id)?.map(|symbol| (id, symbol)));
        }
        Ok(symbols)
    }

    pub(crate) fn local_names(&self, file: FileId) -> Loaded<&[LocalName]> {
        // They are with the file's first symbol.
        let first = self.layout.symbols_of(file).next().map(SymbolId);
        Ok(first.map(|first| self.row(first)).transpose()?.flatten().map_or(&[], |row| &row.local_names))
    }

    pub(crate) fn callers(&self, id: SymbolId) -> Loaded<Vec<Edge>> {
        let Some(Row { symbol, incoming, .. }) = self.row(id)? else { return Ok(Vec::new()) };
        let mut edges = incoming.clone();
        if symbol.kind.is_type() {
            let behind = self.symbols_in(symbol.file)?.into_iter().filter(|(at, _)| *at > id);
            for constructor in constructors((id, symbol), behind) {
                edges.extend(self.row(constructor)?.into_iter().flat_map(|row| &row.incoming));
            }
        }
        Ok(sorted(edges))
    }

    pub(crate) fn named(&self, lower: &str) -> Loaded<Vec<Named<'_>>> {
        Ok(self.name(lower)?.into_iter().flat_map(|row| &row.symbols).map(NamedRow::named).collect())
    }

    pub(crate) fn open_sites(&self, name: &str) -> Loaded<Vec<(FileId, UnresolvedSite)>> {
        let open = self.name(&name.to_lowercase())?.into_iter().flat_map(|row| &row.open);
        Ok(open.filter(|(_, site)| site.name == name).cloned().collect())
    }

    /// A symbol among those of its name.
    pub(crate) fn named_row(&self, id: SymbolId, name: &str) -> Loaded<Option<&NamedRow>> {
        Ok(self.name(&name.to_lowercase())?.and_then(|row| row.symbols.iter().find(|symbol| symbol.id == id)))
    }

    /// What has a name that begins, in lower case, with `prefix`; names in order. Of pages that are not loaded there is
    /// nothing in it, and all of them are noted, to be fetched at once.
    pub fn named_from(&self, prefix: &str) -> Vec<Named<'_>> {
        let first = self.layout.page_of_name(prefix);
        // A page whose first name is past the prefix holds nothing of it.
        let holds = |page: &u32| *page == first || self.layout.first_names[*page as usize].starts_with(prefix);
        let rows =
            (first..self.names.page_count()).filter(holds).filter_map(|page| self.names.page(page).ok()).flatten();
        rows.filter(|row| row.name.starts_with(prefix))
            .flat_map(|row| row.symbols.iter().map(NamedRow::named))
            .collect()
    }

    /// What has a name that differs from a word by one typing error. Only pages that can hold such a name are read; as for
    /// [`named_from`](Self::named_from) of pages that are not loaded.
    pub fn named_near(&self, word: &Misspelt) -> Vec<Named<'_>> {
        let names = &self.layout.first_names;
        let may_hold = |page: &u32| {
            let at = *page as usize;
            names.get(at).is_some_and(|low| word.may_be_between(low, names.get(at + 1).map(String::as_str)))
        };
        let rows =
            (0..self.names.page_count()).filter(may_hold).filter_map(|page| self.names.page(page).ok()).flatten();
        rows.filter(|row| word.is_near(&row.name)).flat_map(|row| row.symbols.iter().map(NamedRow::named)).collect()
    }

    /// Bytes, roughly, that reading every name would fetch.
    pub fn bytes_of_names(&self) -> usize {
        self.layout.name_bytes as usize
    }

    fn name(&self, lower: &str) -> Loaded<Option<&NameRow>> {
        if self.names.is_empty() {
            return Ok(None);
        }
        let rows = self.names.page(self.layout.page_of_name(lower))?;
        Ok(rows.binary_search_by(|row| row.name.as_str().cmp(lower)).ok().map(|at| &rows[at]))
    }
}

impl WholeGraph {
    /// The graph in memory, from all its pages of symbols. `fits` as for [`PagedGraph::load_rows`].
    ///
    /// # Errors
    /// The bytes are not these pages.
    pub fn from_pages(
        layout: &GraphLayout,
        pages: &[Vec<u8>],
        fits: &dyn Fn(FileId, &Span) -> bool,
    ) -> Result<Self, PageError> {
        let (mut symbols, mut edges, mut unresolved) = (Vec::new(), Vec::new(), Vec::new());
        let mut local_names = BTreeMap::new();
        for (bytes, page) in pages.iter().zip(0..) {
            for row in rows::read(bytes, page, layout, fits)? {
                if !row.local_names.is_empty() {
                    local_names.insert(row.symbol.file, row.local_names);
                }
                symbols.push(row.symbol);
                edges.extend(row.own);
                unresolved.push(row.unresolved);
            }
        }
        if symbols.len() != layout.rows() as usize {
            return Err(PageError("pages of the call graph are missing".to_owned()));
        }
        Ok(Self::new(symbols, edges, unresolved, layout.stats.clone()).with_local_names(local_names))
    }
}
