//! Source text to tokens.

use super::{MAX_TOKEN, TokenKind, script};
use code_words::identifier::{normalise, parts, words};
use code_words::stem::stem;

/// Turns the words of source text into tokens: whole words, their parts, and stems.
#[derive(Default)]
pub struct CodeTokenizer;

impl CodeTokenizer {
    /// Emits every token of one word (see [`words`]): the whole, then parts and stems.
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
        let whole = normalise(word);
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
        if fits && let Some(stem) = stem(word) {
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
        expected.assert_eq(&CodeTokenizer.tokenize(text).join(" "));
    }

    #[test]
    fn keeps_the_whole_and_adds_parts_and_stems() {
        check("getUserById", expect!["getuserbyid get user by id"]);
        check("parse_http_headers", expect!["parsehttpheaders parse pars http headers header"]);
        check("HTTPServer XMLHttpRequest", expect!["httpserver http server xmlhttprequest xml http request"]);
        check("MAX_RETRIES", expect!["maxretries max retries retri"]);
        check("sha256 utf8Decode x86_64", expect!["sha256 sha 256 utf8decode utf decode decod x8664 86 64"]);
        check("fetchURLs userIDs", expect!["fetchurls fetch urls url userids user ids id"]);
        check("__init__ $scope source$", expect!["init scope source sourc"]);
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
