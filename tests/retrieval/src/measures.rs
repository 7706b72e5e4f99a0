//! How good a ranked list is, and how sure one may be of it.

/// The share of a total with the interval in which it lies with 95% confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

/// The measures of one system over many queries. One right place is enough: each counts the first one found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measures {
    pub first: Estimate,
    pub reciprocal: Estimate,
    pub gain: Estimate,
}

/// Places that are looked at.
pub const DEPTH: usize = 10;
const SAMPLES: usize = 1000;

/// From the rank of the first right place of each query, from 1; `None` where it is not among the first [`DEPTH`].
pub fn of_ranks(ranks: &[Option<usize>]) -> Measures {
    let of = |value: fn(usize) -> f64| estimate(&ranks.iter().map(|rank| rank.map_or(0.0, value)).collect::<Vec<_>>());
    Measures {
        first: of(|rank| f64::from(u8::from(rank == 1))),
        reciprocal: of(|rank| 1.0 / rank as f64),
        gain: of(|rank| 1.0 / ((rank + 1) as f64).log2()),
    }
}

/// The mean, and the interval by resampling the values, with numbers that are the same in every run.
pub fn estimate(values: &[f64]) -> Estimate {
    let count = values.len().max(1);
    let mean = values.iter().sum::<f64>() / count as f64;
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    let mut means: Vec<f64> =
        (0..SAMPLES).map(|_| (0..values.len()).map(|_| values[next() % count]).sum::<f64>() / count as f64).collect();
    means.sort_by(f64::total_cmp);
    Estimate { mean, low: means[SAMPLES / 40], high: means[SAMPLES - 1 - SAMPLES / 40] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_first_right_place() {
        let measures = of_ranks(&[Some(1), Some(2), None, Some(1)]);
        assert_eq!((measures.first.mean, measures.reciprocal.mean), (0.5, 0.625));
        assert!((measures.gain.mean - (2.0 + 1.0 / 3f64.log2()) / 4.0).abs() < 1e-9);
    }

    #[test]
    fn an_interval_narrows_with_more_queries() {
        let of = |count: usize| of_ranks(&(0..count).map(|at| (at % 2 == 0).then_some(1)).collect::<Vec<_>>()).first;
        let (few, many) = (of(20), of(2000));
        assert!(few.low < 0.5 && 0.5 < few.high && few.high - few.low > 4.0 * (many.high - many.low));
        assert_eq!(of(20), of(20), "the same in every run");
    }
}
