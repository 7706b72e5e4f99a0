//! Products of matrices, row after row, and sums of vectors of words with their gradients.
//!
//! Every inner loop adds a multiple of one row to another, so compilers make vector instructions of it without changing the order
//! of any sum.

use std::collections::BTreeMap;

/// Words with weights, a row each.
pub type Rows = Vec<Vec<(u32, f32)>>;

/// Kept away from 0.
const SHORTEST: f32 = 1e-6;

fn add(to: &mut [f32], from: &[f32], factor: f32) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
}

/// The sum of the vectors of each row's words.
pub fn sums(rows: &Rows, vectors: &[f32], d: usize) -> Vec<f32> {
    let mut out = vec![0.0; rows.len() * d];
    for (row, out) in rows.iter().zip(out.chunks_mut(d)) {
        row.iter().for_each(|(word, weight)| add(out, &vectors[*word as usize * d..][..d], *weight));
    }
    out
}

/// The gradient of the vectors of words, ascending by word, from those of sums.
pub fn gradient_of_sums(of: &[(&Rows, &[f32])], d: usize) -> Vec<(u32, Vec<f32>)> {
    let mut touched: BTreeMap<u32, Vec<f32>> = BTreeMap::new();
    for (rows, gradient) in of {
        for (row, gradient) in rows.iter().zip(gradient.chunks(d)) {
            for (word, weight) in row {
                add(touched.entry(*word).or_insert_with(|| vec![0.0; d]), gradient, *weight);
            }
        }
    }
    touched.into_iter().collect()
}

/// Rows of length 1, and what they were divided by.
pub struct Normalised {
    pub rows: Vec<f32>,
    lengths: Vec<f32>,
}

impl Normalised {
    pub fn of(mut rows: Vec<f32>, d: usize) -> Self {
        let mut lengths = Vec::new();
        for row in rows.chunks_mut(d) {
            let length = row.iter().map(|x| x * x).sum::<f32>().sqrt() + SHORTEST;
            row.iter_mut().for_each(|x| *x /= length);
            lengths.push(length);
        }
        Self { rows, lengths }
    }

    /// The gradient before normalising, from that after it.
    pub fn through(&self, gradient: &[f32], d: usize) -> Vec<f32> {
        let mut out = gradient.to_vec();
        for ((out, row), length) in out.chunks_mut(d).zip(self.rows.chunks(d)).zip(&self.lengths) {
            let along: f32 = out.iter().zip(row).map(|(g, x)| g * x).sum();
            out.iter_mut().zip(row).for_each(|(g, x)| *g = (*g - x * along) / length);
        }
        out
    }
}

/// The dot product of each row of `a` with each of `b`: a row for each of `a`.
pub fn against(a: &[f32], b: &[f32], d: usize) -> Vec<f32> {
    let n = b.len() / d;
    let mut turned = vec![0.0; b.len()];
    for (at, row) in b.chunks(d).enumerate() {
        row.iter().enumerate().for_each(|(k, value)| turned[k * n + at] = *value);
    }
    times(a, &turned, n)
}

/// The product of `a` and `b`, whose rows have `d` numbers.
pub fn times(a: &[f32], b: &[f32], d: usize) -> Vec<f32> {
    let inner = b.len() / d;
    let mut out = vec![0.0; a.len() / inner * d];
    for (row, out) in a.chunks(inner).zip(out.chunks_mut(d)) {
        row.iter().zip(b.chunks(d)).for_each(|(factor, from)| add(out, from, *factor));
    }
    out
}

/// The product of `a`, turned, and `b`, whose rows have `d` numbers.
pub fn transposed_times(a: &[f32], b: &[f32], d: usize) -> Vec<f32> {
    let n = a.len() / (b.len() / d);
    let mut out = vec![0.0; n * d];
    for (row, from) in a.chunks(n).zip(b.chunks(d)) {
        row.iter().zip(out.chunks_mut(d)).for_each(|(factor, to)| add(to, from, *factor));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_right() {
        let (a, b) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]);
        assert_eq!(times(&a, &b, 2), [19.0, 22.0, 43.0, 50.0]);
        assert_eq!(against(&a, &b, 2), [17.0, 23.0, 39.0, 53.0]);
        assert_eq!(transposed_times(&a, &b, 2), [26.0, 30.0, 38.0, 44.0]);
        assert_eq!(times(&[1.0, 2.0], &[3.0, 4.0, 5.0, 6.0, 7.0, 8.0], 3), [15.0, 18.0, 21.0]);
    }

    #[test]
    fn gradients_go_to_the_words_that_were_summed() {
        let rows = vec![vec![(1, 2.0), (0, 1.0)], vec![(1, 1.0)]];
        assert_eq!(sums(&rows, &[1.0, 0.0, 0.0, 3.0], 2), [1.0, 6.0, 0.0, 3.0]);
        let touched = gradient_of_sums(&[(&rows, &[1.0, 10.0, 2.0, 20.0])], 2);
        assert_eq!(touched, [(0, vec![1.0, 10.0]), (1, vec![4.0, 40.0])]);
    }

    #[test]
    fn along_a_row_of_length_one_there_is_no_gradient() {
        let normalised = Normalised::of(vec![3.0, 4.0], 2);
        let along = normalised.through(&[0.6, 0.8], 2);
        assert!(along.iter().all(|g| g.abs() < 1e-5), "{along:?}");
        let across = normalised.through(&[-0.8, 0.6], 2);
        assert!((across[0] + 0.16).abs() < 1e-5, "divided by the length: {across:?}");
    }
}
