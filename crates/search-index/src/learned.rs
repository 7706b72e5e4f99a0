//! Likeness by learned words: vectors of a repository's definitions, made where a search first looks at their file.

use crate::SearchIndex;
use crate::document::Symbol;
use crate::ranking::likeness::Likeness;
use code_words::path::is_aside;
use dense_search::{Quantised, dot};
use facts::{DefId, DefinitionKind};
use learned_words::{Fields, Table};
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

    /// How like definitions are to a query; `None` where the table has no word of it. `text`: of a file, as it was
    /// indexed; without one nothing of the file has a vector.
    pub fn likeness<'a>(
        &'a self,
        index: &'a SearchIndex,
        query: &str,
        text: &'a dyn Fn(FileId) -> Option<&'a str>,
    ) -> Option<impl Likeness + 'a> {
        Some(OfQuery { vectors: self, index, text, query: self.table.query(query)? })
    }

    fn of_file<'t>(&self, file: FileId, index: &SearchIndex, text: &dyn Fn(FileId) -> Option<&'t str>) -> &[Vector] {
        let Some(place) = self.files.get(file.0 as usize) else { return &[] };
        &place.get_or_init(|| FileVectors::of(&self.table, index, file, text(file))).0
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
    text: &'a dyn Fn(FileId) -> Option<&'a str>,
    query: Quantised,
}

impl OfQuery<'_> {
    fn of(&self, file: FileId) -> &[Vector] {
        self.vectors.of_file(file, self.index, self.text)
    }

    /// The cosine. Below 0 means as little as 0.
    fn with(&self, vector: &Vector) -> f32 {
        let Vector { vector: Quantised { values, scale }, .. } = vector;
        (dot(values, &self.query.values) as f32 * scale * self.query.scale).clamp(0.0, 1.0)
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
