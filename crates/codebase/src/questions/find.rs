//! The palette: symbols and files as one types.

use super::quoted;
use super::symbol::SymbolSummary;
use crate::Codebase;
use crate::symbol_finder::{ALL_NAMES, Findable, SymbolFinder};
use code_words::operators;
use code_words::path::{is_generated, is_test, is_vendored};
use compact_sort::CompactSort;
use facts::DefinitionKind;
use search_index::{Filters, Match};
use source::FileId;
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    Symbol(SymbolSummary),
    /// A file, by its path.
    File(String),
}

/// One row of the palette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundItem {
    pub found: Found,
    /// Higher is better; comparable within one query.
    pub score: i32,
}

/// Matches that are looked at where only some of them may be shown.
const NARROWED: usize = 5_000;
/// Words that are looked for in any order.
const WORDS: usize = 6;
/// From this score on the letters follow each other in the name.
pub(super) const SURE: i32 = 300;
/// What copies of other projects and what a build wrote lose: more than any match gains over another.
const LAST: i32 = 5_000;

/// What was typed, taken apart.
struct Typed {
    filters: Filters,
    /// All but the filters.
    text: String,
    /// What the name is in, in lower case: `Class` of `Class.me`.
    owner: String,
    name: String,
    /// Where the file is: `net` of `router in net`.
    place: Option<String>,
    /// What names and paths must hold as it is written, in lower case: the texts in quotes.
    quoted: Vec<String>,
}

impl Typed {
    fn read(typed: &str, with_place: bool) -> Self {
        let (filters, text) = Filters::read(typed.trim());
        let quoted = quoted::read(&text);
        let text = match quoted.first() {
            None => text,
            Some(first) => {
                Some(quoted::without(&text)).filter(|rest| !rest.is_empty()).unwrap_or_else(|| first.clone())
            }
        };
        // The function of an operator is typed as the operator.
        let text = operators::of_name(&text)
            .filter(|_| text.chars().nth(1).is_some())
            .map_or(text, |found| if found.python.is_empty() { found.rust } else { found.python }.to_owned());
        let place = text.rsplit_once(" in ").filter(|(name, place)| {
            with_place && !name.trim().is_empty() && !place.is_empty() && !place.contains(char::is_whitespace)
        });
        let (text, place) = match place {
            Some((name, place)) => (name.trim().to_owned(), Some(folded(place))),
            None => (text, None),
        };
        let (owner, name) = match text.rsplit_once(['.', ':', '#']) {
            Some((owner, name)) => (owner.trim_end_matches(':').to_lowercase(), name),
            None => (String::new(), &*text),
        };
        // Without a letter to go by, every name of the index would be read for nothing.
        let has_letters = name.chars().any(|c| c.is_alphanumeric() || c == '_' || c == '$');
        let name = if has_letters { name.to_owned() } else { String::new() };
        Self { filters, owner, name, place, quoted, text }
    }

    /// Whether a qualified name or a path holds the texts in quotes.
    fn takes_name(&self, name: &str) -> bool {
        let lower = || name.to_lowercase();
        self.quoted.is_empty() || self.quoted.iter().all(|text| lower().contains(text.as_str()))
    }

    fn takes_path(&self, path: &str) -> bool {
        self.place.as_ref().is_none_or(|place| folded(path).contains(place.as_str()))
    }
}

/// Without case, and with one sign between words.
fn folded(path: &str) -> String {
    path.to_lowercase().replace('-', "_")
}

/// What a path loses that is not of the project's own making.
fn behind(path: &str) -> i32 {
    if is_vendored(path) || is_generated(path) { LAST } else { 0 }
}

/// Score, whether it is a file, and its number among the symbols or files.
type Row = (i32, bool, u32);

/// What each file's matches lose by where the file is; `None` for a file that what was typed leaves out. A file is looked
/// at once for all that is in it.
struct Places<'c> {
    codebase: &'c Codebase,
    known: Vec<Option<Option<i32>>>,
}

impl<'c> Places<'c> {
    fn new(codebase: &'c Codebase) -> Self {
        Self { codebase, known: vec![None; codebase.snapshot().files.len()] }
    }

    fn lost(&mut self, asked: &Typed, at: FileId) -> Option<i32> {
        let known = self.known.get_mut(at.0 as usize)?;
        *known.get_or_insert_with(|| {
            let file = self.codebase.snapshot().file(at);
            let path = file.path.as_str();
            let taken = self.codebase.takes(at)
                && asked.filters.takes_file(&path.to_lowercase(), file.language, false)
                && asked.takes_path(path);
            taken.then(|| behind(path))
        })
    }
}

impl Codebase {
    /// The `limit` best symbols and files for what was typed so far, best first. `Class.me` looks for `me` inside
    /// what is called `Class`, `me in net` in files whose path holds `net`; filters narrow it as they do a search.
    pub fn find(&self, typed: &str, limit: usize) -> Vec<FoundItem> {
        self.find_within(typed, limit, ALL_NAMES)
    }

    /// The same; of an index that is read in pages all names are read if they have no more than so many bytes.
    pub(crate) fn find_within(&self, typed: &str, limit: usize, all_names: usize) -> Vec<FoundItem> {
        let asked = Typed::read(typed, false);
        let mut all = self.symbols_like(&asked, all_names);
        let mut rows = self.rows(&asked, &all, limit);
        // Nothing is called so as a whole: `in` may lead to a place.
        if !rows.iter().any(|(score, ..)| *score >= SURE) && typed.contains(" in ") {
            let other = Typed::read(typed, true);
            let there = self.symbols_like(&other, all_names);
            let found = self.rows(&other, &there, limit);
            if !found.is_empty() {
                (all, rows) = (there, found);
            }
        }
        rows.compact_sort_by_key(|&(score, is_file, at)| (std::cmp::Reverse(score), is_file, at));
        let item = |(score, is_file, at): Row| {
            let found = match is_file {
                true => Found::File(self.snapshot().files.get(at as usize)?.path.as_str().to_owned()),
                false => Found::Symbol(self.summary_of(&all.symbols[at as usize])),
            };
            Some(FoundItem { found, score })
        };
        rows.into_iter().take(limit).filter_map(item).collect()
    }

    fn symbols_like(&self, asked: &Typed, all_names: usize) -> Cow<'_, SymbolFinder> {
        if asked.name.is_empty() { Cow::default() } else { self.symbol_finder(&asked.name, all_names) }
    }

    fn rows(&self, asked: &Typed, all: &SymbolFinder, limit: usize) -> Vec<Row> {
        let is_narrow =
            !asked.filters.is_empty() || asked.place.is_some() || !asked.owner.is_empty() || !asked.quoted.is_empty();
        let is_narrow = is_narrow || self.scope().is_some();
        // More than wanted: what follows reorders.
        let most = if is_narrow { NARROWED } else { limit.saturating_mul(4).max(64) };
        let mut places = Places::new(self);
        let symbols = all.finder.find(&asked.name, most).into_iter();
        let mut rows: Vec<Row> = symbols.filter_map(|found| self.symbol_row(asked, all, &mut places, &found)).collect();
        if asked.filters.kinds.is_empty() {
            let most = if is_narrow { NARROWED } else { limit };
            let files = self.path_finder().find(&asked.text, most).into_iter();
            rows.extend(files.filter_map(|found| self.file_row(asked, &mut places, &found)));
        }
        self.any_order(asked, all, &mut places, &mut rows);
        rows
    }

    /// Adds what holds all of several words as they are written, in any order: the name or path of a symbol, or of a file.
    fn any_order(&self, asked: &Typed, all: &SymbolFinder, places: &mut Places<'_>, rows: &mut Vec<Row>) {
        let text = asked.text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        // With `in` a place is named.
        let Some(longest) =
            words.iter().max_by_key(|word| word.len()).filter(|_| words.len() > 1 && !words.contains(&"in"))
        else {
            return;
        };
        let every = match words.len() {
            count @ ..64 => (1_u64 << count) - 1,
            // No name has so many.
            _ => return,
        };
        let in_text = |text: &str| -> u64 {
            let lower = text.to_lowercase();
            words.iter().zip(0..).fold(0, |held, (word, at)| held | u64::from(lower.contains(word)) << at)
        };
        let mut of_paths = vec![None; self.snapshot().files.len()];
        let mut in_path = |file: FileId| -> u64 {
            *of_paths[file.0 as usize].get_or_insert_with(|| in_text(self.snapshot().file(file).path.as_str()))
        };
        // These lie in a name, which was searched for them, or in what the name is in, which is that of its neighbours. Others
        // may lie across both.
        let is_apart = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '_');
        let apart = words.iter().zip(0..).take(WORDS).fold(0, |all, (word, at)| all | u64::from(is_apart(word)) << at);
        let (mut around, mut in_around) = ("", 0);
        let mut found: Vec<Row> = Vec::new();
        // The name itself may hold any of the words, what it is in the others.
        for (found_name, in_name) in all.finder.holding(&words[..words.len().min(WORDS)]) {
            let symbol = &all.symbols[found_name.item as usize];
            let missing = every & !in_name & !in_path(symbol.file);
            let is_held = missing == 0 || {
                let (name, qualified) = self.names_of(symbol);
                let own = qualified.strip_suffix(name).unwrap_or(qualified);
                if own != around {
                    (around, in_around) = (own, in_text(own));
                }
                let missing = missing & !in_around;
                missing == 0 || (missing & apart == 0 && missing & !in_text(qualified) == 0)
            };
            if is_held {
                let found_name = Match { score: found_name.score.max(SURE), ..found_name };
                found.extend(self.symbol_row(asked, all, places, &found_name));
            }
        }
        if asked.filters.kinds.is_empty() {
            let files = self.path_finder().find(longest, NARROWED).into_iter();
            let is_held = |found: &Match| in_path(FileId(found.item)) == every;
            found.extend(files.filter(is_held).filter_map(|found| self.file_row(asked, places, &found)));
        }
        if !found.is_empty() {
            rows.extend(found);
            rows.compact_sort_by_key(|&(score, is_file, item)| (is_file, item, std::cmp::Reverse(score)));
            rows.dedup_by_key(|&mut (_, is_file, item)| (is_file, item));
        }
    }

    fn symbol_row(&self, asked: &Typed, all: &SymbolFinder, places: &mut Places<'_>, found: &Match) -> Option<Row> {
        let symbol = &all.symbols[found.item as usize];
        let of_place = places.lost(asked, symbol.file)?;
        let is_there = || asked.owner.is_empty() || self.names_of(symbol).1.to_lowercase().contains(&asked.owner);
        let taken = asked.filters.takes_kind(symbol.kind)
            && asked.filters.takes_test(symbol.is_test)
            && asked.takes_name(self.names_of(symbol).1)
            && is_there();
        let minor = matches!(symbol.kind, DefinitionKind::Field | DefinitionKind::Variable);
        let lost = 60 * i32::from(symbol.is_test) + 30 * i32::from(minor) + of_place;
        taken.then(|| (found.score - lost + 10 * i32::from(symbol.exported), false, found.item))
    }

    fn file_row(&self, asked: &Typed, places: &mut Places<'_>, found: &Match) -> Option<Row> {
        let lost = places.lost(asked, FileId(found.item))?;
        let path = self.snapshot().file(FileId(found.item)).path.as_str();
        let taken = asked.filters.takes_test(is_test(path)) && asked.takes_name(path);
        taken.then(|| (found.score - lost, true, found.item))
    }

    pub(super) fn summary_of(&self, symbol: &Findable) -> SymbolSummary {
        let (name, qualified_name) = self.names_of(symbol);
        SymbolSummary {
            id: symbol.id,
            name: name.to_owned(),
            qualified_name: qualified_name.to_owned(),
            kind: symbol.kind,
            path: self.snapshot().file(symbol.file).path.as_str().to_owned(),
            start_line: symbol.start_line,
            end_line: symbol.end_line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn find(typed: &str) -> Vec<String> {
        let name = |item: FoundItem| match item.found {
            Found::Symbol(symbol) => symbol.qualified_name,
            Found::File(path) => path,
        };
        fixture::shop().find(typed, 3).into_iter().map(name).collect()
    }

    #[test]
    fn finds_symbols_and_files_by_a_few_letters() {
        assert_eq!(find("tp")[0], "shop.pricing.total_price");
        assert_eq!(find("pricing")[0], "shop/pricing.py");
        assert_eq!(find("Gateway.ch"), ["shop.payments.Gateway.charge"]);
        assert!(find("fmon")[0].ends_with("formatMoney"));
        assert!(find("").is_empty());
    }

    #[test]
    fn words_are_found_in_any_order() {
        assert_eq!(find("price total")[0], "shop.pricing.total_price");
        assert_eq!(find("charge gateway")[0], "shop.payments.Gateway.charge");
        assert!(find("orders test").iter().any(|found| found == "tests/test_orders.py"));
        assert!(find("price nothing").iter().all(|found| found != "shop.pricing.total_price"));
    }

    #[test]
    fn filters_and_places_narrow_what_is_found() {
        assert_eq!(find("charge kind:method"), ["shop.payments.Gateway.charge"]);
        assert!(find("charge kind:class").is_empty());
        assert_eq!(find("pricing lang:py"), ["shop/pricing.py"]);
        assert!(find("pricing lang:ts").is_empty() && find("pricing -path:shop").is_empty());
        assert_eq!(find("total in pricing")[0], "shop.pricing.total_price");
        assert!(find("formatMoney in pricing").iter().all(|found| !found.contains("formatMoney")));
        assert_eq!(find("formatMoney in Web"), ["web.money.formatMoney"]);
    }

    #[test]
    fn what_is_in_quotes_is_in_the_name_as_it_is_written() {
        assert_eq!(find("\"total_price\""), ["shop.pricing.total_price"]);
        assert!(find("\"ttlprice\"").is_empty() && !find("ttlprice").is_empty());
        assert_eq!(find("charge \"gateway\""), ["shop.payments.Gateway.charge"]);
        assert!(find("charge \"pricing\"").is_empty());
    }

    #[test]
    fn copies_and_what_was_built_come_last() {
        let text = "//- vendor/http.py\ndef open_session(): pass\n//- esm/http.py\ndef open_session(): pass\n\
                    //- src/http.py\ndef reopen_session_of_all(): pass\n";
        let codebase = fixture::built(fixture::snapshot_of(text));
        let paths = codebase.find("open_session", 9).into_iter().map(|item| match item.found {
            Found::Symbol(symbol) => symbol.path,
            Found::File(path) => path,
        });
        assert_eq!(paths.collect::<Vec<_>>()[0], "src/http.py");
    }
}
