//! Macros that mark a class of C++: `class EXPORT Name {` reads as a function called `Name` without them.
//!
//! A macro is a word in capitals behind `class`, `struct` or `union`, with or without arguments, in front of the name of
//! what has a body. The text keeps its length and its lines.

/// The text with such macros blanked; `None` where there are none.
pub(super) fn first_reading(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out: Option<Vec<u8>> = None;
    let mut at = 0;
    while at < bytes.len() {
        let end = word_end(bytes, at);
        let is_class = matches!(&bytes[at..end], b"class" | b"struct" | b"union");
        at = end.max(at + 1);
        let Some((from, to)) = is_class.then(|| macro_behind(bytes, end)).flatten() else { continue };
        let out = out.get_or_insert_with(|| bytes.to_vec());
        out[from..to].iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
        at = to;
    }
    // Whole characters were blanked byte by byte.
    out.and_then(|out| String::from_utf8(out).ok())
}

/// The macros between the keyword that ends at `at` and the name of a class with a body.
fn macro_behind(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let from = skip_blanks(bytes, at);
    let mut end = from;
    loop {
        let word = word_end(bytes, end);
        if word == end {
            return None;
        }
        let next = skip_blanks(bytes, word);
        match bytes.get(next) {
            Some(b'(') if is_capitals(&bytes[end..word]) => end = skip_blanks(bytes, behind_group(bytes, next)?),
            Some(_) if bytes[next..word_end(bytes, next)] == *b"final" => return (end > from).then_some((from, end)),
            Some(byte) if is_word(*byte) && is_capitals(&bytes[end..word]) => end = next,
            // This is the name.
            Some(b'{') if end > from => return Some((from, end)),
            Some(b':') if end > from && bytes.get(next + 1) != Some(&b':') => return Some((from, end)),
            _ => return None,
        }
    }
}

/// The most bytes of a macro's arguments.
const MAX_GROUP: usize = 200;

fn behind_group(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (byte, at) in bytes[open..].iter().zip(open..).take(MAX_GROUP) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    from + bytes[from.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    from + bytes[from.min(bytes.len())..].iter().take_while(|byte| is_word(**byte)).count()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_capitals(word: &[u8]) -> bool {
    word.len() > 2 && word.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::first_reading;

    #[test]
    fn macros_in_front_of_the_name_of_a_class() {
        let read = |text: &str| first_reading(text).map(|read| read.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(read("class MY_EXPORT Status {").as_deref(), Some("class Status {"));
        assert_eq!(
            read("struct API LOCKABLE(\"a\") Lock final : public B {").as_deref(),
            Some("struct Lock final : public B {")
        );
        for kept in
            ["struct FOO bar;", "class ABC {", "class ABC final {", "class Ab Cd {", "subclass ABC Def {", "struct FOO"]
        {
            assert_eq!(read(kept), None, "{kept}");
        }
    }
}
