//! What is learned together: runs of functions of one package, so that wrong ones are near.

use super::matrix::Rows;
use crate::pairs::Read;
use crate::random::Random;
use learned_words::{Bag, Fields, dampened};

/// Functions of one package that stay together.
const RUN: usize = 128;
/// Shorter rests of a package are left out of a pass.
const SHORTEST_RUN: usize = 9;
/// Pairs of a batch at least: runs are put together until there are as many.
const BATCH: usize = 512;
/// Words that are left out, at random.
const LEFT_OUT: f32 = 0.15;
/// Queries that are the sentence without the words of the name; and, of the others, those that are the sentence.
const MASKED: f32 = 0.5;
const SENTENCE: f32 = 0.6;

/// The pairs that are learned from.
pub struct Inputs {
    functions: Rows,
    sentences: Rows,
    masked: Rows,
    docs: Rows,
    /// By package, by file: the pairs in the order of the file.
    packages: Vec<Vec<Vec<usize>>>,
}

impl Inputs {
    pub fn of(read: &Read, is_held_out: &[bool]) -> Self {
        let own: Vec<_> = read.pairs.iter().filter(|pair| !is_held_out[pair.package as usize]).collect();
        let all: Vec<usize> = (0..own.len()).collect();
        let of_package =
            |package: &[usize]| package.chunk_by(|a, b| own[*a].file == own[*b].file).map(<[_]>::to_vec).collect();
        let packages = all.chunk_by(|a, b| own[*a].package == own[*b].package).map(of_package).collect();
        let rows = |bag: fn(&crate::pairs::Pair) -> &Bag| own.iter().map(|pair| query(bag(pair))).collect();
        Self {
            functions: own.iter().map(|pair| pair.fields()).map(|fields: Fields| fields.weighed()).collect(),
            sentences: rows(|pair| &pair.sentence),
            masked: rows(|pair| &pair.masked),
            docs: rows(|pair| &pair.doc),
            packages,
        }
    }

    /// The batches of one pass. Every other package, at random, is in the order of its files.
    pub fn batches(&self, random: &mut Random) -> Vec<Vec<usize>> {
        let mut runs: Vec<Vec<usize>> = Vec::new();
        for files in &self.packages {
            let mut files = files.clone();
            random.shuffle(&mut files);
            let mut own = files.concat();
            if random.share() < 0.5 {
                random.shuffle(&mut own);
            }
            runs.extend(own.chunks(RUN).filter(|run| run.len() >= SHORTEST_RUN).map(<[_]>::to_vec));
        }
        random.shuffle(&mut runs);
        let (mut batches, mut batch) = (Vec::new(), Vec::new());
        for run in runs {
            batch.extend(run);
            if batch.len() >= BATCH {
                batches.push(std::mem::take(&mut batch));
            }
        }
        // What is left is a batch too where there is no other, as in small tests.
        if batches.is_empty() {
            batches.push(batch);
        }
        batches
    }

    /// Queries and functions of a batch, some of their words left out.
    pub fn rows(&self, batch: &[usize], random: &mut Random) -> (Rows, Rows) {
        let mut thinned = |row: &[(u32, f32)]| row.iter().filter(|_| random.share() >= LEFT_OUT).copied().collect();
        let functions: Rows = batch.iter().map(|at| thinned(&self.functions[*at])).collect();
        let queries = batch.iter().map(|at| {
            let (chosen, other) = (random.share(), random.share());
            let row = match () {
                () if chosen < MASKED && !self.masked[*at].is_empty() => &self.masked[*at],
                () if other < SENTENCE => &self.sentences[*at],
                () => &self.docs[*at],
            };
            row.iter().filter(|_| random.share() >= LEFT_OUT).copied().collect()
        });
        (queries.collect(), functions)
    }
}

/// The words of a query with their weights.
pub fn query(bag: &Bag) -> Vec<(u32, f32)> {
    bag.iter().map(|(word, count)| (*word, dampened(*count) as f32 / 256.0)).collect()
}
