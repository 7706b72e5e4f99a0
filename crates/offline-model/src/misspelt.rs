//! Words of a question that nothing found holds, and what they may be misspellings of.

use super::symbol::last;
use code_words::everyday::says_little;
use code_words::identifier::{lower_parts, normalise};
use code_words::misspelt::{distance, sounding_alike, tolerance};
use code_words::synonyms;
use protocol::Evidence;
use std::collections::BTreeMap;

/// Fewest letters of a name that is compared with several words.
const LONG: usize = 8;
/// Fewest letters of a word that may be a misspelling: shorter ones have too many neighbours.
const SHORTEST: usize = 5;

/// A word of the question, as it is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    pub word: String,
    /// As it was asked, where that is a misspelling.
    pub asked: Option<String>,
}

/// The words, those that are not held as the nearest that names, paths and documentation have.
pub fn meant(wanted: Vec<String>, found: &[&Evidence], is_held: impl Fn(&str) -> bool) -> Vec<Meant> {
    let mut known: Option<BTreeMap<String, usize>> = None;
    let read = |word: String| {
        // An everyday word is meant as it is, whether code has it or not, and so is one that code has other words for.
        let is_said = says_little(&word) || synonyms::of(&word).next().is_some();
        if word.chars().count() < SHORTEST || tolerance(&word) == 0 || is_said || is_held(&word) {
            return Meant { word, asked: None };
        }
        let known = known.get_or_insert_with(|| words(found));
        match nearest(known, &word) {
            Some(meant) => Meant { word: meant, asked: Some(word) },
            None => Meant { word, asked: None },
        }
    };
    wanted.into_iter().map(read).collect()
}

/// The words of names, paths and documentation, with how many of the finds have them.
fn words(found: &[&Evidence]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for e in found {
        let texts = [e.symbol.as_deref(), e.doc.as_deref(), e.signature.as_deref(), Some(e.path.as_str())];
        for part in texts.into_iter().flatten().flat_map(lower_parts) {
            *counts.entry(part).or_insert(0) += 1;
        }
    }
    counts
}

/// The word with the fewest other letters, and of those the most frequent.
fn nearest(known: &BTreeMap<String, usize>, word: &str) -> Option<String> {
    let alike: Vec<String> = sounding_alike(word).collect();
    let letters = |other: &String| match alike.contains(other) {
        true => Some(1),
        // Hardly anybody gets the first letter wrong.
        false if other.chars().next() != word.chars().next() => None,
        false => distance(other, word, tolerance(word)),
    };
    let near = known.iter().filter_map(|(other, count)| Some((letters(other)?, usize::MAX - count, other)));
    near.min().map(|(.., other)| other.clone())
}

/// True where the words, written as one, are the symbol's own name, a slip or two passed over.
pub fn is_joined(symbol: &str, terms: &[String]) -> bool {
    let joined: String = terms.iter().map(|term| normalise(term)).collect();
    let own = normalise(last(symbol));
    terms.len() > 1 && (own == joined || (joined.len() >= LONG && distance(&own, &joined, 2).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;

    #[test]
    fn a_misspelt_word_is_taken_for_the_nearest() {
        let hits =
            [found("tokio.sync.Semaphore", "src/sync/batch_semaphore.rs", 1, ""), found("a.batch", "a.rs", 1, "")];
        let hits: Vec<&Evidence> = hits.iter().collect();
        let read = |word: &str| meant(vec![word.to_owned()], &hits, |word| word == "batch").remove(0);
        assert_eq!(read("semafore"), Meant { word: "semaphore".into(), asked: Some("semafore".into()) });
        assert_eq!(read("batch"), Meant { word: "batch".into(), asked: None });
        assert_eq!(read("limiter"), Meant { word: "limiter".into(), asked: None });
        let went = meant(vec!["went".into()], &[&found("a.want", "a.rs", 1, "")], |_| false);
        assert!(went.iter().all(|meant| meant.asked.is_none()), "an everyday word is meant as it is");
        let names =
            [found("a.finished", "a.rs", 1, ""), found("a.same", "a.rs", 9, ""), found("a.fire", "a.rs", 19, "")];
        let names: Vec<&Evidence> = names.iter().collect();
        let plain = ["vanished", "save", "five"].map(str::to_owned).to_vec();
        assert!(meant(plain, &names, |_| false).iter().all(|meant| meant.asked.is_none()));
    }

    #[test]
    fn words_written_as_one_are_a_name() {
        let terms = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(is_joined("requests.CaseInsensitiveDict", &terms("caseinsensitve dict")));
        assert!(is_joined("a.infiniteQueryBehavior", &terms("infinte query behaviour")));
        assert!(!is_joined("a.open", &terms("open")) && !is_joined("a.open_session", &terms("session store")));
    }
}
