//! Names that a query writes as words: `open session store` for `openSessionStore` or `open_session_store`.
//!
//! Runs of neighbouring words are looked up as one term each, words that are else passed over included: `get user` is
//! `get_user`, `is open` is `isOpen`. A run that is the name of a definition is taken as meant, and shorter runs inside it
//! are not; a run that is only a word of the text is one more term to look for.

use crate::parts::Parts;
use crate::query::parse::{Means, ParsedQuery, QueryWord, SymbolHint};
use crate::weights::TermWeights;
use code_words::misspelt::Misspelt;
use code_words::stem::stem;
use code_words::stop_words::is_stop_word;

/// Most words of a run.
const LONGEST: usize = 5;
/// Spellings of a misspelt word that are tried.
const SPELLINGS: usize = 3;

/// Fewest letters of a run with a word that occurs nowhere, for which names are looked up that differ by a letter.
const LONG: usize = 10;
/// Most runs for which they are: each costs a look at many terms.
const MOST_LOOKED: usize = 6;

/// Words with which no name that is asked for in words starts or ends.
const OUTSIDE_NAMES: &[&str] = &[
    "a", "an", "and", "are", "did", "do", "does", "how", "of", "or", "that", "the", "there", "these", "this", "those",
    "was", "were", "what", "where", "which", "who", "why",
];

/// A run of words that is written as one somewhere.
struct Phrase {
    start: usize,
    end: usize,
    joined: String,
    is_name: bool,
}

/// Adds the terms and names that runs of the query's words are.
pub(crate) fn add(query: &mut ParsedQuery, parts: &Parts, weights: &TermWeights) {
    add_initials(query, parts, weights);
    let raw = query.raw.clone();
    let spellings: Vec<Vec<String>> = raw.iter().map(|word| spellings(query, word)).collect();
    let found = phrases(&raw, &spellings, parts);
    for phrase in &found {
        let is_inside = |other: &Phrase| {
            other.is_name && other.start <= phrase.start && phrase.end <= other.end && other.len() > phrase.len()
        };
        // The words of a name are no names, nor are parts of it.
        if found.iter().any(is_inside) {
            continue;
        }
        let inside = &raw[phrase.start..phrase.end];
        if let Some(word) = query.words.iter_mut().find(|word| inside.contains(&word.text)) {
            word.terms.push((phrase.joined.clone(), weights.joined));
        }
        if phrase.is_name {
            let whole = query.words.iter().all(|word| inside.contains(&word.text));
            query.hints.push(SymbolHint {
                name: phrase.joined.clone(),
                normalised: phrase.joined.clone(),
                owners: Vec::new(),
                means: if whole { Means::WholePhrase } else { Means::Phrase },
                is_corrected: false,
            });
        }
    }
}

/// Initials of two or three words may be a part of a name: `garbage collected`, `gcTime`.
fn add_initials(query: &mut ParsedQuery, parts: &Parts, weights: &TermWeights) {
    let initial = |word: &QueryWord| word.text.chars().next().filter(char::is_ascii_alphabetic);
    for length in 2..=3 {
        for start in 0..(query.words.len() + 1).saturating_sub(length) {
            let run = &query.words[start..start + length];
            let initials: String = run.iter().filter_map(initial).collect();
            if initials.len() == length
                && !is_stop_word(&initials)
                && parts.terms.find(&initials).is_some_and(|term| is_name(parts, term))
            {
                query.words[start].terms.push((initials, weights.initials));
            }
        }
    }
}

impl Phrase {
    fn len(&self) -> usize {
        self.end - self.start
    }
}

/// The word itself and its stem (`looked up` is `lookup`), or what it is a misspelling of.
fn spellings(query: &ParsedQuery, word: &str) -> Vec<String> {
    let own = query.words.iter().find(|own| own.text == word);
    match own.map(|own| &own.corrections[..]) {
        None | Some([]) => [word.to_owned()].into_iter().chain(stem(word)).collect(),
        Some(corrections) => corrections.iter().take(SPELLINGS).cloned().collect(),
    }
}

fn phrases(raw: &[String], spellings: &[Vec<String>], parts: &Parts) -> Vec<Phrase> {
    let outside = |at: usize| OUTSIDE_NAMES.contains(&raw[at].as_str());
    let has_unknown = |run: std::ops::Range<usize>| run.into_iter().any(|at| parts.terms.lacks(&raw[at]));
    let mut found = Vec::new();
    let mut looked = 0;
    for start in 0..raw.len() {
        if outside(start) {
            continue;
        }
        let mut runs = spellings[start].clone();
        for end in start + 2..=raw.len().min(start + LONGEST) {
            let longer =
                |run: &String| spellings[end - 1].iter().map(|word| format!("{run}{word}")).collect::<Vec<_>>();
            runs = runs.iter().flat_map(longer).take(SPELLINGS * SPELLINGS).collect();
            if outside(end - 1) {
                continue;
            }
            if looked < MOST_LOOKED
                && runs.iter().all(|run| run.len() >= LONG && parts.terms.lacks(run))
                && has_unknown(start..end)
            {
                looked += 1;
                let near = runs.first().and_then(|run| Misspelt::new(run)).and_then(|run| parts.terms.near(&run).ok());
                found.extend(near.into_iter().flatten().map(|(term, joined)| {
                    let is_name = is_name(parts, term);
                    Phrase { start, end, joined, is_name }
                }));
            }
            for joined in &runs {
                if let Some(term) = parts.terms.find(joined) {
                    found.push(Phrase { start, end, joined: joined.clone(), is_name: is_name(parts, term) });
                }
            }
        }
    }
    found
}

fn is_name(parts: &Parts, term: u32) -> bool {
    parts.terms.is_name(term, parts.symbols.len() as u32)
}
