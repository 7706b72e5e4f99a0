//! Running text: stop words dropped, words stemmed.
//!
//! On plain English the tokens are those of the `bm25` crate's default tokenizer (the tests compare them). That
//! tokenizer itself costs 325 KB of gzip in wasm (transliteration tables, stop words of twenty languages), more than
//! half of what the page may weigh, so this is the same recipe with English only. Identifiers inside prose also give
//! their code tokens.

use super::code::CodeTokenizer;
use super::{MAX_TOKEN, TokenKind, script};
use code_words::identifier::{self, has_inner_capital};
use code_words::stem::stem;
use code_words::stop_words::is_stop_word;

/// The words of a running text: like [`identifier::words`], but an apostrophe inside a word belongs to it (`don't`).
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = identifier::words(rest).next()?;
        let start = first.as_ptr() as usize - rest.as_ptr() as usize;
        let mut end = start + first.len();
        while let Some(after) = rest[end..].strip_prefix(['\'', '\u{2019}'])
            && let Some(more) = identifier::words(after).next()
            && after.starts_with(more)
        {
            end = rest.len() - after.len() + more.len();
        }
        let word = &rest[start..end];
        rest = &rest[end..];
        Some(word)
    })
}

/// True for what is an identifier rather than a word: an underscore, a dollar sign, a digit, or a capital after a small letter.
pub fn looks_like_code(word: &str) -> bool {
    has_inner_capital(word) || word.bytes().any(|byte| matches!(byte, b'_' | b'$') || byte.is_ascii_digit())
}

/// Turns running text into tokens.
#[derive(Default)]
pub struct ProseTokenizer {
    code: CodeTokenizer,
}

impl ProseTokenizer {
    /// Every token of one [`words`] item; none for a stop word.
    pub fn analyse(&self, word: &str, mut emit: impl FnMut(TokenKind, &str)) {
        if looks_like_code(word) || word.chars().any(script::is_unspaced) {
            return identifier::words(word).for_each(|part| self.code.analyse(part, &mut emit));
        }
        let lower = word.to_lowercase();
        if lower.len() > MAX_TOKEN || is_stop_word(&lower) {
            return;
        }
        match stem(&lower) {
            Some(stem) => emit(TokenKind::Stem, &stem),
            None => emit(TokenKind::Whole, &lower),
        }
    }
}

impl bm25::Tokenizer for ProseTokenizer {
    fn tokenize(&self, text: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        words(text).for_each(|word| self.analyse(word, |_, token| tokens.push(token.to_owned())));
        tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bm25::{DefaultTokenizer, Language, Tokenizer};

    #[test]
    fn plain_english_gives_the_tokens_of_the_bm25_crate() {
        let oracle = DefaultTokenizer::builder().language_mode(Language::English).normalization(false).build();
        for text in [
            "The quick brown foxes were jumping over the lazy dogs; they don't care, isn't it?",
            "Sessions keep a pool of connections open. Closing the session releases every connection it holds.",
            "Authentication happens before redirects are followed, unless the caller's policy forbids it.",
            "Répertoires et données: naïve cafés, Übergrößen.",
            "",
        ] {
            assert_eq!(ProseTokenizer::default().tokenize(text), oracle.tokenize(text), "{text}");
        }
    }

    #[test]
    fn identifiers_in_prose_give_their_parts() {
        let tokens = ProseTokenizer::default().tokenize("Call `parseHeaders` of setup_env to start.");
        assert_eq!(tokens.join(" "), "call parseheaders parse pars headers header setupenv setup env start");
    }
}
