//! Source text without its comments and strings, so that words in them are not taken for code.

use source::Language;

/// Languages whose comments, strings and statements look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Python,
    Ecmascript,
    Rust,
    Go,
    /// C# with it.
    Java,
    Kotlin,
    Ruby,
    Php,
}

impl Family {
    /// `None` for languages whose code is not read.
    pub fn of(language: Language) -> Option<Self> {
        match language {
            Language::Python => Some(Self::Python),
            Language::JavaScript | Language::TypeScript | Language::Tsx => Some(Self::Ecmascript),
            Language::Rust => Some(Self::Rust),
            Language::Go => Some(Self::Go),
            Language::Java | Language::CSharp => Some(Self::Java),
            Language::Kotlin => Some(Self::Kotlin),
            Language::Ruby => Some(Self::Ruby),
            Language::Php => Some(Self::Php),
            _ => None,
        }
    }
}

/// The text with spaces in place of comments and of what is inside strings. Every other byte is where it was.
pub fn masked(text: &str, family: Family) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    let mut before = b'\n';
    while at < bytes.len() {
        let Some((from, to, next)) = skipped(bytes, at, family, before) else {
            if !bytes[at].is_ascii_whitespace() || bytes[at] == b'\n' {
                before = bytes[at];
            }
            at += 1;
            continue;
        };
        for byte in &mut out[from..to] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        if from > at {
            before = bytes[at];
        }
        at = next.max(at + 1);
    }
    // What is masked begins and ends at ASCII, so this is text.
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// What begins here and is masked: its first byte, the one past its last, and where to go on.
fn skipped(bytes: &[u8], at: usize, family: Family, before: u8) -> Option<(usize, usize, usize)> {
    let rest = &bytes[at..];
    let line_end = || at + rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
    let comment = |end: usize| Some((at, end, end));
    match (family, rest[0]) {
        (Family::Python | Family::Ruby, b'#') => comment(line_end()),
        (Family::Ruby, quote @ (b'"' | b'\'' | b'`')) => string(bytes, at + 1, &[quote], true, true),
        (Family::Ruby, b'/') if b"(,=:[!&|?{;\n~".contains(&before) => {
            let end = line_end();
            string(&bytes[..end], at + 1, b"/", true, false).filter(|(_, to, _)| *to < end)
        }
        (Family::Ruby, _) => None,
        (Family::Python, quote @ (b'"' | b'\'')) => {
            let triple = [quote; 3];
            match rest.starts_with(&triple) {
                true => string(bytes, at + 3, &triple, true, true),
                false => string(bytes, at + 1, &[quote], true, false),
            }
        }
        (Family::Python, _) => None,
        // `#[` begins an attribute.
        (Family::Php, b'#') if !rest.starts_with(b"#[") => comment(line_end()),
        (Family::Php, quote @ (b'"' | b'\'')) => string(bytes, at + 1, &[quote], true, true),
        // Quotes before the three that end it are inside.
        (Family::Kotlin, b'"') if rest.starts_with(b"\"\"\"") => {
            let (from, to, next) = string(bytes, at + 3, b"\"\"\"", false, true)?;
            let more = bytes[next..].iter().take_while(|byte| **byte == b'"').count();
            Some((from, to + more, next + more))
        }
        (_, b'/') if rest.starts_with(b"//") => comment(line_end()),
        (_, b'/') if rest.starts_with(b"/*") => {
            let end = find(rest, 2, b"*/").map_or(bytes.len(), |end| at + end + 2);
            comment(end)
        }
        (Family::Ecmascript, b'/') if b"(,=:[!&|?{};\n".contains(&before) => {
            let end = line_end();
            string(&bytes[..end], at + 1, b"/", true, false).filter(|(_, to, _)| *to < end)
        }
        (Family::Rust, b'r') if !is_word(before_byte(bytes, at)) => {
            let hashes = rest[1..].iter().take_while(|b| **b == b'#').count();
            (rest.get(1 + hashes) == Some(&b'"')).then(|| {
                let mut closing = vec![b'"'];
                closing.extend(std::iter::repeat_n(b'#', hashes));
                string(bytes, at + 2 + hashes, &closing, false, true)
            })?
        }
        (family, b'"') => string(bytes, at + 1, b"\"", true, family == Family::Rust),
        (Family::Ecmascript, b'\'') => string(bytes, at + 1, b"'", true, false),
        (Family::Ecmascript | Family::Go, b'`') => string(bytes, at + 1, b"`", family == Family::Ecmascript, true),
        // A character, and not the name of a lifetime.
        (_, b'\'') => {
            let length = if rest.get(1) == Some(&b'\\') { 12 } else { 5 };
            let from = if length == 12 { 3 } else { 2 };
            let end = rest.iter().take(length).skip(from).position(|b| *b == b'\'')? + from;
            (length == 12 || std::str::from_utf8(&rest[1..end]).is_ok_and(|inner| inner.chars().count() == 1))
                .then_some((at + 1, at + end, at + end + 1))
        }
        _ => None,
    }
}

fn before_byte(bytes: &[u8], at: usize) -> u8 {
    at.checked_sub(1).map_or(b' ', |before| bytes[before])
}

/// The inside of a string that begins at `from`, and what is behind its end.
fn string(bytes: &[u8], from: usize, closing: &[u8], escapes: bool, many_lines: bool) -> Option<(usize, usize, usize)> {
    let mut at = from;
    while at < bytes.len() {
        if escapes && bytes[at] == b'\\' {
            at += 2;
        } else if bytes[at..].starts_with(closing) {
            return Some((from, at, at + closing.len()));
        } else if bytes[at] == b'\n' && !many_lines {
            return Some((from, at, at));
        } else {
            at += 1;
        }
    }
    let end = bytes.len();
    Some((from.min(end), end, end))
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    bytes.get(from..)?.windows(what.len()).position(|window| window == what).map(|at| at + from)
}

/// Whether a byte is a part of a name.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Where a whole word occurs in masked text.
pub fn places<'t>(masked: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let bytes = masked.as_bytes();
    let is_whole = move |at: &usize| {
        let end = at + word.len();
        let goes_on = |inside: Option<&u8>, outside: Option<&u8>| {
            inside.is_some_and(|byte| is_word(*byte)) && outside.is_some_and(|byte| is_word(*byte))
        };
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        !(goes_on(bytes.get(*at), before) || goes_on(bytes.get(end.saturating_sub(1)), bytes.get(end)))
    };
    masked.match_indices(word).map(|(at, _)| at).filter(is_whole)
}

/// The same with the line of each, from 1.
pub fn places_by_line<'t>(masked: &'t str, word: &'t str) -> impl Iterator<Item = (usize, u32)> + 't {
    let (mut line, mut counted) = (1, 0);
    places(masked, word).map(move |at| {
        line += masked.as_bytes()[counted..at].iter().filter(|byte| **byte == b'\n').count() as u32;
        counted = at;
        (at, line)
    })
}

/// One past the bracket that closes the one at `open`; the end of the text where none does.
pub fn closing(masked: &str, open: usize) -> usize {
    let mut depth = 0usize;
    for (at, byte) in masked.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    masked.len()
}

/// Where the statement ends that goes on at `from`: a line's end, `;`, or the end of the block around, outside of brackets.
pub fn statement_end(masked: &str, from: usize) -> usize {
    let bytes = masked.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => at = closing(masked, at),
            b')' | b']' | b'}' | b';' | b'\n' => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The pieces of a list between commas outside of brackets, as byte ranges. `<` and `>` are brackets where `angles`.
pub fn pieces(masked: &str, from: usize, to: usize, angles: bool) -> Vec<(usize, usize)> {
    let bytes = masked.as_bytes();
    let (mut out, mut start, mut depth) = (Vec::new(), from, 0i32);
    for at in from..to {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'<' if angles => depth += 1,
            b'>' if angles && at > 0 && !matches!(bytes[at - 1], b'-' | b'=') => depth -= 1,
            b',' if depth == 0 => {
                out.push((start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push((start, to));
    out.retain(|(start, end)| !masked[*start..*end].trim().is_empty());
    out
}

/// The dotted name at a place: `a.B`, `a::B`.
pub fn dotted_name(masked: &str, from: usize) -> &str {
    let rest = &masked[from..];
    let length = rest.bytes().take_while(|byte| is_word(*byte) || matches!(byte, b'.' | b':')).count();
    rest[..length].trim_end_matches(['.', ':'])
}

/// Text on one line, cut.
pub fn on_one_line(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        None => line,
        Some((at, _)) => format!("{}...", line[..at].trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_no_code() {
        let check = |text: &str, family: Family, expected: &str| {
            let masked = masked(text, family);
            assert_eq!(masked.len(), text.len());
            assert_eq!(masked.split_whitespace().collect::<Vec<_>>().join(" "), expected, "{text}");
        };
        check("a # raise\nb = 'raise' + \"\"\"x\nraise\"\"\"", Family::Python, "a b = ' ' + \"\"\" \"\"\"");
        check("throw /* no */ 'x' // throw\n/a'b/.test(`${x}`)", Family::Ecmascript, "throw ' ' / /.test(` `)");
        check(
            "fn f<'a>(x: &'a str) { r#\"Err(\"#; 'x'; \"é\" }",
            Family::Rust,
            "fn f<'a>(x: &'a str) { r#\" \"#; ' '; \" \" }",
        );
        check("x := `panic(` + \"panic(\"", Family::Go, "x := ` ` + \" \"");
        check("throw # throw\n#[A] 'throw\nx' . \"throw\"", Family::Php, "throw #[A] ' ' . \" \"");
        check("throw \"\"\"throw\n\"x\"\"\"\" + 'c' // throw", Family::Kotlin, "throw \"\"\" \"\"\" + ' '");
        check("a / b / c", Family::Ecmascript, "a / b / c");
        check("'", Family::Python, "'");
    }

    #[test]
    fn what_is_read_is_what_the_table_says() {
        for language in Language::ALL {
            assert_eq!(Family::of(*language).is_some(), !language.readings().is_empty(), "{}", language.name());
        }
    }

    #[test]
    fn finds_the_ends_of_lists_and_statements() {
        let text = "f(a, b(c, d), {e: 1})\nnext";
        assert_eq!(closing(text, 1), 21);
        let found: Vec<&str> = pieces(text, 2, 20, false).iter().map(|(from, to)| text[*from..*to].trim()).collect();
        assert_eq!(found, ["a", "b(c, d)", "{e: 1}"]);
        assert_eq!(statement_end("x = f(1,\n  2)\ny", 0), 13);
        assert_eq!(places("raise raised raise", "raise").collect::<Vec<_>>(), [0, 13]);
    }
}
