//! Fitting: the vectors of words are moved until a sentence is nearer to its function than to the others of its batch.
//!
//! InfoNCE (van den Oord, Li and Vinyals, 2018) in both directions over cosines, by Adam (Kingma and Ba, 2015) on the rows that a
//! batch touches. Packages, not pairs, are held out: after each pass the vectors are kept that find most of their functions.

mod adam;
mod batches;
mod matrix;
mod validation;

use crate::pairs::{Read, Word};
use crate::random::{Random, hash};
use adam::Adam;
use batches::Inputs;
use matrix::{Normalised, Rows, against, gradient_of_sums, sums, times, transposed_times};
use validation::Held;

/// What can be chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    pub dimensions: usize,
    pub passes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { dimensions: 64, passes: 5 }
    }
}

/// Cosines are divided by it before the softmax.
const TEMPERATURE: f32 = 0.07;
/// The step of the first pass; it falls evenly to 0.
const STEP: f32 = 0.02;
/// One package in so many is held out.
const HELD_OUT: u64 = 10;
const SEED: u64 = 7;

/// The vectors of all words, one after the other.
pub fn fit(read: &Read, words: usize, settings: &Settings) -> Vec<f32> {
    let is_held_out: Vec<bool> = read.packages.iter().map(|label| hash(label).is_multiple_of(HELD_OUT)).collect();
    let held = Held::of(read, &is_held_out);
    let inputs = Inputs::of(read, &is_held_out);
    let mut random = Random(SEED);
    let mut vectors = start(&read.words, read.definitions, settings.dimensions, &mut random);
    let mut adam = Adam::new(words, settings.dimensions);
    let (mut best, mut kept) = (f64::MIN, vectors.clone());
    for pass in 0..settings.passes {
        let step = STEP * (1.0 - pass as f32 / settings.passes as f32);
        let (mut loss, mut count) = (0.0, 0);
        for batch in inputs.batches(&mut random) {
            let (sentences, functions) = inputs.rows(&batch, &mut random);
            loss += learn(&mut vectors, &mut adam, step, &sentences, &functions);
            count += 1;
        }
        let [sentence, masked] = held.scores(&vectors, settings.dimensions);
        println!("pass {pass}: loss {:.3}, held out {sentence:.3} {masked:.3}", loss / f64::from(count.max(1)));
        if sentence + masked >= best {
            (best, kept) = (sentence + masked, vectors.clone());
        }
    }
    kept
}

/// Random directions; rare words are longer, by the logarithm of how rare they are among all definitions.
fn start(words: &[Word], definitions: u32, dimensions: usize, random: &mut Random) -> Vec<f32> {
    let rarity = |word: &Word| libm::logf(definitions as f32 / (1 + word.definitions) as f32).max(0.3);
    let mean = words.iter().map(rarity).sum::<f32>() / words.len().max(1) as f32;
    let mut vectors = Vec::with_capacity(words.len() * dimensions);
    for word in words {
        let row: Vec<f32> = (0..dimensions).map(|_| random.around_zero()).collect();
        let length = row.iter().map(|x| x * x).sum::<f32>().sqrt();
        vectors.extend(row.iter().map(|x| x / length * rarity(word) / mean));
    }
    vectors
}

/// One step of one batch; its loss before.
fn learn(vectors: &mut [f32], adam: &mut Adam, step: f32, sentences: &Rows, functions: &Rows) -> f64 {
    let d = adam.dimensions;
    let (q, c) = (Normalised::of(sums(sentences, vectors, d), d), Normalised::of(sums(functions, vectors, d), d));
    let (gradient, loss) = of_loss(against(&q.rows, &c.rows, d), sentences.len());
    let dq = q.through(&times(&gradient, &c.rows, d), d);
    let dc = c.through(&transposed_times(&gradient, &q.rows, d), d);
    let touched = gradient_of_sums(&[(sentences, &dq), (functions, &dc)], d);
    adam.step(vectors, &touched, step);
    loss
}

/// From the cosines of all sentences with all functions of a batch of `n`: the loss, and its gradient by each cosine.
fn of_loss(mut cosines: Vec<f32>, n: usize) -> (Vec<f32>, f64) {
    cosines.iter_mut().for_each(|cosine| *cosine /= TEMPERATURE);
    let by_function = column_softmax(&cosines, n);
    let mut gradient = cosines;
    gradient.chunks_mut(n).for_each(row_softmax);
    let loss = (0..n).map(|at| -f64::from(libm::logf(gradient[at * n + at].max(1e-12)))).sum::<f64>() / n as f64;
    let scale = TEMPERATURE * n as f32;
    gradient.iter_mut().zip(&by_function).for_each(|(row, column)| *row = (*row + column) / 2.0 / scale);
    (0..n).for_each(|at| gradient[at * n + at] -= 1.0 / scale);
    (gradient, loss)
}

fn row_softmax(row: &mut [f32]) {
    let most = row.iter().fold(f32::MIN, |most, value| most.max(*value));
    row.iter_mut().for_each(|value| *value = libm::expf(*value - most));
    let sum: f32 = row.iter().sum();
    row.iter_mut().for_each(|value| *value /= sum);
}

fn column_softmax(cosines: &[f32], n: usize) -> Vec<f32> {
    let mut most = vec![f32::MIN; n];
    let mut sum = vec![0.0f32; n];
    for row in cosines.chunks(n) {
        most.iter_mut().zip(row).for_each(|(most, value)| *most = most.max(*value));
    }
    let mut out = cosines.to_vec();
    for row in out.chunks_mut(n) {
        row.iter_mut().zip(&most).for_each(|(value, most)| *value = libm::expf(*value - most));
        sum.iter_mut().zip(&*row).for_each(|(sum, value)| *sum += value);
    }
    for row in out.chunks_mut(n) {
        row.iter_mut().zip(&sum).for_each(|(value, sum)| *value /= sum);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairs::Pair;

    /// Sentences say `2k`, their functions `2k + 1`; in four packages of 300 pairs each.
    fn synonyms() -> Read {
        let pair = |at: u32| {
            let (said, written) = (vec![(at % 20 * 2, 1)], vec![(at % 20 * 2 + 1, 1), (40, 1)]);
            let (package, file) = (at / 300, at % 300 / 50);
            Pair {
                package,
                file,
                sentence: said.clone(),
                masked: said.clone(),
                doc: said,
                name: vec![],
                body: written,
                path: vec![],
            }
        };
        let words = (0..41).map(|at| Word { text: format!("w{at}"), packages: 4, definitions: 60 }).collect();
        let packages = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        Read { packages, definitions: 1200, words, pairs: (0..1200).map(pair).collect() }
    }

    #[test]
    fn words_that_describe_each_other_become_alike_and_runs_are_equal() {
        let (read, settings) = (synonyms(), Settings { dimensions: 16, passes: 8 });
        let vectors = fit(&read, 41, &settings);
        assert_eq!(vectors, fit(&read, 41, &settings));
        let cosine = |a: usize, b: usize| {
            let row = |at: usize| &vectors[at * 16..at * 16 + 16];
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
            dot(row(a), row(b)) / (dot(row(a), row(a)) * dot(row(b), row(b))).sqrt()
        };
        let mean = |to: usize| (0..20).map(|at| cosine(2 * at, (2 * (at + to) + 1) % 40)).sum::<f32>() / 20.0;
        assert!(mean(0) > 0.3 && mean(1) < 0.1, "{} {}", mean(0), mean(1));
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let both = |cosines: &[f32]| {
            let turned: Vec<f32> = (0..9).map(|at| cosines[at % 3 * 3 + at / 3]).collect();
            (of_loss(cosines.to_vec(), 3).1 + of_loss(turned, 3).1) / 2.0
        };
        let cosines = [0.3, 0.1, -0.2, 0.2, 0.25, 0.0, 0.1, 0.3, 0.2];
        let (gradient, _) = of_loss(cosines.to_vec(), 3);
        for at in 0..9 {
            let (mut less, mut more) = (cosines, cosines);
            less[at] -= 0.001;
            more[at] += 0.001;
            let slope = (both(&more) - both(&less)) / 0.002;
            assert!((slope - f64::from(gradient[at])).abs() < 0.01 * (1.0 + slope.abs()), "{at}: {slope}");
        }
    }
}
