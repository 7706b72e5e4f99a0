//! Adam on the rows that a batch touches.

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.99;
const SMALL: f32 = 1e-6;

pub struct Adam {
    pub dimensions: usize,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// `FIRST` and `SECOND` to the power of the steps made.
    powers: (f32, f32),
}

impl Adam {
    pub fn new(words: usize, dimensions: usize) -> Self {
        let zeros = vec![0.0; words * dimensions];
        Self { dimensions, mean: zeros.clone(), square: zeros, powers: (1.0, 1.0) }
    }

    /// Moves the vectors of words against their gradients, `step` at most.
    pub fn step(&mut self, vectors: &mut [f32], touched: &[(u32, Vec<f32>)], step: f32) {
        self.powers = (self.powers.0 * FIRST, self.powers.1 * SECOND);
        let (first, second) = (1.0 - self.powers.0, 1.0 - self.powers.1);
        for (word, gradient) in touched {
            let own = *word as usize * self.dimensions..(*word as usize + 1) * self.dimensions;
            let (mean, square) = (&mut self.mean[own.clone()], &mut self.square[own.clone()]);
            for (((x, g), m), v) in vectors[own].iter_mut().zip(gradient).zip(mean).zip(square) {
                *m = FIRST * *m + (1.0 - FIRST) * g;
                *v = SECOND * *v + (1.0 - SECOND) * g * g;
                *x -= step * (*m / first) / ((*v / second).sqrt() + SMALL);
            }
        }
    }
}
