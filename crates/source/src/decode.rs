//! Bytes to text: UTF-8, UTF-16 by its byte order mark, else windows-1252; or not text at all.

/// What windows-1252 has at 0x80 to 0x9f; every other byte is the character of that number. From the Encoding
/// Standard's index, in which the bytes without a character are controls.
#[rustfmt::skip]
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡',
    'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—',
    '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// How many bytes are looked at for control characters.
const SAMPLE: usize = 8 * 1024;

/// Text that was read from bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark. Line ends are as they were.
    pub text: String,
    /// Set where the bytes were not UTF-8: the encoding they were read as.
    pub decoded_from: Option<&'static str>,
    /// The bytes were UTF-8 behind a byte order mark.
    pub stripped_bom: bool,
}

/// Reads bytes as text; None where they are binary.
///
/// Binary is: a NUL (git's rule, here for the whole file), or bytes that are not UTF-8 with more than one control
/// character in 64, or a UTF-16 text that is damaged.
pub fn decode(mut bytes: Vec<u8>) -> Option<Decoded> {
    let utf_16 = match bytes.as_slice() {
        [0xff, 0xfe, text @ ..] => Some(("UTF-16LE", utf_16(text, u16::from_le_bytes))),
        [0xfe, 0xff, text @ ..] => Some(("UTF-16BE", utf_16(text, u16::from_be_bytes))),
        _ => None,
    };
    if let Some((name, text)) = utf_16 {
        return text.filter(|text| !text.contains('\0')).map(|text| Decoded {
            text,
            decoded_from: Some(name),
            stripped_bom: false,
        });
    }
    let stripped_bom = bytes.starts_with(b"\xef\xbb\xbf");
    if stripped_bom {
        bytes.drain(..3);
    }
    if bytes.contains(&0) {
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Some(Decoded { text, decoded_from: None, stripped_bom }),
        Err(error) => {
            let bytes = error.into_bytes();
            if has_many_controls(&bytes) {
                return None;
            }
            let text = bytes.into_iter().map(windows_1252).collect();
            Some(Decoded { text, decoded_from: Some("windows-1252"), stripped_bom: false })
        }
    }
}

/// None where a surrogate is alone or a byte is left over.
fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks();
    let text = char::decode_utf16(units.iter().map(|bytes| unit(*bytes))).collect::<Result<_, _>>().ok()?;
    rest.is_empty().then_some(text)
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
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
    fn a_byte_order_mark_is_noted_where_it_can_be_written_again() {
        let stripped = |bytes: &[u8]| decode(bytes.to_vec()).map(|decoded| decoded.stripped_bom);
        assert_eq!(stripped(b"\xef\xbb\xbfmarked"), Some(true));
        assert_eq!(stripped(b"plain"), Some(false));
        assert_eq!(stripped(b"\xff\xfeh\0i\0"), Some(false));
    }

    #[test]
    fn windows_1252_is_that_of_the_encoding_standard() {
        let all: Vec<u8> = (0..=255).collect();
        let (expected, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&all);
        assert_eq!(all.iter().copied().map(windows_1252).collect::<String>(), expected);
    }

    proptest::proptest! {
        #[test]
        fn utf_16_is_read_as_by_encoding_rs(bytes: Vec<u8>, units: Vec<u16>, text: String) {
            let units: Vec<u8> = units.into_iter().flat_map(u16::to_le_bytes).collect();
            let text: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            for bytes in [bytes, units, text] {
                let expected = encoding_rs::UTF_16LE.decode_without_bom_handling_and_without_replacement(&bytes);
                let found = utf_16(&bytes, u16::from_le_bytes);
                proptest::prop_assert_eq!(found.as_deref(), expected.as_deref());
            }
        }
    }

    #[test]
    fn recognises_binary() {
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
