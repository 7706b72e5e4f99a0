//! Randomness that is the same each time a run is repeated.

/// The next number of a sequence of well-mixed 64-bit numbers: SplitMix64 (Steele, Lea and Flood, 2014).
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number that depends on the run's seed and on where and how often it is asked for, so that a task that is run again
/// sees the same numbers.
pub(crate) fn number(seed: u64, step: u32, task: u32, call: u32) -> u64 {
    let place = (u64::from(step) << 32) | u64::from(task);
    mix(mix(seed ^ mix(place)).wrapping_add(u64::from(call)))
}

/// A hash of bytes: FNV-1a (Fowler, Noll and Vo).
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A fraction in `0.0..1.0`.
pub(crate) fn fraction(number: u64) -> f64 {
    // 53 bits fill the mantissa.
    (number >> 11) as f64 / (1_u64 << 53) as f64
}
