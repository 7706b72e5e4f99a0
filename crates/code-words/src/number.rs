//! Numbers as code writes them: `1_000`, `0x1F`, `30L`, `5u8`.

/// The value of a whole number, whatever its base, its separators and the letters of its type; `None` for other texts.
pub fn value(text: &str) -> Option<u128> {
    let plain: String = text.trim().chars().filter(|c| *c != '_').collect::<String>().to_lowercase();
    let digits = |text: &str, base: u32| u128::from_str_radix(text, base).ok();
    if let Some(rest) = plain.strip_prefix("0x") {
        return digits(rest, 16);
    }
    if let Some(rest) = plain.strip_prefix("0b") {
        return digits(rest, 2);
    }
    if let Some(rest) = plain.strip_prefix("0o") {
        return digits(rest, 8);
    }
    let end = plain.find(|c: char| !c.is_ascii_digit()).unwrap_or(plain.len());
    let of_type = ["", "l", "ll", "u", "ul", "n"].contains(&&plain[end..])
        || plain[end..]
            .strip_prefix(['u', 'i'])
            .is_some_and(|bits| matches!(bits, "8" | "16" | "32" | "64" | "128" | "size"));
    if of_type { digits(&plain[..end], 10) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_value_however_it_is_written() {
        for text in ["503", "0x1F7", "5_03", "503L", "503u16", "0b111110111"] {
            assert_eq!(value(text), Some(503), "{text}");
        }
        for text in ["", "5.03", "503px", "x503", "-503"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
