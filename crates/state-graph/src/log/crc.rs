//! The CRC-32 (IEEE) of a line: natively by `crc32fast`, which uses the processor's instructions for it.
//!
//! In wasm there are none, and the tables of that crate would be 16 KB of each module, which do not compress. So there
//! the tables are computed at the first use.

#[cfg(not(target_arch = "wasm32"))]
pub(super) use crc32fast::hash as crc32;

#[cfg(target_arch = "wasm32")]
pub(super) use computed::crc32;

#[cfg(any(test, target_arch = "wasm32"))]
mod computed {
    use std::sync::LazyLock;

    /// In the table `n`: by the value of a byte, its share of the sum with `n` more bytes after it.
    static TABLES: LazyLock<[[u32; 256]; 8]> = LazyLock::new(|| {
        let shifted = |sum: u32, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
        let first: [u32; 256] = std::array::from_fn(|byte| (0..8).fold(byte as u32, shifted));
        let mut tables = [first; 8];
        for n in 1..8 {
            tables[n] = tables[n - 1].map(|sum| (sum >> 8) ^ first[(sum & 255) as usize]);
        }
        tables
    });

    pub(in super::super) fn crc32(bytes: &[u8]) -> u32 {
        let tables = &*TABLES;
        let at = |table: usize, byte: u8| tables[table][usize::from(byte)];
        let (blocks, rest) = bytes.as_chunks();
        let mut sum = !0_u32;
        for block in blocks {
            let [a, b, c, d, e, f, g, h] = (u64::from_le_bytes(*block) ^ u64::from(sum)).to_le_bytes();
            sum = at(7, a) ^ at(6, b) ^ at(5, c) ^ at(4, d) ^ at(3, e) ^ at(2, f) ^ at(1, g) ^ at(0, h);
        }
        for byte in rest {
            sum = at(0, sum.to_le_bytes()[0] ^ byte) ^ (sum >> 8);
        }
        !sum
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sums_of_wasm_are_those_of_other_targets() {
        let bytes: Vec<u8> = (0..100_u8).map(|byte| byte.wrapping_mul(37)).collect();
        for start in 0..9 {
            for end in start..bytes.len() {
                let bytes = &bytes[start..end];
                assert_eq!(super::computed::crc32(bytes), crc32fast::hash(bytes), "{start}..{end}");
            }
        }
    }
}
