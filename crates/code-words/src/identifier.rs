//! Identifiers: finding them in a text, splitting them into parts, comparing them.

/// The words of a text: runs of letters, digits, underscores and dollar signs, in any script.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            at = word_end(text, at);
            if at > start {
                return Some(&text[start..at]);
            }
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
        None
    })
}

fn word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii() {
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')) {
                break;
            }
            at += 1;
        } else {
            match text[at..].chars().next() {
                Some(c) if c.is_alphanumeric() => at += c.len_utf8(),
                _ => break,
            }
        }
    }
    at
}

/// Characters of identifiers that divide their parts, and are passed over where names are compared.
const SEPARATORS: [char; 2] = ['_', '$'];

/// The parts of an identifier, as written: cut at underscores and dollar signs, between lower and upper case, before the last capital
/// of an acronym (`HTTPServer` -> `HTTP`, `Server`) and between letters and digits. A plural acronym stays whole
/// (`URLs`).
pub fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(SEPARATORS).filter(|piece| !piece.is_empty()).flat_map(humps)
}

fn humps(piece: &str) -> impl Iterator<Item = &str> {
    let mut rest = piece;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (hump, after) = rest.split_at(hump_end(rest));
        rest = after;
        Some(hump)
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Case {
    Upper,
    Lower,
    Digit,
}

fn case(c: char) -> Case {
    if c.is_numeric() {
        Case::Digit
    } else if c.is_uppercase() {
        Case::Upper
    } else {
        Case::Lower
    }
}

fn hump_end(text: &str) -> usize {
    let mut chars = text.char_indices().map(|(at, c)| (at, case(c))).peekable();
    let Some((_, first)) = chars.next() else { return 0 };
    let (mut before, mut length) = (first, 1);
    while let Some((at, now)) = chars.next() {
        let cut = match (before, now) {
            (Case::Lower, Case::Upper) => true,
            (Case::Digit, other) | (other, Case::Digit) => other != Case::Digit,
            // `HTTPServer`: the `S` opens the next part, unless only a plural `s` follows.
            (Case::Upper, Case::Upper) => match chars.peek() {
                Some(&(next, Case::Lower)) => length > 0 && !is_plural(&text[next..]),
                _ => false,
            },
            _ => false,
        };
        if cut {
            return at;
        }
        before = now;
        length += 1;
    }
    text.len()
}

fn is_plural(rest: &str) -> bool {
    let mut chars = rest.chars();
    chars.next() == Some('s') && chars.next().is_none_or(|c| case(c) != Case::Lower)
}

/// The parts of every word of a text, in lower case; a number stays with the letters that it follows directly:
/// `HTTPServer.openSession_v2` -> http, server, open, session, v2.
pub fn lower_parts(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words(text) {
        let mut end_before = usize::MAX;
        for part in parts(word) {
            let start = part.as_ptr() as usize - word.as_ptr() as usize;
            match found.last_mut().filter(|_| start == end_before && part.starts_with(char::is_numeric)) {
                Some(before) => before.push_str(part),
                None => found.push(part.to_lowercase()),
            }
            end_before = start + part.len();
        }
    }
    found
}

/// True for a capital right after a small letter: `getUser`.
pub fn has_inner_capital(word: &str) -> bool {
    word.chars().zip(word.chars().skip(1)).any(|(before, after)| before.is_lowercase() && after.is_uppercase())
}

/// A name in lower case, without underscores and dollar signs, the form in which names are compared: `getUser` and `get_user` are
/// both `getuser`.
pub fn normalise(name: &str) -> String {
    name.chars().filter(|c| !SEPARATORS.contains(c)).flat_map(char::to_lowercase).collect()
}

/// True if `name`, normalised, equals `normalised` (the result of [`normalise`]). Allocates nothing for ASCII names.
pub fn is_named(name: &str, normalised: &str) -> bool {
    if name.is_ascii() {
        let bytes = name.bytes().filter(|byte| !matches!(byte, b'_' | b'$')).map(|byte| byte.to_ascii_lowercase());
        return name.len() >= normalised.len() && bytes.eq(normalised.bytes());
    }
    normalise(name) == normalised
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_split_at_case_underscores_and_digits() {
        let split = |word| parts(word).collect::<Vec<_>>();
        assert_eq!(split("XMLHttpRequest"), ["XML", "Http", "Request"]);
        assert_eq!(split("fetch_userIDs"), ["fetch", "user", "IDs"]);
        assert_eq!(split("x86_64"), ["x", "86", "64"]);
        assert_eq!(split("$root_scope$"), ["root", "scope"]);
        assert!(split("__").is_empty() && split("$").is_empty());
    }

    #[test]
    fn numbers_stay_with_their_letters_in_lower_parts() {
        assert_eq!(lower_parts("HTTPServer.openSession_v2"), ["http", "server", "open", "session", "v2"]);
        assert_eq!(lower_parts("utf8Decode, x86_64 and 3 URLs"), ["utf8", "decode", "x86", "64", "and", "3", "urls"]);
    }

    #[test]
    fn names_are_compared_without_case_and_underscores() {
        assert!(is_named("get_user", "getuser") && is_named("größeNeu", &normalise("GRÖSSE_neu").replace("ss", "ß")));
        assert!(is_named("$scope", "scope") && is_named("source$", &normalise("source")));
        assert!(!is_named("get_users", "getuser") && !is_named("get", "getuser"));
    }
}
