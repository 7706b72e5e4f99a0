//! The Snowball stemmer for English (Porter 2).

use rust_stemmers::{Algorithm, Stemmer};

/// Stems lower-case English words. Cheap to make.
pub struct EnglishStemmer(Stemmer);

impl Default for EnglishStemmer {
    fn default() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }
}

impl EnglishStemmer {
    /// The stem, where the word is one that has a stem other than itself.
    pub fn stem(&self, word: &str) -> Option<String> {
        if word.len() < 3 || !word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '\u{2019}')) {
            return None;
        }
        let stem = self.0.stem(word);
        (stem != word && !stem.is_empty()).then(|| stem.into_owned())
    }
}
