//! Identifiers and their parts.

use super::stemmer::EnglishStemmer;
use super::{MAX_TOKEN, TokenKind, script};

/// The words of a text: runs of letters, digits and underscores, in any script.
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
            if !(byte.is_ascii_alphanumeric() || byte == b'_') {
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

/// The parts of an identifier, as written: cut at underscores, between lower and upper case, before the last capital
/// of an acronym (`HTTPServer` -> `HTTP`, `Server`) and between letters and digits. A plural acronym stays whole
/// (`URLs`).
pub fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split('_').filter(|piece| !piece.is_empty()).flat_map(humps)
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

/// Turns words into tokens. Keeps a stemmer.
#[derive(Default)]
pub struct CodeTokenizer {
    stemmer: EnglishStemmer,
}

impl CodeTokenizer {
    /// Every token of one [`words`] item: the whole, then parts and stems.
    pub fn analyse(&self, word: &str, mut emit: impl FnMut(TokenKind, &str)) {
        if word.is_ascii() {
            return self.analyse_run(word, &mut emit);
        }
        for (run, unspaced) in script::runs(word) {
            match unspaced {
                true => script::pairs(run, |pair| emit(TokenKind::Whole, pair)),
                false => self.analyse_run(run, &mut emit),
            }
        }
    }

    fn analyse_run(&self, word: &str, emit: &mut impl FnMut(TokenKind, &str)) {
        let mut whole = word.to_lowercase();
        whole.retain(|c| c != '_');
        if whole.is_empty() {
            return;
        }
        let fits = whole.len() <= MAX_TOKEN;
        if fits {
            emit(TokenKind::Whole, &whole);
        }
        let compound = parts(word).nth(1).is_some();
        if !compound {
            return self.emit_stem(&whole, fits, emit);
        }
        for part in parts(word) {
            let part = part.to_lowercase();
            if part.chars().nth(1).is_some() && part.len() <= MAX_TOKEN {
                emit(TokenKind::Part, &part);
                self.emit_stem(&part, true, emit);
            }
        }
    }

    fn emit_stem(&self, word: &str, fits: bool, emit: &mut impl FnMut(TokenKind, &str)) {
        if fits && let Some(stem) = self.stemmer.stem(word) {
            emit(TokenKind::Stem, &stem);
        }
    }
}

impl bm25::Tokenizer for CodeTokenizer {
    fn tokenize(&self, text: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        words(text).for_each(|word| self.analyse(word, |_, token| tokens.push(token.to_owned())));
        tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bm25::Tokenizer;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&CodeTokenizer::default().tokenize(text).join(" "));
    }

    #[test]
    fn keeps_the_whole_and_adds_parts_and_stems() {
        check("getUserById", expect!["getuserbyid get user by id"]);
        check("parse_http_headers", expect!["parsehttpheaders parse pars http headers header"]);
        check("HTTPServer XMLHttpRequest", expect!["httpserver http server xmlhttprequest xml http request"]);
        check("MAX_RETRIES", expect!["maxretries max retries retri"]);
        check("sha256 utf8Decode x86_64", expect!["sha256 sha 256 utf8decode utf decode decod x8664 86 64"]);
        check("fetchURLs userIDs", expect!["fetchurls fetch urls url userids user ids id"]);
        check("__init__", expect!["init"]);
        check("running", expect!["running run"]);
    }

    #[test]
    fn splits_code_at_punctuation() {
        check("self.items[0] += f(x)", expect!["self items item 0 f x"]);
        check("a::B<'c>", expect!["a b c"]);
    }

    #[test]
    fn keeps_words_of_other_scripts() {
        check("данные НовыйФайл", expect!["данные новыйфайл новый файл"]);
        check("解析器parser 文", expect!["解析 析器 parser 文"]);
        check("größe_Straße", expect!["größestraße größe straße"]);
    }
}
