//! Lines of a log: `{crc32 of the JSON, 8 hex digits} {JSON}\n`.

use super::crc::crc32;
use super::error::LogError;

pub(crate) fn frame(json: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&checksum(json));
    out.push(b' ');
    out.extend_from_slice(json);
    out.push(b'\n');
}

/// Frames what `write` appends.
pub(crate) fn frame_with<E>(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<(), E> {
    let start = out.len();
    out.extend_from_slice(b"00000000 ");
    if let Err(error) = write(out) {
        out.truncate(start);
        return Err(error);
    }
    let sum = checksum(&out[start + PREFIX..]);
    out[start..start + 8].copy_from_slice(&sum);
    out.push(b'\n');
    Ok(())
}

/// The checksum and the space after it.
const PREFIX: usize = 9;

fn checksum(json: &[u8]) -> [u8; 8] {
    let sum = crc32(json);
    std::array::from_fn(|place| b"0123456789abcdef"[(sum >> (28 - 4 * place)) as usize & 15])
}

/// A log split into the JSON of its lines.
pub(crate) struct Lines<'b> {
    /// The JSON of each whole line.
    pub(crate) json: Vec<&'b [u8]>,
    /// How many bytes the whole lines take.
    pub(crate) valid: usize,
}

/// Splits a log. The last line may be torn (a write that was cut off) and is then left out; any other line that does
/// not fit its checksum is damage.
pub(crate) fn split(bytes: &[u8]) -> Result<Lines<'_>, LogError> {
    let mut lines = Lines { json: Vec::new(), valid: 0 };
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match unframe(line) {
            Some(json) => {
                lines.json.push(json);
                lines.valid += line.len();
            }
            // Nothing whole comes after it: what was being written when the power went.
            None if !rest_has_a_line(&bytes[lines.valid + line.len()..]) => break,
            None => return Err(LogError::Damaged { line: lines.json.len() + 1, offset: lines.valid as u64 }),
        }
    }
    Ok(lines)
}

/// Whether a log has more than its header: the header comes with the first checkpoint, so without that it was cut off
/// in its very first write. A damaged log counts as started.
pub(crate) fn is_started(bytes: &[u8]) -> bool {
    split(bytes).map_or(true, |lines| lines.json.len() > 1)
}

/// The JSON of a line that was framed in this process.
pub(crate) fn unframed(line: &[u8]) -> &[u8] {
    &line[PREFIX..line.len() - 1]
}

fn unframe(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_suffix(b"\n")?;
    let (sum, json) = line.split_at_checked(PREFIX)?;
    (sum[..8] == checksum(json) && sum[8] == b' ').then_some(json)
}

fn rest_has_a_line(rest: &[u8]) -> bool {
    rest.split_inclusive(|&byte| byte == b'\n').any(|line| unframe(line).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(lines: &[&str]) -> Vec<u8> {
        let mut out = Vec::new();
        lines.iter().for_each(|line| frame(line.as_bytes(), &mut out));
        out
    }

    #[test]
    fn lines_come_back() {
        let bytes = log(&["{\"a\":1}", "{}"]);
        let lines = split(&bytes).unwrap();
        assert_eq!(lines.json, [b"{\"a\":1}".as_slice(), b"{}"]);
        assert_eq!(lines.valid, bytes.len());
    }

    #[test]
    fn a_tail_cut_off_anywhere_is_left_out() {
        let (one, bytes) = (log(&["{\"a\":1}"]).len(), log(&["{\"a\":1}", "{\"b\":2}"]));
        for end in one..bytes.len() {
            let lines = split(&bytes[..end]).unwrap();
            assert_eq!((lines.json.len(), lines.valid), (1, one), "cut at {end}");
        }
    }

    #[test]
    fn damage_before_the_end_is_reported_with_its_place() {
        let mut bytes = log(&["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"]);
        let second = log(&["{\"a\":1}"]).len();
        bytes[second + 12] ^= 1;
        let Err(error) = split(&bytes) else { panic!("damage went unnoticed") };
        assert_eq!(error.to_string(), format!("the log is damaged at line 2 (byte {second})"));
    }
}
