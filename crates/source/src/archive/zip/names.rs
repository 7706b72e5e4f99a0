//! Names of entries: UTF-8 whether or not the entry says so, else as a field beside the name has it, else code page 437.

use flate2::Crc;

/// Info-ZIP's field with the name in UTF-8.
pub(super) const UNICODE_PATH: u16 = 0x7075;

/// What code page 437 has from 0x80.
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

pub(super) fn text_of(raw: &[u8], unicode_path: Option<&[u8]>) -> String {
    if let Ok(name) = std::str::from_utf8(raw) {
        return name.to_owned();
    }
    match unicode_path.and_then(|field| in_unicode(raw, field)) {
        Some(name) => name.to_owned(),
        None => raw.iter().map(|byte| in_code_page(*byte)).collect(),
    }
}

/// The field's name, unless it is that of a name which was changed since.
fn in_unicode<'f>(raw: &[u8], field: &'f [u8]) -> Option<&'f str> {
    let (&[1, a, b, c, d], name) = field.split_first_chunk()? else { return None };
    let mut sum = Crc::new();
    sum.update(raw);
    std::str::from_utf8(name).ok().filter(|_| sum.sum() == u32::from_le_bytes([a, b, c, d]))
}

fn in_code_page(byte: u8) -> char {
    match byte.checked_sub(0x80) {
        Some(above) => CODE_PAGE_437.chars().nth(above.into()).unwrap_or(char::REPLACEMENT_CHARACTER),
        None => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_three_encodings() {
        assert_eq!(CODE_PAGE_437.chars().count(), 128);
        assert_eq!(text_of("文件".as_bytes(), None), "文件");
        assert_eq!(text_of(b"caf\x82\xff", None), "café\u{a0}");
        let mut sum = Crc::new();
        sum.update(b"\x8f");
        let field = [&[1][..], &sum.sum().to_le_bytes(), "Å.py".as_bytes()].concat();
        assert_eq!(text_of(b"\x8f", Some(&field)), "Å.py");
        assert_eq!(text_of(b"\x90", Some(&field)), "É", "the name was changed since");
    }
}
