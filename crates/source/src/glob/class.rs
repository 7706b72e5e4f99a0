//! Classes of bytes: `[a-z]`, `[!x]`, `[[:alpha:]_]`.

/// Where the class that begins at `at` ends; None where it has no end or names a kind that is unknown.
pub(super) fn end(pattern: &[u8], at: usize) -> Option<usize> {
    holds(pattern, at, 0).map(|(_, end)| end)
}

/// Whether the class that begins at `at` holds a byte, and where it ends.
pub(super) fn holds(pattern: &[u8], at: usize, byte: u8) -> Option<(bool, usize)> {
    let mut p = at + 1;
    let negated = matches!(pattern.get(p), Some(b'!' | b'^'));
    p += usize::from(negated);
    let mut found = false;
    // The lower end of a range that may follow.
    let mut before = None;
    let mut first = true;
    loop {
        let member = *pattern.get(p)?;
        if member == b']' && !first {
            return Some((found != negated, p + 1));
        }
        first = false;
        let upper = pattern.get(p + 1).copied();
        match (member, before, upper) {
            (b'-', Some(low), Some(high)) if high != b']' => {
                let escaped = high == b'\\';
                let high = if escaped { *pattern.get(p + 2)? } else { high };
                found |= (low..=high).contains(&byte);
                before = None;
                p += 2 + usize::from(escaped);
            }
            (b'[', _, Some(b':')) => {
                let name_end = p + 2 + pattern[p + 2..].iter().position(|byte| *byte == b']')?;
                match pattern[p + 2..name_end].strip_suffix(b":") {
                    Some(kind) => {
                        found |= is_of(kind, byte)?;
                        before = None;
                        p = name_end + 1;
                    }
                    // No kind after all, but a member of that name.
                    None => {
                        found |= byte == b'[';
                        before = Some(b'[');
                        p += 1;
                    }
                }
            }
            (b'\\', ..) => {
                found |= upper? == byte;
                before = upper;
                p += 2;
            }
            _ => {
                found |= member == byte;
                before = Some(member);
                p += 1;
            }
        }
    }
}

/// None for a kind that is unknown.
fn is_of(kind: &[u8], byte: u8) -> Option<bool> {
    Some(match kind {
        b"alnum" => byte.is_ascii_alphanumeric(),
        b"alpha" => byte.is_ascii_alphabetic(),
        b"blank" => matches!(byte, b' ' | b'\t'),
        b"cntrl" => byte.is_ascii_control(),
        b"digit" => byte.is_ascii_digit(),
        b"graph" => byte.is_ascii_graphic(),
        b"lower" => byte.is_ascii_lowercase(),
        b"print" => matches!(byte, 0x20..=0x7e),
        b"punct" => byte.is_ascii_punctuation(),
        b"space" => matches!(byte, b' ' | b'\t' | b'\n' | b'\r'),
        b"upper" => byte.is_ascii_uppercase(),
        b"xdigit" => byte.is_ascii_hexdigit(),
        _ => return None,
    })
}
