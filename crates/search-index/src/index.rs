//! The finished index.

use crate::document::Symbol;
use crate::error::IndexError;
use crate::parts::Parts;
use crate::query::Query;
use crate::ranking::likeness::{Meanings, TextOf};
use crate::ranking::similar::Similar;
use crate::ranking::{Hit, Ranker};
use crate::weights::Ranking;
use source::FileId;

/// A search index over one snapshot. Immutable. Equal content has equal bytes.
#[derive(Debug, Clone)]
pub struct SearchIndex {
    parts: Parts,
    /// Boxed: it is mostly numbers, and an index is moved around.
    ranker: Box<Ranker>,
}

impl SearchIndex {
    pub(crate) fn new(parts: Parts) -> Self {
        let ranker = Box::new(Ranker::new(&parts, Ranking::default()));
        Self { parts, ranker }
    }

    /// The same index with other weights.
    #[must_use]
    pub fn with_ranking(self, ranking: Ranking) -> Self {
        let ranker = Box::new(Ranker::new(&self.parts, ranking));
        Self { ranker, ..self }
    }

    /// The best hits for a query, best first. Never more than `query.limit`; none where nothing matches.
    pub fn search(&self, query: &Query) -> Vec<Hit> {
        self.ranker.rank(&self.parts, query)
    }

    /// The same, the first hits sorted once more by how like they are to the query, unless it is a name or holds one.
    /// `text`: that of a file, as it was indexed.
    pub fn search_alike<'a>(&'a self, query: &Query, meanings: &'a dyn Meanings, text: TextOf<'a>) -> Vec<Hit> {
        self.ranker.rank_alike(&self.parts, query, &|words| meanings.likeness(self, words, text))
    }

    /// The definitions of a file that can be found, in source order. `None` where the index is read in pages, or does not
    /// have the file.
    pub fn symbols_in(&self, file: FileId) -> Option<&[Symbol]> {
        let place = self.parts.files.binary_search_by_key(&file, |file| file.id).ok()?;
        self.symbols()?.get(self.parts.symbol_range(place as u32))
    }

    /// The path of a file that is indexed.
    pub fn path_of(&self, file: FileId) -> Option<&str> {
        let place = self.parts.files.binary_search_by_key(&file, |file| file.id).ok()?;
        Some(self.parts.files[place].path.as_str())
    }

    /// The files of the best hits, best first, each once: of at most `query.limit` hits.
    pub fn search_files(&self, query: &Query) -> Vec<FileId> {
        self.ranker.rank_files(&self.parts, query)
    }

    /// Whether a query is the name of a definition or of a file, or such a name makes up half of it: words find that, and
    /// what means the like is no evidence.
    pub fn asks_by_name(&self, query: &Query) -> bool {
        self.ranker.asks_by_name(&self.parts, query)
    }

    /// Definitions that mean something like a query as hits, best first: without those that its filters leave out, and
    /// what is seldom the answer (tests, examples, generated files) further down. Never more than `query.limit`.
    pub fn search_similar(&self, query: &Query, similar: &[Similar]) -> Vec<Hit> {
        self.ranker.rank_similar(&self.parts, query, similar)
    }

    /// How many definitions of a file can be found; `None` for a file that is not indexed.
    pub fn symbols_of(&self, file: FileId) -> Option<u32> {
        let place = self.parts.files.binary_search_by_key(&file, |file| file.id).ok()?;
        Some(self.parts.symbol_range(place as u32).len() as u32)
    }

    /// Every definition that can be found, by file and then in source order. `None` where the index is read in pages.
    pub fn symbols(&self) -> Option<&[Symbol]> {
        self.parts.symbols.in_memory()
    }

    /// The files indexed, ascending.
    pub fn files(&self) -> impl Iterator<Item = FileId> {
        self.parts.files.iter().map(|file| file.id)
    }

    /// Serialises; see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`IndexError::InPages`]: not all of it is in memory.
    pub fn to_bytes(&self) -> Result<Vec<u8>, IndexError> {
        postcard::to_stdvec(&self.parts).map_err(|_| IndexError::InPages)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote, with the default weights. Whoever stores the bytes keeps their
    /// version and checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, IndexError> {
        let parts: Parts = postcard::from_bytes(bytes).map_err(|error| IndexError::Decode(error.to_string()))?;
        parts.validate()?;
        Ok(Self::new(parts))
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    pub(crate) fn parts_mut(&mut self) -> &mut Parts {
        &mut self.parts
    }
}
