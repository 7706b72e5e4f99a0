//! Shares with their bootstrap confidence intervals.

/// Resamples of one interval.
const RESAMPLES: usize = 2000;

/// A share of yes among yes and no, with its 95% confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Share {
    /// `None` of nothing. The same for the same outcomes in each run: the random numbers have a fixed seed.
    pub fn of(outcomes: &[bool]) -> Option<Self> {
        if outcomes.is_empty() {
            return None;
        }
        let count = outcomes.len();
        let yes = outcomes.iter().filter(|yes| **yes).count();
        let mut random = SplitMix(0x5eed);
        let mut resampled: Vec<usize> = (0..RESAMPLES)
            // Only how many are yes matters, so a drawn outcome is yes where its number is below that of the yeses.
            .map(|_| (0..count).filter(|_| random.below(count) < yes).count())
            .collect();
        resampled.sort_unstable();
        let at = |quantile: f64| resampled[((RESAMPLES - 1) as f64 * quantile).round() as usize] as f64 / count as f64;
        Some(Self { share: yes as f64 / count as f64, low: at(0.025), high: at(0.975) })
    }

    /// `62% (50 to 74)`
    pub fn shown(share: Option<Self>) -> String {
        let percent = |share: f64| (share * 100.0).round();
        share.map_or("-".to_owned(), |it| {
            format!("{}% ({} to {})", percent(it.share), percent(it.low), percent(it.high))
        })
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The bias of a remainder is some 2^-50 for bounds of this size.
        (mixed % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_near_the_normal_one_and_repeats() {
        let outcomes: Vec<bool> = (0..100).map(|index| index < 60).collect();
        let share = Share::of(&outcomes).unwrap();
        // 0.6 -+ 1.96 * sqrt(0.24 / 100)
        assert_eq!(share.share, 0.6);
        assert!((share.low - 0.504).abs() < 0.02 && (share.high - 0.696).abs() < 0.02, "{share:?}");
        assert_eq!(Share::of(&outcomes), Some(share));
        assert_eq!(Share::shown(Share::of(&[true, true])), "100% (100 to 100)");
        assert_eq!(Share::shown(Share::of(&[])), "-");
    }
}
