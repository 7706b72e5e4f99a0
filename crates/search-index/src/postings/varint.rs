//! LEB128: seven bits a byte, low bits first.

/// Appends a number.
pub fn write(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes a number off the front; `None` where the bytes end or hold no 32-bit number.
pub fn read(bytes: &mut &[u8]) -> Option<u32> {
    let (&first, mut rest) = bytes.split_first()?;
    let mut value = u32::from(first & 0x7F);
    let (mut byte, mut shift) = (first, 7);
    while byte & 0x80 != 0 {
        let (&next, after) = rest.split_first()?;
        if shift > 28 {
            return None;
        }
        value |= u32::from(next & 0x7F).checked_shl(shift)?;
        (byte, rest, shift) = (next, after, shift + 7);
    }
    *bytes = rest;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for value in [0, 1, 127, 128, 16_383, 16_384, u32::MAX] {
            let mut bytes = Vec::new();
            write(&mut bytes, value);
            assert_eq!(read(&mut bytes.as_slice()), Some(value));
        }
        assert_eq!(read(&mut [0xFF; 7].as_slice()), None);
        assert_eq!(read(&mut [0x80].as_slice()), None);
    }
}
