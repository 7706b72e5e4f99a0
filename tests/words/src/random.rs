//! Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, 2014).

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 to 1, 1 excluded.
    pub fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Around 0, nearly normally distributed: the sum of four numbers from -1 to 1.
    pub fn around_zero(&mut self) -> f32 {
        (0..4).map(|_| 2.0 * self.share() - 1.0).sum()
    }

    /// Fisher and Yates.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, (self.next() % (at as u64 + 1)) as usize);
        }
    }
}

/// Of a text (FNV-1a), well mixed.
pub fn hash(text: &str) -> u64 {
    let start = 0xCBF2_9CE4_8422_2325u64;
    let fnv = text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    Random(fnv).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_in_every_run_and_spread() {
        // The first numbers of the reference implementation for the seed 1234567.
        let mut random = Random(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        let mean = (0..4000).map(|_| random.share()).sum::<f32>() / 4000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        let mut all: Vec<u32> = (0..100).collect();
        random.shuffle(&mut all);
        assert!(!all.is_sorted());
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<_>>());
    }
}
