//! The identifier under the pointer.

use std::ops::Range;

/// The byte range of the identifier in `line` at or next to the UTF-16 offset `at`: browsers count in UTF-16 units.
pub fn identifier_at(line: &str, at: u32) -> Option<Range<usize>> {
    let byte = utf16_to_byte(line, at);
    let start = line[..byte].char_indices().rev().take_while(|(_, c)| is_word(*c)).last().map_or(byte, |(i, _)| i);
    let end = line[byte..].find(|c| !is_word(c)).map_or(line.len(), |length| byte + length);
    line[start..end].starts_with(|c: char| !c.is_numeric()).then_some(start..end)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The byte offset of a UTF-16 offset; inside a surrogate pair it is the start of the character.
fn utf16_to_byte(line: &str, at: u32) -> usize {
    let mut units = 0;
    for (byte, c) in line.char_indices() {
        units += u32::try_from(c.len_utf16()).unwrap_or(1);
        if units > at {
            return byte;
        }
    }
    line.len()
}

#[cfg(test)]
mod tests {
    fn identifier_at(line: &str, at: u32) -> Option<&str> {
        super::identifier_at(line, at).map(|place| &line[place])
    }

    #[test]
    fn the_identifier_at_an_offset_is_found() {
        let line = "    return self.open_session(app)";
        assert_eq!(identifier_at(line, 18), Some("open_session"));
        assert_eq!(identifier_at(line, 16), Some("open_session"));
        assert_eq!(identifier_at(line, 28), Some("open_session"));
        assert_eq!(identifier_at(line, 0), None);
        assert_eq!(identifier_at(line, 900), None);
        assert_eq!(identifier_at("x = 42", 5), None);
    }

    #[test]
    fn offsets_count_utf16_units() {
        let line = "🦀🦀 = größe(ключ)";
        assert_eq!(identifier_at(line, 8), Some("größe"));
        assert_eq!(identifier_at(line, 14), Some("ключ"));
        assert_eq!(identifier_at(line, 1), None);
    }
}
