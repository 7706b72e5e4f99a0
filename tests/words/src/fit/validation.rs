//! How well functions of packages that are not learned from are found.

use super::batches::query;
use super::matrix::{Normalised, Rows, against, sums};
use crate::pairs::{Pair, Read};
use learned_words::Bag;

/// Packages with fewer functions are left out: among few each is easy to find.
const FEWEST: usize = 20;
/// Words of a query at least.
const WORDS: u32 = 3;
/// A rank beyond it counts nothing.
const DEPTH: usize = 10;

/// The held-out packages: queries and functions of each, by sentence and by masked sentence.
pub struct Held([Vec<(Rows, Rows)>; 2]);

impl Held {
    pub fn of(read: &Read, is_held_out: &[bool]) -> Self {
        let packages: Vec<&[Pair]> = read
            .pairs
            .chunk_by(|a, b| a.package == b.package)
            .filter(|own| is_held_out[own[0].package as usize])
            .collect();
        let by = |bag: fn(&Pair) -> &Bag| {
            let of_package = |own: &&[Pair]| {
                let own: Vec<&Pair> = own.iter().filter(|pair| words(bag(pair)) >= WORDS).collect();
                let queries: Rows = own.iter().map(|pair| query(bag(pair))).collect();
                let functions: Rows = own.iter().map(|pair| pair.fields().weighed()).collect();
                (own.len() >= FEWEST).then_some((queries, functions))
            };
            packages.iter().filter_map(of_package).collect()
        };
        Self([by(|pair| &pair.sentence), by(|pair| &pair.masked)])
    }

    /// The mean reciprocal rank of the function among those of its package, by cosine alone.
    pub fn scores(&self, vectors: &[f32], d: usize) -> [f64; 2] {
        self.0.each_ref().map(|packages| {
            let (mut sum, mut count) = (0.0, 0);
            for (queries, functions) in packages {
                let (q, c) =
                    (Normalised::of(sums(queries, vectors, d), d), Normalised::of(sums(functions, vectors, d), d));
                let cosines = against(&q.rows, &c.rows, d);
                for (at, row) in cosines.chunks(functions.len()).enumerate() {
                    let rank = row.iter().filter(|cosine| **cosine >= row[at]).count();
                    sum += if rank <= DEPTH { 1.0 / rank as f64 } else { 0.0 };
                    count += 1;
                }
            }
            sum / f64::from(count.max(1))
        })
    }
}

fn words(bag: &Bag) -> u32 {
    bag.iter().map(|(_, count)| count).sum()
}
