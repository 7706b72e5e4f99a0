//! LEB128: seven bits a byte, low bits first.

pub fn write(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes a number off the front; `None` where the bytes end or hold no 32-bit number.
#[inline(always)]
pub fn read(bytes: &mut &[u8]) -> Option<u32> {
    // Most numbers are one byte.
    match bytes.split_first() {
        Some((&byte, rest)) if byte < 0x80 => {
            *bytes = rest;
            Some(u32::from(byte))
        }
        _ => read_long(bytes),
    }
}

fn read_long(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0u32;
    for (at, &byte) in bytes.iter().enumerate().take(5) {
        value |= u32::from(byte & 0x7F) << (7 * at);
        if byte < 0x80 {
            // The fifth byte has room for four bits only.
            let fits = at < 4 || byte < 0x10;
            *bytes = bytes.get(at + 1..)?;
            return fits.then_some(value);
        }
    }
    None
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
