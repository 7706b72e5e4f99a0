//! Words of one family: `expiry`, `expires`, `expiration`. A stemmer keeps them apart; questions mix them.

use crate::terms::Terms;
use code_words::irregular;
use code_words::stem::{self, family_root};
use compact_sort::CompactSort;

/// Most terms looked at, and most that are taken.
const LOOKED_AT: usize = 200;
const TAKEN: usize = 8;

/// The terms of the dictionary that are other words of a lower-case word's family, shortest first. Forms of one stem
/// are left out: the stem finds them.
pub fn relatives(dictionary: &Terms, word: &str) -> Vec<u32> {
    let Some(root) = family_root(word) else { return Vec::new() };
    let stem = |term: &str| stem::stem(term).unwrap_or_else(|| term.to_owned());
    let own = stem(word);
    let is_other = |term: &str| term != word && term != own && stem(term) != own;
    let of = |root: &str| {
        let mut found = dictionary.with_prefix(root, LOOKED_AT);
        found.retain(|(_, term)| stem::is_relative(term, root) && is_other(term));
        found
    };
    let mut found = of(root);
    // A verb of Latin has a noun with another root: `exclude`, `exclusive`.
    found.extend(irregular::other_root(root).map(|other| of(&other)).unwrap_or_default());
    found.compact_sort_by_key(|(ordinal, term)| (term.len(), *ordinal));
    found.into_iter().take(TAKEN).map(|(ordinal, _)| ordinal).collect()
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
    fn a_verb_and_its_noun_come_together() {
        assert_eq!(
            of("exclude", &["exclude", "exclusion", "exclusive", "exclus"]),
            ["exclus", "exclusion", "exclusive"]
        );
        assert_eq!(of("decision", &["decide", "decided", "decimal"]), ["decide", "decided"]);
    }

    #[test]
    fn strangers_stay_away() {
        assert!(of("route", &["router", "rout", "routine"]).is_empty(), "too short to tell");
        assert!(of("context", &["contest", "contextvar"]).is_empty());
        assert!(of("данные", &["данных"]).is_empty());
    }
}
