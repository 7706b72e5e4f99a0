//! Where is it, and how is it done?

use super::find::{Found, FoundItem, SURE};
use super::quoted::{self, is_short};
use super::symbol::SymbolInfo;
use crate::{Codebase, SpanRef};
use code_words::operators;
use search_index::{Filters, Hit, Similar, Snippet, snippet};
use source::Language;

const SNIPPET_LINES: usize = 8;

#[derive(Debug, Clone, PartialEq)]
pub struct SearchHit {
    /// What to show: the definition, or the piece of it that matches.
    pub span: SpanRef,
    /// The definition it is or belongs to.
    pub symbol: Option<SymbolInfo>,
    /// `function`, `class`, ...; `text` outside any definition.
    pub kind: &'static str,
    /// Higher is better; comparable within one search only.
    pub score: f32,
    /// The lines that say why.
    pub snippet: Snippet,
    pub language: Language,
    /// The words of the query that it holds.
    pub terms: Vec<String>,
}

impl SearchHit {
    /// Qualified name of the symbol, if any.
    pub fn qualified_name(&self) -> Option<&str> {
        self.symbol.as_ref().map(|symbol| symbol.qualified_name.as_str())
    }
}

impl Codebase {
    /// The best `limit` hits for words, a question or a name, best first.
    /// Of a query with words in quotes the hits that hold them as they are written come first.
    pub fn search(&self, query: &str, limit: usize) -> Vec<SearchHit> {
        self.search_with(query, limit, &[])
    }

    /// The same, merged by reciprocal rank fusion with definitions that mean something like the query: see
    /// [`crate::Vectors::nearest`]. Of a query that is a name ([`asks_by_name`](Self::asks_by_name)) words alone decide.
    pub fn search_with(&self, query: &str, limit: usize, similar: &[Similar]) -> Vec<SearchHit> {
        let named = operators::in_names(query);
        let query = named.as_deref().unwrap_or(query);
        let quoted = quoted::read(query);
        let most = if quoted.is_empty() { limit } else { quoted::looked_at(limit) };
        let mut hits = self.fused(query, most, similar);
        if !quoted.is_empty() {
            // While a text is not loaded the list goes on without it.
            let holds = |hit: &Hit| self.text(hit.file).is_ok_and(|text| quoted::holds(text, hit.span, &quoted));
            let (with, without): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(holds);
            let lines = self.lines_with(query, &quoted, &with, limit.saturating_sub(with.len()).max(1));
            // Before a class as a whole comes the line in it.
            let (mut with, long): (Vec<Hit>, Vec<Hit>) = with.into_iter().partition(is_short);
            with.extend(lines.into_iter().chain(long));
            hits = quoted::in_order(with, without);
            hits.truncate(limit);
        }
        if hits.is_empty() {
            hits = self.named_like(query, limit);
        }
        hits.into_iter().filter_map(|hit| self.search_hit(hit)).collect()
    }

    /// The definitions that the palette finds for a query which is one word that no text holds: `gSN` for `getSessionName`.
    fn named_like(&self, query: &str, limit: usize) -> Vec<Hit> {
        let (_, text) = Filters::read(query);
        let is_complete = self.paged().is_none_or(|paged| paged.missing.is_empty());
        if !is_complete || text.trim().contains(char::is_whitespace) {
            return Vec::new();
        }
        let hit = |item: FoundItem| {
            let Found::Symbol(found) = item.found else { return None };
            let symbol = self.graph().symbol(found.id).ok().flatten().filter(|_| item.score >= SURE)?;
            let score = item.score as f32 / 1000.0;
            Some(Hit { file: symbol.file, span: symbol.span, definition: Some(symbol.def), score, terms: Vec::new() })
        };
        self.find(query, limit).into_iter().filter_map(hit).collect()
    }

    /// `None` while its text is not loaded: the list goes on without it.
    fn search_hit(&self, hit: Hit) -> Option<SearchHit> {
        let text = self.searched(hit.file).ok()?;
        let symbol = match hit.definition {
            Some(definition) => self.symbol_of(hit.file, definition).ok()?,
            None => None,
        };
        Some(SearchHit {
            span: self.lines_ref(hit.file, hit.span.start_line, hit.span.end_line),
            kind: symbol.as_ref().map_or("text", |symbol| symbol.kind.word()),
            snippet: snippet(&text, hit.span, &hit.terms, SNIPPET_LINES),
            language: self.snapshot().file(hit.file).language,
            symbol,
            score: hit.score,
            terms: hit.terms,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;
    use expect_test::{Expect, expect};

    fn check(query: &str, expected: Expect) {
        let hits = fixture::shop().search(query, 3);
        let line = |hit: &crate::SearchHit| {
            format!("{} {} {}", hit.span.place(), hit.kind, hit.qualified_name().unwrap_or("-"))
        };
        expected.assert_eq(&hits.iter().map(line).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn hits_are_definitions_in_every_language() {
        check(
            "where is total_price defined?",
            expect![[r#"
                shop/pricing.py:4-6 function shop.pricing.total_price
                shop/orders.py:1-18 text -
                web/cart.ts:4 constructor web.cart.Cart.constructor"#]],
        );
        check(
            "formatMoney",
            expect![[r#"
            web/money.ts:1-4 function web.money.formatMoney
            web/cart.ts:1-9 text -"#]],
        );
        check(
            "how are payments retried",
            expect![[r#"
                shop/payments.py:17-24 function shop.payments.with_retries
                shop/payments.py:4-14 class shop.payments.Gateway
                README.md:5-7 text -"#]],
        );
        check(
            "ledger balance",
            expect![[r#"
                ledger.rs:12-14 function ledger.checked
                ledger.rs:1-4 class ledger.Ledger
                ledger.rs:3 field ledger.Ledger.balance"#]],
        );
    }

    #[test]
    fn what_holds_the_words_in_quotes_comes_first() {
        let places = |query: &str| -> Vec<String> {
            fixture::shop().search(query, 4).into_iter().map(|hit| hit.span.path).collect()
        };
        assert_eq!(places("order \"are retried three\" payments")[0], "README.md");
        assert_ne!(places("order payments retried")[0], "README.md");
        assert_eq!(places("payments \"written nowhere at all\"").len(), places("payments").len(), "the rest follows");
    }

    #[test]
    fn first_letters_of_a_name_find_it() {
        check("fMon", expect!["web/money.ts:1-4 function web.money.formatMoney"]);
        check("fMon lang:py", expect![""]);
        check("xqzzj", expect![""]);
    }

    #[test]
    fn every_hit_can_be_verified() {
        let codebase = fixture::shop();
        let hits = codebase.search("order price retry", 20);
        assert!(hits.len() > 4 && hits.iter().all(|hit| codebase.holds(&hit.span) == Ok(true)));
        assert!(hits[0].snippet.lines.len() > 1);
    }
}
