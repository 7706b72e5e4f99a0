//! Asks every query of every repository.

use crate::queries::{self, Query, SETS, WITHOUT_DOCS};
use crate::repository::Repository;
use crate::systems::{self, NAMES, Ours, System};
use learned_words::Table;
use search_index::{LearnedVectors, Meanings, Ranking};
use source::FileId;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A repository ready to be asked.
pub struct Prepared {
    pub name: String,
    pub held_out: bool,
    whole: Repository,
    without_docs: Repository,
    queries: [Vec<Query>; SETS.len()],
}

/// The ranks of the right places: by system, by set, by query.
pub type Ranks = [[Vec<Option<usize>>; SETS.len()]; NAMES.len()];

impl Prepared {
    pub fn new(name: String, held_out: bool, whole: Repository, most: usize) -> Self {
        let queries = queries::of(&whole, most);
        let without_docs = whole.without_docs();
        Self { name, held_out, whole, without_docs, queries }
    }

    /// Asks this project's search, ranking as given, and the peers if wanted. `times` gets what each search took.
    pub fn ranks(
        &self,
        ranking: &Ranking,
        learned: Option<&Arc<Table>>,
        with_peers: bool,
        times: &mut Vec<Duration>,
    ) -> Ranks {
        let mut ranks = Ranks::default();
        for (repository, sets) in [(&self.whole, 0..WITHOUT_DOCS), (&self.without_docs, WITHOUT_DOCS..SETS.len())] {
            let index = repository.index.clone().with_ranking(ranking.clone());
            let vectors = vectors(repository, learned);
            let ours = Ours { index: &index, texts: &repository.texts, learned: vectors.as_ref() };
            for set in sets.clone() {
                ranks[0][set] = self.queries[set].iter().map(|query| timed(&ours, query, times)).collect();
            }
            if with_peers {
                for (peer, ranks) in systems::peers(repository).iter().zip(&mut ranks[1..]) {
                    for set in sets.clone() {
                        ranks[set] = self.queries[set].iter().map(|query| peer.rank(query)).collect();
                    }
                }
            }
        }
        ranks
    }

    /// The queries of a set whose right place is not first, with where it is.
    pub fn misses(&self, ranking: &Ranking, learned: Option<&Arc<Table>>, set: usize) -> Vec<String> {
        let repository = if set < WITHOUT_DOCS { &self.whole } else { &self.without_docs };
        let index = repository.index.clone().with_ranking(ranking.clone());
        let vectors = vectors(repository, learned);
        let ours = Ours { index: &index, texts: &repository.texts, learned: vectors.as_ref() };
        let missed = |query: &Query| {
            let rank = ours.rank(query);
            let target = query.targets.first().filter(|_| rank != Some(1))?;
            let path = repository.path(target.file);
            let shown = rank.map_or("-".to_owned(), |rank| rank.to_string());
            Some(format!("{shown:>2}  {}  ({path}:{})", query.text.replace('\n', " "), target.line))
        };
        self.queries[set].iter().filter_map(missed).collect()
    }

    /// How long it takes to make the vectors of all its definitions.
    pub fn time_of_vectors(&self, table: &Arc<Table>) -> Duration {
        let (whole, vectors) = (&self.whole, LearnedVectors::new(Arc::clone(table), self.whole.texts.len()));
        let text = |file: FileId| whole.texts.get(file.0 as usize).map(String::as_str);
        let started = Instant::now();
        if let Some(likeness) = vectors.likeness(&whole.index, "any function of a file", &text) {
            whole.index.files().for_each(|file| {
                likeness.of_file(file);
            });
        }
        started.elapsed()
    }

    pub fn files(&self) -> usize {
        self.whole.texts.len()
    }
}

fn vectors(repository: &Repository, table: Option<&Arc<Table>>) -> Option<LearnedVectors> {
    table.map(|table| LearnedVectors::new(Arc::clone(table), repository.texts.len()))
}

fn timed(ours: &Ours<'_>, query: &Query, times: &mut Vec<Duration>) -> Option<usize> {
    let mut rank = None;
    let runs = (0..3).map(|_| {
        let started = Instant::now();
        rank = ours.rank(query);
        started.elapsed()
    });
    // The quickest: the others were interrupted.
    times.extend(runs.min());
    rank
}
