//! What is compared: given a query, ranked places.

mod counting;
mod plain_bm25;

pub use counting::Counting;
pub use plain_bm25::{Pieces, PlainBm25};

use crate::measures::DEPTH;
use crate::queries::{Query, Target};
use crate::repository::Repository;
use facts::DefId;
use search_index::{Hit, LearnedVectors, SearchIndex};
use source::FileId;

/// A place that a system gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    Definition(FileId, DefId),
    /// Lines, both included.
    Lines(FileId, u32, u32),
    File(FileId),
}

impl Place {
    /// Whether a person who is led there sees the definition. Files and stretches of lines are held to less than
    /// definitions are.
    fn shows(&self, target: &Target) -> bool {
        match *self {
            Self::Definition(file, definition) => (file, definition) == (target.file, target.definition),
            Self::Lines(file, first, last) => file == target.file && (first..=last).contains(&target.line),
            Self::File(file) => file == target.file,
        }
    }
}

pub trait System {
    /// The best places, best first, at most [`DEPTH`].
    fn search(&self, query: &str) -> Vec<Place>;

    /// The rank of the first right place, from 1.
    fn rank(&self, query: &Query) -> Option<usize> {
        let places = self.search(&query.text);
        places.iter().position(|place| query.targets.iter().any(|target| place.shows(target))).map(|at| at + 1)
    }
}

/// The search of this project. What is outside every definition is a place of its own.
pub struct Ours<'a> {
    pub index: &'a SearchIndex,
    /// The texts that were indexed, by file.
    pub texts: &'a [String],
    /// Learned words, where the search is given them.
    pub learned: Option<&'a LearnedVectors>,
}

impl Ours<'_> {
    fn hits(&self, query: &search_index::Query) -> Vec<Hit> {
        let Some(learned) = self.learned else { return self.index.search(query) };
        let text = |file: FileId| self.texts.get(file.0 as usize).map(String::as_str);
        self.index.search_alike(query, learned, &text)
    }
}

impl System for Ours<'_> {
    fn search(&self, query: &str) -> Vec<Place> {
        let hits = self.hits(&search_index::Query::new(query, DEPTH));
        let place = |hit: Hit| match hit.definition {
            Some(definition) => Place::Definition(hit.file, definition),
            None => Place::Lines(hit.file, 0, 0),
        };
        hits.into_iter().map(place).collect()
    }
}

/// Everything that a repository is compared with, in the order of [`NAMES`] after the first.
pub fn peers(repository: &Repository) -> [Box<dyn System + '_>; 3] {
    [
        Box::new(PlainBm25::over(repository, Pieces::Lines(60))),
        Box::new(PlainBm25::over(repository, Pieces::Files)),
        Box::new(Counting::over(repository)),
    ]
}

/// The systems as they are shown.
pub const NAMES: [&str; 4] = ["Quarry", "BM25, 60 lines", "BM25, files", "counted words"];
