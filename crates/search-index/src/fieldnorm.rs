//! A field's length in one byte, quantised as tantivy and Lucene do: exact up to 40 tokens, then eight steps for each
//! doubling.

/// The length that each byte encodes; strictly increasing.
const LENGTHS: [u32; 256] = lengths();

const fn lengths() -> [u32; 256] {
    let mut table = [0; 256];
    let (mut i, mut value, mut step) = (0, 0, 1);
    while i < 256 {
        table[i] = value;
        if i >= 40 && i % 8 == 0 {
            step *= 2;
        }
        value += step;
        i += 1;
    }
    table
}

/// The byte for a length, rounded down.
pub fn encode(length: u32) -> u8 {
    match LENGTHS.binary_search(&length) {
        Ok(exact) => exact as u8,
        Err(above) => (above - 1) as u8,
    }
}

/// The length that a byte encodes.
pub fn decode(byte: u8) -> u32 {
    LENGTHS[byte as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_exact_for_short_fields_and_rounds_long_ones_down() {
        assert!((0..=40).all(|n| decode(encode(n)) == n));
        assert_eq!((decode(41), decode(48), decode(49), decode(56), decode(57)), (42, 56, 60, 88, 96));
        assert_eq!((decode(encode(95)), decode(255)), (88, 2_013_265_944));
        assert!(decode(encode(u32::MAX)) == 2_013_265_944);
    }
}
