//! All that is known of a symbol.

use super::calls::{CallSite, Unresolved};
use super::symbol::{SymbolInfo, SymbolSummary};
use crate::Codebase;
use call_graph::SymbolId;
use paging::Loaded;

/// Most other symbols of the name on a symbol's page.
const NAMESAKES: usize = 20;

#[derive(Debug, Clone, PartialEq)]
pub struct SymbolPage {
    pub symbol: SymbolInfo,
    /// Who calls it: most certain first, then by place.
    pub callers: Vec<CallSite>,
    pub callees: Vec<CallSite>,
    /// Calls in it that lead nowhere known.
    pub unresolved: Vec<Unresolved>,
    /// Other symbols of the same name, best first.
    pub namesakes: Vec<SymbolSummary>,
}

impl Codebase {
    /// All that is known of a symbol. `Ok(None)` for a number of another graph. Calls whose other end is not loaded are
    /// left out of its lists.
    ///
    /// # Errors
    /// Its page is not loaded.
    pub fn symbol_page(&self, id: SymbolId) -> Loaded<Option<SymbolPage>> {
        let Some(symbol) = self.graph().symbol(id)? else { return Ok(None) };
        let (callers, callees, unresolved) = (self.callers_of(id), self.callees_of(id), self.unresolved_in(id)?);
        // Lambdas are numbered, so two of one name have nothing in common.
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
