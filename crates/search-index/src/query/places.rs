//! Where a query wants its hits: `router in crate-x`, `retries inside the payments module`.

use code_words::identifier::normalise;

/// Words after which a place is named.
const BEFORE: &[&str] = &["in", "inside", "under", "within"];
/// Words between them and the place.
const ARTICLES: &[&str] = &["a", "an", "our", "the", "this"];
/// Most places of a query.
const MOST: usize = 4;

/// What the words after "in" may name, [folded](fold).
pub fn read(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_one_of = |list: &[&str], word: &str| list.iter().any(|own| own.eq_ignore_ascii_case(word));
    let place = |at: usize| words[at + 1..].iter().find(|word| !is_one_of(ARTICLES, word));
    // At the start of a query `in` has nothing to be found there.
    let starts = (1..words.len()).filter(|at| is_one_of(BEFORE, words[*at]));
    let found = starts.filter_map(place).map(|word| fold(word)).filter(|place| place.len() > 1);
    found.take(MOST).collect()
}

/// A folder's or file's name without case and signs between its words.
pub fn fold(name: &str) -> String {
    normalise(&name.trim_matches(|c: char| !c.is_alphanumeric()).replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_in() {
        assert_eq!(read("router in crate-x"), ["cratex"]);
        assert_eq!(read("retries inside the Payments module?"), ["payments"]);
        assert!(read("in which file is it").is_empty() && read("built in").is_empty());
    }
}
