//! File names in a patch: quoted as in C, with the prefixes `a/` and `b/`, with a time behind a tab.

/// The name of a line `---`, `+++`, `rename from` and the like, as it is there; None where its quotes are not well-formed.
pub(super) fn name(field: &str) -> Option<String> {
    if field.starts_with('"') {
        return unquoted(field).map(|(name, _)| name);
    }
    Some(field.split('\t').next().unwrap_or(field).to_owned())
}

/// Both names of `diff --git`, which are the same but for their prefix: else other lines have them.
pub(super) fn git_names(field: &str) -> Option<(String, String)> {
    if field.starts_with('"') {
        let (old, rest) = unquoted(field)?;
        return Some((old, name(rest.strip_prefix(' ')?)?));
    }
    if let Some(at) = field.find(" \"") {
        return Some((field[..at].to_owned(), name(&field[at + 1..])?));
    }
    let halves = field.match_indices(' ').map(|(at, _)| (&field[..at], &field[at + 1..]));
    let mut same = halves.filter(|(old, new)| {
        let (old, new) = without_prefixes(old, new);
        old == new
    });
    same.next().map(|(old, new)| (old.to_owned(), new.to_owned()))
}

/// Both names without `a/` and `b/`, or the prefixes of `diff.mnemonicPrefix`; as they are where they have none, as by
/// `git diff --no-prefix`.
pub(super) fn without_prefixes<'a>(old: &'a str, new: &'a str) -> (&'a str, &'a str) {
    const NONE: &str = "/dev/null";
    let cut = |name: &'a str, letters: &str| {
        let (letter, rest) = name.split_once('/')?;
        (letter.len() == 1 && letters.contains(letter)).then_some(rest)
    };
    let (old_cut, new_cut) = (cut(old, "aciow"), cut(new, "bciow"));
    match (old_cut, new_cut) {
        (Some(old), Some(new)) => (old, new),
        (Some(old), None) if new == NONE => (old, new),
        (None, Some(new)) if old == NONE => (old, new),
        _ => (old, new),
    }
}

/// A quoted name at the start of `text`, and what follows it.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut bytes = Vec::new();
    let mut rest = text.strip_prefix('"')?.as_bytes();
    loop {
        let (first, after) = rest.split_first()?;
        rest = after;
        match first {
            b'"' => break,
            b'\\' => bytes.push(escaped(&mut rest)?),
            byte => bytes.push(*byte),
        }
    }
    let after = &text[text.len() - rest.len()..];
    Some((String::from_utf8(bytes).ok()?, after))
}

fn escaped(rest: &mut &[u8]) -> Option<u8> {
    let (first, after) = rest.split_first()?;
    *rest = after;
    Some(match first {
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        b'"' | b'\\' => *first,
        b'0'..=b'3' => {
            let digits = rest.get(..2)?;
            *rest = &rest[2..];
            let digit = |byte: u8| (b'0'..=b'7').contains(&byte).then(|| byte - b'0');
            (digit(*first)? * 8 + digit(digits[0])?) * 8 + digit(digits[1])?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_git_writes_them() {
        assert_eq!(name("a/x y.py\t2024-01-01 00:00:00").as_deref(), Some("a/x y.py"));
        assert_eq!(name(r#""a/caf\303\251 \"q\"\t.txt""#).as_deref(), Some("a/café \"q\"\t.txt"));
        assert_eq!(name(r#""a/open"#), None);
        assert_eq!(name(r#""a/\9""#), None);
        assert_eq!(name(r#""a/\37""#), None);
        assert_eq!(git_names("a/x b/y b/x b/y"), Some(("a/x b/y".into(), "b/x b/y".into())));
        assert_eq!(git_names(r#""a/\303\251" "b/\303\251""#), Some(("a/é".into(), "b/é".into())));
        assert_eq!(git_names("a/x b/y"), None);
    }

    #[test]
    fn prefixes_are_cut_where_there_are_some() {
        assert_eq!(without_prefixes("a/x", "b/x"), ("x", "x"));
        assert_eq!(without_prefixes("i/x", "w/x"), ("x", "x"));
        assert_eq!(without_prefixes("src/x", "src/x"), ("src/x", "src/x"));
        assert_eq!(without_prefixes("/dev/null", "b/x"), ("/dev/null", "x"));
        assert_eq!(without_prefixes("a/x", "/dev/null"), ("x", "/dev/null"));
    }
}
