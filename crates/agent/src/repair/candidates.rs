//! The changed texts that are tried, in their order: one place at a time, then all places of a mutation, then pairs.

use super::code::Code;
use super::mutations::{MUTATIONS, Place};
use source::ContentHash;
use std::collections::BTreeSet;

/// A changed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub text: String,
    /// What differs, for people: `line 3`.
    pub lines: Vec<usize>,
}

/// Every candidate, each text once and never the text as it is.
pub(crate) fn candidates(code: &Code<'_>, most: usize) -> Vec<Candidate> {
    let found: Vec<Vec<Place>> = MUTATIONS.iter().map(|mutation| mutation(code)).collect();
    let alone = found.iter().flatten().map(|place| vec![place]);
    let together: Vec<Vec<&Place>> =
        found.iter().filter(|places| places.len() > 1).map(|places| places.iter().collect()).collect();
    let places: Vec<&Place> = found.iter().flatten().collect();
    let later = |at: usize| places[at + 1..].iter().map(move |other| (at, *other));
    let pairs = (0..places.len()).flat_map(later).map(|(at, other)| vec![places[at], other]);
    let all: Vec<Vec<&Place>> =
        found.iter().filter(|places| !places.is_empty()).map(|places| places.iter().collect()).collect();
    let pairs_of_all = (0..all.len()).flat_map(|at| all[at + 1..].iter().map(move |other| (at, other)));
    let pairs_of_all = pairs_of_all.map(|(at, other)| all[at].iter().chain(other).copied().collect::<Vec<&Place>>());
    let mut seen = BTreeSet::from([ContentHash::of(code.text.as_bytes())]);
    let mut candidates = Vec::new();
    for places in alone.chain(together.iter().cloned()).chain(pairs).chain(pairs_of_all) {
        if candidates.len() == most {
            break;
        }
        let Some(candidate) = changed(code, places) else { continue };
        if seen.insert(ContentHash::of(candidate.text.as_bytes())) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// The text changed at these places; `None` where two of them meet.
fn changed(code: &Code<'_>, mut places: Vec<&Place>) -> Option<Candidate> {
    places.sort_unstable_by_key(|place| (place.range.start, place.range.end));
    let (mut text, mut end, mut lines) = (String::with_capacity(code.text.len() + 16), 0, Vec::new());
    for Place { range, insert } in places {
        if range.start < end {
            return None;
        }
        text.push_str(&code.text[end..range.start]);
        text.push_str(insert);
        end = range.end;
        let line = code.line(range.start);
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    text.push_str(&code.text[end..]);
    Some(Candidate { text, lines })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::code::Spelling;

    #[test]
    fn one_place_at_a_time_then_all_then_pairs_each_text_once() {
        let code = Code::new("range(a) range(b) x / 100", Spelling::Python);
        let texts: Vec<String> = candidates(&code, 100).into_iter().map(|candidate| candidate.text).collect();
        let expected = [
            "range(a + 1) range(b) x / 100",
            "range(a) range(b + 1) x / 100",
            "range(a) range(b) x",
            "range(a + 1) range(b + 1) x / 100",
            "range(a + 1) range(b) x",
            "range(a) range(b + 1) x",
            "range(a + 1) range(b + 1) x",
        ];
        assert_eq!(texts, expected);
        assert_eq!(candidates(&code, 2).len(), 2);
    }

    #[test]
    fn two_mutations_of_the_same_place_make_one_text() {
        let code = Code::new("for (let i = a; i < b; i++) {}", Spelling::JavaScript);
        let found = candidates(&code, 100);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].text.as_str(), found[0].lines.as_slice()), ("for (let i = a; i <= b; i++) {}", &[1][..]));
        assert!(candidates(&Code::new("x = 1", Spelling::Python), 100).is_empty());
    }
}
