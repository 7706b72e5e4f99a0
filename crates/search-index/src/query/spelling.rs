//! Words that are in no text of the repository, and the terms that they may be meant for.

use crate::query::parse::{ParsedQuery, QueryWord};
use crate::terms::Terms;
use crate::weights::TermWeights;
use code_words::misspelt::{Misspelt, sounding_alike};
use code_words::stem::stem;
use compact_sort::CompactSort;
use paging::Loaded;

/// Most corrections of a word.
const TAKEN: usize = 6;
/// Shorter words have other words that sound alike.
const SHORTEST_BY_SOUND: usize = 5;
/// Most words of a query that are corrected: each costs a look at many terms.
const CORRECTED: usize = 4;

/// Adds to every word that occurs nowhere the terms that it may be meant for, and the names that it may give.
pub fn correct(query: &mut ParsedQuery, terms: &Terms, weights: &TermWeights) {
    if weights.misspelt <= 0.0 {
        return;
    }
    let unknown = query.words.iter_mut().filter(|word| occurs_nowhere(word, terms));
    for word in unknown.take(CORRECTED) {
        let Ok(found) = corrections(terms, &word.text) else { continue };
        word.corrections = found.into_iter().map(|(_, term)| term).collect();
        word.terms.extend(word.corrections.iter().map(|term| (term.clone(), weights.misspelt)));
        let meant: Vec<_> = query.hints.iter().filter(|hint| hint.normalised == word.text).cloned().collect();
        for hint in meant {
            query.hints.extend(word.corrections.iter().map(|term| hint.corrected(term)));
        }
    }
}

/// True for a word that no text holds, nor any of its forms. A compound word must occur as a whole. False while that is not
/// known.
pub(crate) fn occurs_nowhere(word: &QueryWord, terms: &Terms) -> bool {
    let own = if word.is_compound { &word.terms[..1.min(word.terms.len())] } else { &word.terms[..] };
    // All are looked up, so that all pages that are missing are noted at once.
    own.iter().fold(true, |nowhere, (term, _)| terms.lacks(term) && nowhere)
}

/// The terms that a word, which is none, may be meant for: the most frequent first. Where there are none, those that its
/// stem may be meant for.
fn corrections(terms: &Terms, word: &str) -> Loaded<Vec<(u32, String)>> {
    let near = |word: &str| Misspelt::new(word).map_or_else(|| Ok(Vec::new()), |misspelt| terms.near(&misspelt));
    let mut found = near(word)?;
    if found.is_empty()
        && let Some(stem) = stem(word)
    {
        found = near(&stem)?;
    }
    // Two letters for one that sounds alike are two errors.
    if found.is_empty() && word.len() >= SHORTEST_BY_SOUND {
        found = sounding_alike(word).filter_map(|word| Some((terms.find(&word)?, word))).collect();
    }
    found.compact_sort_by_key(|(ordinal, _)| (u32::MAX - terms.document_frequency(*ordinal), *ordinal));
    found.truncate(TAKEN);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postings::Postings;
    use crate::postings::dictionary::Dictionary;

    const TERMS: [&str; 12] = [
        "parse",
        "parser",
        "pasre",
        "process",
        "sesion",
        "session",
        "sessions",
        "sessoin",
        "store",
        "xession",
        "данные",
        "данных",
    ];

    fn near(word: &str) -> Vec<String> {
        let dictionary = Terms::whole(Dictionary::from_sorted(TERMS.into_iter()), Postings::default(), Vec::new());
        corrections(&dictionary, word).unwrap().into_iter().map(|(_, term)| term).collect()
    }

    #[test]
    fn one_letter_missing_added_wrong_or_two_swapped() {
        assert_eq!(near("sessin"), ["session", "sessoin"].map(str::to_owned)[..]);
        assert_eq!(near("sesssion"), ["session"]);
        assert_eq!(near("segsion"), ["sesion", "session"]);
        assert_eq!(near("stroe"), ["store"]);
        assert_eq!(near("proces"), ["process"]);
        assert_eq!(near("процес"), [""; 0]);
        assert_eq!(near("даные"), ["данные"]);
        assert_eq!(near("cession"), ["session"]);
        assert_eq!(near("hession"), [""; 0], "the first letter is taken as right");
    }
}
