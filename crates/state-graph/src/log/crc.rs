//! The CRC-32 (IEEE) of a line: natively by `crc32fast`, which uses the processor's instructions for it.
//!
//! In wasm there are none, and the tables of that crate would be 16 KB of each module, which do not compress. So there
//! those of `crc` are computed at the first use.

#[cfg(not(target_arch = "wasm32"))]
pub(super) use crc32fast::hash as crc32;

#[cfg(target_arch = "wasm32")]
pub(super) use computed::crc32;

#[cfg(any(test, target_arch = "wasm32"))]
mod computed {
    use crc::{CRC_32_ISO_HDLC, Crc, Table};
    use std::sync::LazyLock;

    static CRC: LazyLock<Crc<u32, Table<16>>> = LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC));

    pub(in super::super) fn crc32(bytes: &[u8]) -> u32 {
        CRC.checksum(bytes)
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
