//! What people say of software in plain words, and the words that code has for it: the table `synonyms.txt`.

use crate::spelling;
use crate::stem::{root, same_word};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("synonyms.txt");

type Rows = FxHashMap<&'static str, &'static str>;

/// The words of code by the plain word, and by its root. The first row of a root is the one that counts.
static BY_WORD: LazyLock<(Rows, Rows)> = LazyLock::new(|| {
    let (mut exact, mut by_root) = (Rows::default(), Rows::default());
    for (said, words) in rows() {
        exact.insert(said, words);
        by_root.entry(root(said)).or_insert(words);
    }
    (exact, by_root)
});

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once(':')).map(|(said, words)| (said, words.trim_start()))
}

/// Words of code for what a lower-case word says of software, the likeliest first; forms of the word itself are left out.
pub fn of(word: &str) -> impl Iterator<Item = &'static str> {
    let (exact, by_root) = &*BY_WORD;
    let row = |word: &str| exact.get(word).or_else(|| by_root.get(root(word))).copied();
    // A word without a row, in either spelling, has no others.
    let words = row(word).or_else(|| row(&spelling::other(word)?)).unwrap_or_default();
    words.split_whitespace().filter(move |other| !same_word(other, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_have_words_of_code() {
        let of = |word: &str| of(word).collect::<Vec<_>>();
        assert!(of("saved").contains(&"write") && of("searching").contains(&"lookup"));
        assert!(of("removed").contains(&"delete") && of("checksum").contains(&"hash"));
        assert!(of("tokenizer").is_empty() || !of("tokenizer").contains(&"token"));
        assert!(of("middleware").is_empty());
        assert!(!of("serialise").is_empty() && of("serialise") == of("serialize"), "a row is for both spellings");
    }

    #[test]
    fn a_row_says_each_word_once_and_not_itself() {
        let mut seen = std::collections::BTreeSet::new();
        for (said, words) in rows() {
            let words: Vec<&str> = words.split(' ').collect();
            assert!(seen.insert(said), "{said} has two rows");
            assert!(
                spelling::other(said).is_none_or(|other| !seen.contains(other.as_str())),
                "{said} has a row in each spelling"
            );
            assert!(words.iter().enumerate().all(|(i, word)| *word != said && !words[..i].contains(word)), "{said}");
            assert!((1..=4).contains(&words.len()), "{said}");
            assert!(said.chars().chain(words.concat().chars()).all(|c| c.is_ascii_alphanumeric()), "{said}");
        }
        assert_eq!(TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count(), seen.len());
    }
}
