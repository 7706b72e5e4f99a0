//! Words of one family: `expiry`, `expires`, `expiration`. A stemmer keeps them apart; questions mix them.

use crate::terms::Terms;
use crate::tokenizer::stemmer::EnglishStemmer;

/// Endings that make one word of a family out of another, longest first.
const ENDINGS: &[&str] = &[
    "ications", "izations", "ication", "ization", "ations", "ments", "ation", "ators", "ition", "ment", "ator", "ings",
    "ions", "able", "ives", "ates", "ated", "ize", "izes", "ized", "izer", "ing", "ion", "ies", "ied", "ers", "ors",
    "als", "ive", "ate", "er", "or", "ed", "es", "al", "ry", "y", "e", "s", "",
];
/// Shortest root that tells a family.
const ROOT: usize = 4;
/// Most terms looked at, and most that are taken.
const LOOKED_AT: usize = 200;
const TAKEN: usize = 8;

/// The terms of the dictionary that are other words of a lower-case word's family, shortest first. Forms of one stem
/// are left out: the stem finds them.
pub fn relatives(dictionary: &Terms, word: &str) -> Vec<u32> {
    let Some(root) = root(word) else { return Vec::new() };
    let stemmer = EnglishStemmer::default();
    let stem = |term: &str| stemmer.stem(term).unwrap_or_else(|| term.to_owned());
    let own = stem(word);
    let is_relative =
        |term: &str| term != word && term != own && term.strip_prefix(root).is_some_and(is_ending) && stem(term) != own;
    let mut found = dictionary.terms_with_prefix(root, LOOKED_AT);
    found.retain(|(_, term)| is_relative(term));
    found.sort_by_key(|(ordinal, term)| (term.len(), *ordinal));
    found.into_iter().take(TAKEN).map(|(ordinal, _)| ordinal).collect()
}

/// The word without its ending; None for what is too short or no plain word.
fn root(word: &str) -> Option<&str> {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let cut = |ending: &&str| word.strip_suffix(*ending).filter(|root| root.len() > ROOT || ending.is_empty());
    ENDINGS.iter().find_map(cut).filter(|root| root.len() > ROOT)
}

fn is_ending(rest: &str) -> bool {
    // A vowel may stand between root and ending: `expir-a-tion`, `verif-i-er`.
    ENDINGS.contains(&rest) || rest.strip_prefix(['a', 'i', 'e']).is_some_and(|rest| ENDINGS.contains(&rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postings::Postings;
    use crate::postings::dictionary::Dictionary;

    fn of(word: &str, terms: &[&str]) -> Vec<String> {
        let mut terms = terms.to_vec();
        terms.sort_unstable();
        let dictionary = Terms::whole(Dictionary::from_sorted(terms.iter().copied()), Postings::default(), Vec::new());
        relatives(&dictionary, word).into_iter().map(|ordinal| terms[ordinal as usize].to_owned()).collect()
    }

    #[test]
    fn families_come_together() {
        let terms = ["expiration", "expire", "expires", "expir", "experiment", "expiresat", "session", "sessions"];
        assert_eq!(of("expiry", &terms), ["expir", "expire", "expires", "expiration"]);
        assert_eq!(of("verified", &["verify", "verification", "version"]), ["verification"], "the stem finds verify");
    }

    #[test]
    fn strangers_stay_away() {
        assert!(of("route", &["router", "rout", "routine"]).is_empty(), "too short to tell");
        assert!(of("context", &["contest", "contextvar"]).is_empty());
        assert!(of("данные", &["данных"]).is_empty());
    }
}
