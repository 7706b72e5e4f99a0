//! Search by vectors beside search by words: which definitions are to have a vector, and how both lists become one.

use crate::questions::symbol::SymbolInfo;
use crate::{Codebase, StorageError};
use code_words::path::{is_aside, is_generated, is_vendored};
use dense_search::{Misfit, Nearest, Quantised, Table, fuse};
use facts::DefinitionKind;
use limits::index::VECTORS_OF_FILE;
use search_index::{Filters, Hit, Query, Similar, Symbol};
use source::FileId;

/// Hits of each list that are merged: beyond them a rank says little.
const DEPTH: usize = 50;

/// A definition that is to have a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embeddable {
    /// Its file.
    pub file: FileId,
    /// Which of the file's definitions, as the search index numbers them.
    pub symbol: u32,
    /// Its dotted name inside the file.
    pub path: String,
    /// What else is known of it.
    pub info: SymbolInfo,
}

/// Rows that are ranked.
const POOL: usize = 200;
/// The same where filters leave some out.
const POOL_OF_FILTERS: usize = 2_000;

/// The definitions that are nearest to the vector of a query, for [`Codebase::search_with`].
///
/// # Errors
/// The vector has other dimensions.
pub fn similar_to(query: &str, vector: &Quantised, vectors: &Table) -> Result<Vec<Similar>, Misfit> {
    let most = if Filters::read(query).0.is_empty() { POOL } else { POOL_OF_FILTERS };
    let similar =
        |near: Nearest| Similar { file: FileId(near.row.file), symbol: near.row.symbol, similarity: near.similarity };
    Ok(vectors.nearest(vector, most)?.into_iter().map(similar).collect())
}

/// What of a query is embedded: all but its filters.
pub fn embedded_part(query: &str) -> String {
    Filters::read(query).1
}

impl Codebase {
    /// The definitions that are to have a vector, by file and then in source order: functions, methods, types and the
    /// like. Not variables and fields, which mean little by themselves, and nothing of tests, examples, generated files
    /// and copies of other projects.
    ///
    /// # Errors
    /// [`StorageError::InPages`].
    pub fn embeddable(&self) -> Result<Vec<Embeddable>, StorageError> {
        let symbols = self.index().symbols().ok_or(StorageError::InPages)?;
        let mut found = Vec::new();
        for of_file in symbols.chunk_by(|a, b| a.file == b.file) {
            let file = of_file[0].file;
            let path = self.snapshot().file(file).path.as_str();
            if is_aside(path) || is_generated(path) || is_vendored(path) {
                continue;
            }
            let wanted = (0..).zip(of_file).filter(|(_, symbol)| is_embeddable(symbol));
            for (number, symbol) in wanted.take(VECTORS_OF_FILE) {
                let info = self.symbol_of(file, symbol.definition).map_err(|_| StorageError::InPages)?;
                // A definition without a row in the call graph has no lines to show.
                let Some(info) = info else { continue };
                found.push(Embeddable { file, symbol: number, path: symbol.path.clone(), info });
            }
        }
        Ok(found)
    }

    /// Whether a query is the name of a definition or of a file, or half of it is: vectors have no say then, and the query
    /// needs none.
    pub fn asks_by_name(&self, query: &str) -> bool {
        self.index().asks_by_name(&Query::new(query, 1))
    }

    /// The best hits by words, and by what is learned of words where that is known.
    fn by_words(&self, query: &Query) -> Vec<Hit> {
        let Some(meanings) = self.meanings() else { return self.index().search(query) };
        self.index().search_alike(query, meanings, &|file| self.text(file).ok())
    }

    /// The best hits by words, merged with those by what they mean.
    pub(crate) fn fused(&self, query: &str, limit: usize, similar: &[Similar]) -> Vec<Hit> {
        if similar.is_empty() {
            return self.by_words(&self.query(query, limit));
        }
        if self.asks_by_name(query) {
            return self.index().search(&self.query(query, limit));
        }
        let query = self.query(query, limit.max(DEPTH));
        let (by_words, by_meaning) = (self.index().search(&query), self.index().search_similar(&query, similar));
        let same = |a: &Hit, b: &Hit| a.file == b.file && a.definition.is_some() && a.definition == b.definition;
        let fused = fuse(by_words, by_meaning, same);
        fused.into_iter().take(limit).map(|(hit, score)| Hit { score, ..hit }).collect()
    }
}

fn is_embeddable(symbol: &Symbol) -> bool {
    use DefinitionKind::{Field, Lambda, Module, Variable};
    !symbol.is_test && !matches!(symbol.kind, Field | Lambda | Module | Variable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use learned_words::{Precision, Table};
    use std::sync::Arc;

    /// The place of a definition among those that can have a vector.
    fn similar(codebase: &Codebase, name: &str, similarity: f32) -> Similar {
        let all = codebase.embeddable().unwrap();
        let found = all.iter().find(|it| it.info.name == name).unwrap_or_else(|| panic!("{name}"));
        Similar { file: found.file, symbol: found.symbol, similarity }
    }

    fn names(codebase: &Codebase, query: &str, similar: &[Similar]) -> Vec<String> {
        let hits = codebase.search_with(query, 4, similar);
        hits.iter().map(|hit| hit.qualified_name().unwrap_or("-").to_owned()).collect()
    }

    #[test]
    fn definitions_outside_of_tests_are_to_have_a_vector() {
        let codebase = fixture::built(fixture::snapshot_of(
            "//- shop/pay.py\nRATE = 3\nclass Bill:\n    total: int\n    def pay(self):\n        return self.total\n\
             //- tests/test_pay.py\ndef test_pay():\n    pass\n//- vendor/six.py\ndef moves():\n    pass\n",
        ));
        let all = codebase.embeddable().unwrap();
        let shown: Vec<String> = all.iter().map(|it| format!("{} {}", it.info.kind.word(), it.path)).collect();
        assert_eq!(shown, ["class Bill", "method Bill.pay"]);
        let symbols = codebase.index().symbols().unwrap();
        let own = symbols.iter().filter(|symbol| symbol.file == all[1].file).nth(all[1].symbol as usize).unwrap();
        assert_eq!(own.path, "Bill.pay", "numbered as the search index does");
    }

    #[test]
    fn what_means_the_like_is_found_without_a_word_in_common() {
        let codebase = fixture::shop();
        let query = "perform again upon network trouble";
        assert!(!names(&codebase, query, &[]).contains(&"shop.payments.with_retries".to_owned()));
        let found = names(&codebase, query, &[similar(&codebase, "with_retries", 0.6)]);
        assert!(found.contains(&"shop.payments.with_retries".to_owned()), "{found:?}");
        // Its place is that of any other hit.
        let hits = codebase.search_with(query, 4, &[similar(&codebase, "with_retries", 0.6)]);
        assert!(hits.iter().all(|hit| codebase.holds(&hit.span) == Ok(true)));
    }

    #[test]
    fn what_both_searches_find_comes_first() {
        let codebase = fixture::shop();
        let query = "charges the customer of an order again";
        let before = names(&codebase, query, &[]);
        let second = before[1].rsplit('.').next().unwrap().to_owned();
        assert_eq!(names(&codebase, query, &[similar(&codebase, &second, 0.5)])[0], before[1], "{before:?}");
    }

    #[test]
    fn a_query_that_names_a_definition_is_answered_by_words_alone() {
        let codebase = fixture::shop();
        let other = [similar(&codebase, "with_retries", 0.9)];
        for query in ["total_price", "total price", "where is total_price defined", "shop/pricing.py"] {
            assert!(codebase.asks_by_name(query), "{query}");
            assert_eq!(codebase.search_with(query, 5, &other), codebase.search(query, 5), "{query}");
        }
        assert!(!codebase.asks_by_name("how is the sum of an order computed"));
    }

    #[test]
    fn filters_hold_for_what_means_the_like() {
        let codebase = fixture::shop();
        let other = [similar(&codebase, "with_retries", 0.9), similar(&codebase, "formatMoney", 0.8)];
        let found = |query: &str| names(&codebase, query, &other);
        assert!(found("zzz qqq").contains(&"shop.payments.with_retries".to_owned()));
        assert_eq!(found("zzz qqq lang:ts"), ["web.money.formatMoney"]);
        assert_eq!(found("zzz qqq kind:class"), Vec::<String>::new());
        let none = [similar(&codebase, "with_retries", 0.0)];
        assert_eq!(names(&codebase, "zzz qqq", &none), Vec::<String>::new(), "not like it at all");
    }

    #[test]
    fn learned_words_lift_what_means_the_like_but_not_where_a_name_is_asked_for() {
        let words = ["action", "attempt", "perform", "upon"].map(str::to_owned);
        let table = Table::of(&words, 2, &[1.0, 0.0, 1.0, 0.1, 1.0, 0.0, 1.0, 0.1], Precision::Byte).unwrap();
        let (plain, learned) = (fixture::shop(), fixture::shop().with_learned_words(Arc::new(table)));
        let query = "perform again upon the provider and the customer";
        let place = |codebase: &Codebase| {
            names(codebase, query, &[]).iter().position(|name| name == "shop.payments.with_retries")
        };
        assert!(place(&learned) == Some(0) && place(&plain) != Some(0), "{:?}", place(&plain));
        for query in ["total_price", "total price of lines", "where is total_price defined"] {
            assert_eq!(learned.search(query, 5), plain.search(query, 5), "{query}");
        }
    }
}
