//! Bytes to text: UTF-8, UTF-16 by its byte order mark, else windows-1252; or not text at all.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How many bytes are looked at for control characters.
const SAMPLE: usize = 8 * 1024;

/// Text that was read from bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark. Line ends are as they were.
    pub text: String,
    /// Set where the bytes were not UTF-8: the encoding they were read as.
    pub decoded_from: Option<&'static str>,
}

/// Reads bytes as text; None where they are binary.
///
/// Binary is: a NUL (git's rule, here for the whole file), or bytes that are not UTF-8 with more than one control
/// character in 64, or a UTF-16 text that is damaged.
pub fn decode(mut bytes: Vec<u8>) -> Option<Decoded> {
    let (encoding, mark) = Encoding::for_bom(&bytes).unwrap_or((encoding_rs::UTF_8, 0));
    if encoding == UTF_16LE || encoding == UTF_16BE {
        let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes[mark..])?;
        return (!text.contains('\0'))
            .then(|| Decoded { text: text.into_owned(), decoded_from: Some(encoding.name()) });
    }
    bytes.drain(..mark);
    if bytes.contains(&0) {
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Some(Decoded { text, decoded_from: None }),
        Err(error) => {
            let bytes = error.into_bytes();
            if has_many_controls(&bytes) {
                return None;
            }
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
            Some(Decoded { text: text.into_owned(), decoded_from: Some(WINDOWS_1252.name()) })
        }
    }
}

fn has_many_controls(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let controls = sample.iter().filter(|byte| byte.is_ascii_control() && !matches!(byte, 0x08..=0x0d | 0x1b)).count();
    controls * 64 > sample.len()
}

/// Number of lines; a last line without a newline counts.
pub fn line_count(text: &str) -> u32 {
    let newlines = text.bytes().filter(|byte| *byte == b'\n').count() as u32;
    newlines + u32::from(!text.is_empty() && !text.ends_with('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: Option<(&str, Option<&str>)>) {
        let found = decode(bytes.to_vec());
        assert_eq!(found.as_ref().map(|found| (found.text.as_str(), found.decoded_from)), expected);
    }

    #[test]
    fn reads_the_usual_encodings() {
        check("naïve 文\r\n".as_bytes(), Some(("naïve 文\r\n", None)));
        check(b"\xef\xbb\xbfmarked", Some(("marked", None)));
        check(b"\xff\xfeh\0i\0", Some(("hi", Some("UTF-16LE"))));
        check(b"\xfe\xff\0h\0i", Some(("hi", Some("UTF-16BE"))));
        check(b"caf\xe9 \x80 5", Some(("café € 5", Some("windows-1252"))));
        check(b"", Some(("", None)));
    }

    #[test]
    fn tells_binary() {
        check(b"\x7fELF\x02\x01\x01\0", None);
        check(b"\x89\x01\x02\x03\x04\xff\x05", None);
        check(b"\xff\xfe\x00\xd8", None);
        check(b"\xff\xfe\0\0h\0\0\0", None);
    }

    #[test]
    fn counts_lines() {
        assert_eq!(["", "a", "a\n", "a\nb", "\n\n"].map(line_count), [0, 1, 1, 2, 2]);
    }
}
