//! Builds an object from a base and the instructions of a delta: copy from the base, or take these bytes.

use limits::git::OBJECT_BYTES;

/// The object, or what is wrong with the delta.
pub fn apply(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, &'static str> {
    let mut rest = delta;
    let (from, to) = (size(&mut rest)?, size(&mut rest)?);
    if from != base.len() as u64 {
        return Err("a delta is of another base");
    }
    if to > OBJECT_BYTES {
        return Err("a delta builds an object that is too large");
    }
    let mut out = Vec::with_capacity(to as usize);
    while let Some((instruction, after)) = rest.split_first() {
        rest = after;
        let piece = match instruction {
            0 => return Err("a delta has an unknown instruction"),
            count if count & 0x80 == 0 => {
                let (piece, after) = rest.split_at_checked(usize::from(*count)).ok_or("a delta ends early")?;
                rest = after;
                piece
            }
            flags => copied(base, *flags, &mut rest)?,
        };
        if (out.len() + piece.len()) as u64 > to {
            return Err("a delta builds more than it says");
        }
        out.extend_from_slice(piece);
    }
    if out.len() as u64 == to { Ok(out) } else { Err("a delta builds less than it says") }
}

/// The part of the base that a copy instruction names.
fn copied<'b>(base: &'b [u8], flags: u8, rest: &mut &[u8]) -> Result<&'b [u8], &'static str> {
    let mut number = |bits: std::ops::Range<u8>| -> Result<usize, &'static str> {
        let mut value = 0;
        for (place, bit) in bits.enumerate() {
            if flags & 1 << bit != 0 {
                value |= usize::from(next(rest)?) << (8 * place);
            }
        }
        Ok(value)
    };
    let (from, count) = (number(0..4)?, number(4..7)?);
    let count = if count == 0 { 0x10000 } else { count };
    let end = from.checked_add(count).ok_or("a delta copies from beyond its base")?;
    base.get(from..end).ok_or("a delta copies from beyond its base")
}

fn size(rest: &mut &[u8]) -> Result<u64, &'static str> {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = next(rest)?;
        if shift > 56 {
            return Err("a delta says a size that is too large");
        }
        value |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
}

fn next(rest: &mut &[u8]) -> Result<u8, &'static str> {
    let (first, after) = rest.split_first().ok_or("a delta ends early")?;
    *rest = after;
    Ok(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_inserts() {
        // 11 bytes from the base, 9 built: copy 5 from 0, then ", you".
        let delta = [11, 10, 0b1001_0000, 5, 5, b',', b' ', b'y', b'o', b'u'];
        assert_eq!(apply(b"hello world", &delta).unwrap(), b"hello, you");
    }

    #[test]
    fn hostile_deltas_are_errors() {
        let cases: [(&[u8], &str); 7] = [
            (&[10, 1, 1, b'x'], "a delta is of another base"),
            (&[11, 1, 0], "a delta has an unknown instruction"),
            (&[11, 1, 2, b'x'], "a delta ends early"),
            (&[11, 1, 2, b'x', b'y'], "a delta builds more than it says"),
            (&[11, 3, 2, b'x', b'y'], "a delta builds less than it says"),
            (&[11, 20, 0b1001_0001, 8, 5], "a delta copies from beyond its base"),
            (&[11, 0xff, 0xff, 0xff, 0xff, 0x7f], "a delta builds an object that is too large"),
        ];
        for (delta, why) in cases {
            assert_eq!(apply(b"hello world", delta), Err(why));
        }
    }
}
