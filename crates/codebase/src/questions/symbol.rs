//! A symbol and all that is known of it.

use super::QuestionError;
use super::calls::{CallSite, Unresolved};
use crate::{Codebase, Place};
use call_graph::{Named, Symbol, SymbolId};
use facts::{DefId, DefinitionKind};
use paging::Loaded;
use source::FileId;

/// Most other symbols of the name on a symbol's page.
const NAMESAKES: usize = 20;

/// A symbol in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolSummary {
    /// Its number in the call graph.
    pub id: SymbolId,
    /// Its own name.
    pub name: String,
    /// `package.module.Class.method`.
    pub qualified_name: String,
    /// What it is.
    pub kind: DefinitionKind,
    /// The file.
    pub path: String,
    /// First line of the definition.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
}

/// A symbol, with where it is as evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolInfo {
    /// Its number in the call graph.
    pub id: SymbolId,
    /// Its own name.
    pub name: String,
    /// `package.module.Class.method`.
    pub qualified_name: String,
    /// What it is.
    pub kind: DefinitionKind,
    /// The whole definition; see [`Codebase::span_at`].
    pub span: Place,
    /// The line of its name.
    pub name_line: u32,
    /// The head, on one line.
    pub signature: String,
    /// Doc comment or docstring.
    pub doc: Option<String>,
    /// Seen from other files.
    pub exported: bool,
    /// Part of a test.
    pub is_test: bool,
}

/// A symbol's page.
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolPage {
    /// Itself.
    pub symbol: SymbolInfo,
    /// Who calls it: most certain first, then by place.
    pub callers: Vec<CallSite>,
    /// What it calls.
    pub callees: Vec<CallSite>,
    /// Calls in it that lead nowhere known.
    pub unresolved: Vec<Unresolved>,
    /// Other symbols of the same name, best first.
    pub namesakes: Vec<SymbolSummary>,
}

impl Codebase {
    /// A symbol by its number. `Ok(None)` for a number of another graph.
    ///
    /// # Errors
    /// Its page is not loaded.
    pub fn symbol(&self, id: SymbolId) -> Loaded<Option<SymbolInfo>> {
        Ok(self.graph().symbol(id)?.map(|symbol| self.info(id, symbol)))
    }

    /// The symbol of a definition.
    pub(crate) fn symbol_of(&self, file: FileId, definition: DefId) -> Loaded<Option<SymbolInfo>> {
        match self.graph().symbol_of(file, definition)? {
            Some(id) => self.symbol(id),
            None => Ok(None),
        }
    }

    pub(crate) fn info(&self, id: SymbolId, symbol: &Symbol) -> SymbolInfo {
        SymbolInfo {
            id,
            name: symbol.name.clone(),
            qualified_name: symbol.qualified_name.clone(),
            kind: symbol.kind,
            span: Place {
                path: self.snapshot().file(symbol.file).path.as_str().to_owned(),
                start_line: symbol.span.start_line,
                end_line: symbol.span.end_line,
            },
            name_line: symbol.name_span.start_line,
            signature: symbol.signature.clone(),
            doc: symbol.doc.clone(),
            exported: symbol.exported,
            is_test: symbol.is_test,
        }
    }

    /// The symbols of these numbers, but for those whose page is not loaded: all such pages are noted at once.
    pub(crate) fn symbols(&self, ids: impl IntoIterator<Item = SymbolId>) -> Vec<SymbolInfo> {
        ids.into_iter().filter_map(|id| self.symbol(id).ok().flatten()).collect()
    }

    pub(crate) fn summary(&self, named: &Named<'_>) -> SymbolSummary {
        SymbolSummary {
            id: named.id,
            name: named.name.to_owned(),
            qualified_name: named.qualified_name.to_owned(),
            kind: named.kind,
            path: self.snapshot().file(named.file).path.as_str().to_owned(),
            start_line: named.start_line,
            end_line: named.end_line,
        }
    }

    /// The symbols that a name may mean (`name`, `Class.method`, `module.Class`), best first.
    pub fn symbols_named(&self, name: &str) -> Result<Vec<SymbolInfo>, QuestionError> {
        Ok(self.symbols(self.named(name)?.iter().map(|named| named.id)))
    }

    pub(crate) fn named(&self, name: &str) -> Result<Vec<Named<'_>>, QuestionError> {
        let name = name.trim();
        match self.graph().find_named(name)? {
            found if found.is_empty() => Err(QuestionError::NoSuchSymbol {
                name: name.chars().take(200).collect(),
                suggestions: self.nearest_symbols(name),
            }),
            found => Ok(found),
        }
    }

    /// All that is known of a symbol. `Ok(None)` for a number of another graph. Calls whose other end is not loaded are
    /// left out of its lists.
    ///
    /// # Errors
    /// Its page is not loaded.
    pub fn symbol_page(&self, id: SymbolId) -> Loaded<Option<SymbolPage>> {
        let Some(symbol) = self.graph().symbol(id)? else { return Ok(None) };
        let (callers, callees, unresolved) = (self.callers_of(id), self.callees_of(id), self.unresolved_in(id)?);
        // That two lambdas are the first of their functions says nothing.
        let most = if symbol.is_anonymous() { 0 } else { NAMESAKES };
        let named = self.graph().find_named(&symbol.name).into_iter().flatten();
        let namesakes = named.filter(|other| other.id != id).take(most).map(|other| self.summary(&other)).collect();
        let symbol = self.info(id, symbol);
        Ok(Some(SymbolPage { symbol, callers, callees, unresolved, namesakes }))
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    #[test]
    fn a_page_shows_definition_callers_and_callees() {
        let codebase = fixture::shop();
        let id = codebase.symbols_named("total_price").unwrap()[0].id;
        let page = codebase.symbol_page(id).unwrap().unwrap();
        assert_eq!(page.symbol.span.place(), "shop/pricing.py:4-6");
        assert_eq!(page.symbol.doc.as_deref(), Some("Sum of all lines after discounts."));
        assert_eq!(page.callers[0].other.qualified_name, "shop.orders.Order.submit");
        assert_eq!(page.callees[0].other.name, "discount");
        assert_eq!(codebase.symbol_page(call_graph::SymbolId(9_999)), Ok(None));
    }
}
