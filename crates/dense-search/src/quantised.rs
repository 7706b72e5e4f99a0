//! Vectors of small integers, and their dot product.

use limits::model::DIMENSIONS;

/// The largest integer of a quantised vector; -128 is not used, so that its negative is one too.
const MOST: f32 = 127.0;

/// Numbers that cannot be a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAVector {
    /// It has no numbers.
    #[error("a vector is empty")]
    Empty,
    /// It has more numbers than [`DIMENSIONS`].
    #[error("a vector has {0} dimensions; at most {DIMENSIONS} are taken")]
    TooLong(usize),
    /// A number is infinite or not a number.
    #[error("a vector holds a number that is not finite")]
    NotFinite,
    /// Every number is 0 (or too small to tell from it): it points nowhere.
    #[error("a vector has no length")]
    Zero,
}

/// A vector of length 1, as integers from -127 to 127 times a scale.
///
/// Made by only additions, multiplications, divisions, a square root and rounding, which are exact by IEEE 754, so that
/// the same numbers give the same vector on every host.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantised {
    /// The integers.
    pub values: Vec<i8>,
    /// What they are to be multiplied by.
    pub scale: f32,
}

impl Quantised {
    /// The vector of this direction.
    ///
    /// # Errors
    /// The numbers are no vector.
    pub fn of(numbers: &[f32]) -> Result<Self, NotAVector> {
        if numbers.is_empty() {
            return Err(NotAVector::Empty);
        }
        if numbers.len() > DIMENSIONS {
            return Err(NotAVector::TooLong(numbers.len()));
        }
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(NotAVector::NotFinite);
        }
        let largest = numbers.iter().fold(0.0f32, |most, number| most.max(number.abs()));
        // Squares of the largest `f32` are finite `f64`.
        let length = numbers.iter().map(|number| f64::from(*number) * f64::from(*number)).sum::<f64>().sqrt();
        if !largest.is_normal() {
            return Err(NotAVector::Zero);
        }
        let values = numbers.iter().map(|number| (number / largest * MOST).round() as i8).collect();
        Ok(Self { values, scale: (f64::from(largest) / f64::from(MOST) / length) as f32 })
    }
}

/// The dot product of two vectors of the same number of dimensions; beyond the shorter one's they are taken as 0.
///
/// Exact: of at most [`DIMENSIONS`] products below 2^14 the sum fits. In blocks of a fixed size, so that compilers make
/// vector instructions of it (`pmaddwd`, in wasm with `simd128` `i32x4.dot_i16x8_s`).
pub fn dot(a: &[i8], b: &[i8]) -> i32 {
    const BLOCK: usize = 32;
    let (a_blocks, a_rest) = a.as_chunks::<BLOCK>();
    let (b_blocks, b_rest) = b.as_chunks::<BLOCK>();
    let product = |(a, b): (&i8, &i8)| i32::from(*a) * i32::from(*b);
    let whole: i32 = a_blocks.iter().zip(b_blocks).map(|(a, b)| a.iter().zip(b).map(product).sum::<i32>()).sum();
    // Where one is shorter, its rest meets the other's next block.
    let rest: i32 = match a_blocks.len().cmp(&b_blocks.len()) {
        std::cmp::Ordering::Equal => a_rest.iter().zip(b_rest).map(product).sum(),
        std::cmp::Ordering::Less => a_rest.iter().zip(&b_blocks[a_blocks.len()]).map(product).sum(),
        std::cmp::Ordering::Greater => a_blocks[b_blocks.len()].iter().zip(b_rest).map(product).sum(),
    };
    whole + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_scale_gives_a_vector_of_length_one() {
        let vector = Quantised::of(&[3.0, -4.0]).unwrap();
        assert_eq!(vector.values, [95, -127]);
        let length = vector.values.iter().map(|value| f32::from(*value) * vector.scale).map(|x| x * x).sum::<f32>();
        assert!((length - 1.0).abs() < 0.01, "{length}");
        // Only the direction counts.
        assert_eq!(Quantised::of(&[0.003, -0.004]).unwrap().values, vector.values);
    }

    #[test]
    fn what_is_no_vector_is_refused() {
        assert_eq!(Quantised::of(&[]), Err(NotAVector::Empty));
        assert_eq!(Quantised::of(&[0.0, -0.0]), Err(NotAVector::Zero));
        assert_eq!(Quantised::of(&[1.0, f32::NAN]), Err(NotAVector::NotFinite));
        assert_eq!(Quantised::of(&[f32::INFINITY]), Err(NotAVector::NotFinite));
        assert_eq!(Quantised::of(&vec![1.0; DIMENSIONS + 1]), Err(NotAVector::TooLong(DIMENSIONS + 1)));
        let extreme = Quantised::of(&[f32::MAX, f32::MIN, f32::MAX]).unwrap();
        assert!(extreme.scale.is_finite() && extreme.values == [127, -127, 127]);
    }

    proptest! {
        #[test]
        fn the_dot_product_is_that_of_a_plain_loop(
            a in prop::collection::vec(-127i8..=127, 0..200),
            b in prop::collection::vec(-127i8..=127, 0..200),
        ) {
            let plain: i32 = a.iter().zip(&b).map(|(x, y)| i32::from(*x) * i32::from(*y)).sum();
            prop_assert_eq!(dot(&a, &b), plain);
        }
    }
}
