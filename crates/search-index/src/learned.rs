//! Likeness by learned words: vectors of a repository's definitions, made where a search first looks at their file.

use crate::SearchIndex;
use crate::document::Symbol;
use crate::ranking::likeness::{Likeness, Meanings, TextOf};
use code_words::path::is_aside;
use dense_search::Quantised;
use facts::{DefId, DefinitionKind};
use learned_words::{Fields, Table, cosine};
use limits::index::{LEARNED_BODY, LEARNED_OF_FILE};
use source::FileId;
use std::sync::{Arc, OnceLock};

/// Words of a function's body at least, so that it can lift the other hits of its file.
const BODY_WORDS: u32 = 5;

/// The table, and the vectors that were made so far: of the files that were among the hits of a search.
#[derive(Debug)]
pub struct LearnedVectors {
    table: Arc<Table>,
    /// By number of the file.
    files: Box<[OnceLock<FileVectors>]>,
}

/// The definitions of a file that have a vector, in source order.
#[derive(Debug, Default)]
struct FileVectors(Vec<Vector>);

#[derive(Debug)]
struct Vector {
    definition: DefId,
    /// It is a function that speaks for its file.
    speaks: bool,
    vector: Quantised,
}

impl LearnedVectors {
    /// For a snapshot of so many files.
    pub fn new(table: Arc<Table>, files: usize) -> Self {
        Self { table, files: (0..files).map(|_| OnceLock::new()).collect() }
    }

    fn of_file<'t>(&self, file: FileId, index: &SearchIndex, text: &dyn Fn(FileId) -> Option<&'t str>) -> &[Vector] {
        let Some(place) = self.files.get(file.0 as usize) else { return &[] };
        &place.get_or_init(|| FileVectors::of(&self.table, index, file, text(file))).0
    }
}

impl Meanings for LearnedVectors {
    /// `None` where the table has no word of the query.
    fn likeness<'a>(&'a self, index: &'a SearchIndex, query: &str, text: TextOf<'a>) -> Option<Box<dyn Likeness + 'a>> {
        Some(Box::new(OfQuery { vectors: self, index, text, query: self.table.query(query)? }))
    }
}

impl FileVectors {
    fn of(table: &Table, index: &SearchIndex, file: FileId, text: Option<&str>) -> Self {
        let (Some(symbols), Some(text), Some(path)) = (index.symbols_in(file), text, index.path_of(file)) else {
            return Self::default();
        };
        let (mut words, aside) = (table.reader(), is_aside(path));
        let path = words.path(path);
        let mut vectors = Vec::new();
        for symbol in symbols.iter().filter(|symbol| has_meaning(symbol)).take(LEARNED_OF_FILE) {
            let code = text.get(symbol.span.start as usize..symbol.span.end as usize).unwrap_or("");
            let body = words.bag(&code[..code.floor_char_boundary(LEARNED_BODY)]);
            let long = body.iter().map(|(_, count)| count).sum::<u32>() >= BODY_WORDS;
            let speaks = long && !aside && !symbol.is_test && symbol.kind.is_callable();
            let fields = Fields { name: words.bag(&symbol.name), body, path: path.clone() };
            let vector = table.function(&fields);
            vectors.extend(vector.map(|vector| Vector { definition: symbol.definition, speaks, vector }));
        }
        vectors.sort_by_key(|vector| vector.definition);
        Self(vectors)
    }
}

/// Functions, types and the like. Variables and fields mean little by themselves, and a module is what is in it.
fn has_meaning(symbol: &Symbol) -> bool {
    use DefinitionKind::{Field, Lambda, Module, Variable};
    !matches!(symbol.kind, Field | Lambda | Module | Variable)
}

struct OfQuery<'a> {
    vectors: &'a LearnedVectors,
    index: &'a SearchIndex,
    text: TextOf<'a>,
    query: Quantised,
}

impl OfQuery<'_> {
    fn of(&self, file: FileId) -> &[Vector] {
        self.vectors.of_file(file, self.index, self.text)
    }

    fn with(&self, vector: &Vector) -> f32 {
        cosine(&vector.vector, &self.query)
    }
}

impl Likeness for OfQuery<'_> {
    fn of_definition(&self, file: FileId, definition: DefId) -> f32 {
        let all = self.of(file);
        let at = all.binary_search_by_key(&definition, |vector| vector.definition);
        at.map_or(0.0, |at| self.with(&all[at]))
    }

    fn of_file(&self, file: FileId) -> f32 {
        self.of(file).iter().filter(|vector| vector.speaks).map(|vector| self.with(vector)).fold(0.0, f32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileDocument, Hit, Query, SearchIndexBuilder};
    use learned_words::Precision;
    use source::{Language, RepoPath};

    const SHOP: &str = r#"
//- shop/payments.py
def log_trouble(message):
    """Writes trouble to the log, all trouble of the network."""
    print(message)

def with_retries(action, attempts):
    for attempt in range(attempts):
        if action():
            return attempt
    raise ConnectionError(attempts)
//- shop/orders.py
def trouble_of_orders(orders):
    return [order for order in orders if order.trouble]
"#;

    /// A word in each of two directions: what is done again, and what is counted.
    fn table() -> Arc<Table> {
        let words = ["action", "again", "attempt", "order", "perform"].map(str::to_owned);
        Arc::new(Table::of(&words, 2, &[1.0, 0.1, 1.0, 0.0, 0.9, 0.0, 0.0, 1.0, 0.9, 0.1], Precision::Byte).unwrap())
    }

    fn texts() -> Vec<(String, String)> {
        fixtures::files(SHOP).into_iter().map(|(path, text)| (path, text.to_owned())).collect()
    }

    fn index(texts: &[(String, String)]) -> SearchIndex {
        let mut builder = SearchIndexBuilder::new();
        for (number, (path, text)) in (0..).zip(texts) {
            let facts = syntax::parse(Language::Python, text);
            let (path, language) = (&RepoPath::parse(path).unwrap(), Language::Python);
            builder.add_file(FileDocument { file: FileId(number), path, language, text, facts: facts.as_ref() });
        }
        builder.finish()
    }

    fn names(index: &SearchIndex, hits: &[Hit]) -> Vec<String> {
        let of = |hit: &Hit| {
            let found = index.symbols_in(hit.file)?.iter().find(|symbol| Some(symbol.definition) == hit.definition)?;
            Some(found.name.clone())
        };
        hits.iter().map(|hit| of(hit).unwrap_or_default()).collect()
    }

    /// The first names for a query, by words alone and with the table.
    fn both(query: &str) -> [Vec<String>; 2] {
        let texts = texts();
        let index = index(&texts);
        let vectors = LearnedVectors::new(table(), texts.len());
        let text = |file: FileId| texts.get(file.0 as usize).map(|(_, text)| text.as_str());
        let query = Query::new(query, 3);
        [index.search(&query), index.search_alike(&query, &vectors, &text)].map(|hits| names(&index, &hits))
    }

    #[test]
    fn a_description_finds_what_means_it() {
        let [words, learned] = both("perform again upon network trouble in range");
        assert_ne!(words[0], "with_retries", "{words:?}");
        assert_eq!(learned[0], "with_retries", "{learned:?}");
        assert_eq!(learned.len(), words.len());
    }

    #[test]
    fn a_query_that_is_a_name_or_holds_one_is_answered_by_words_alone() {
        for query in ["trouble_of_orders", "trouble of orders", "log troubel of network again", "perform again"] {
            let [words, learned] = both(query);
            assert_eq!(words, learned, "{query}");
        }
    }

    #[test]
    fn without_a_word_of_the_table_the_order_stays() {
        let [words, learned] = both("writes all trouble of the network");
        assert_eq!(words, learned);
    }

    #[test]
    fn what_has_no_text_has_no_vector() {
        let texts = texts();
        let index = index(&texts);
        let vectors = LearnedVectors::new(table(), texts.len());
        let likeness = vectors.likeness(&index, "perform again", &|_| None).unwrap();
        assert_eq!(likeness.of_file(FileId(0)), 0.0);
        assert_eq!(likeness.of_file(FileId(99)), 0.0, "no such file");
    }
}
