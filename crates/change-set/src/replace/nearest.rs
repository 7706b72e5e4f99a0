//! Where a text is most like a quote that it does not hold: shown to whoever quoted, never edited.

use super::Edit;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// How many places are shown.
const MAX_PLACES: usize = 3;
/// How many lines of each.
const MAX_LINES: usize = 6;
/// How many characters of each line.
const MAX_CHARS: usize = 200;
/// How many lines of the quote are compared.
const MAX_COMPARED: usize = 8;
/// How many words of each.
const MAX_WORDS: usize = 40;

/// A place of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its first line, from 1.
    pub line: u32,
    /// Its lines, cut to six of 200 characters.
    pub text: String,
}

/// The three places that have most words in common with the quote, best first; of equals those nearest to its line.
pub(super) fn places(lines: &[&str], edit: &Edit) -> Vec<Place> {
    let old: Vec<&str> = edit.old.lines().collect();
    // Blank lines in front would make a place begin where nothing is alike.
    let lead = old.iter().take_while(|line| line.trim().is_empty()).count();
    let compared: Vec<_> = old[lead..].iter().take(MAX_COMPARED).map(|line| Words::of(line)).collect();
    let there: Vec<_> = lines.iter().map(|line| Words::of(line)).collect();
    let score = |at: usize| compared.iter().zip(&there[at..]).map(|(old, line)| old.likeness(line)).sum::<u32>();
    let distance = |at: usize| edit.line.map_or(0, |line| (at as u32 + 1).abs_diff(line));
    let scored: Vec<_> = (0..lines.len()).map(|at| (score(at), at)).filter(|(score, _)| *score > 0).collect();
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < MAX_PLACES {
        // Another place, not the same one line further.
        let is_other = |at: usize| chosen.iter().all(|other| other.abs_diff(at) >= old.len().min(MAX_LINES));
        let others = scored.iter().filter(|(_, at)| is_other(*at));
        let Some((_, best)) = others.min_by_key(|(score, at)| (Reverse(*score), distance(*at), *at)) else { break };
        chosen.push(*best);
    }
    chosen.into_iter().map(|at| place(lines, at, old.len() - lead)).collect()
}

fn place(lines: &[&str], at: usize, len: usize) -> Place {
    let shown = lines[at..].iter().take(len.clamp(1, MAX_LINES)).map(|line| {
        let line = crate::text::without_end(line);
        line.chars().take(MAX_CHARS).collect::<String>()
    });
    Place { line: at as u32 + 1, text: shown.collect::<Vec<_>>().join("\n") }
}

/// The places as the end of a sentence.
pub(super) fn sentence(places: &[Place]) -> String {
    if places.is_empty() {
        return ", and nothing is like it; read the file again".to_owned();
    }
    let places: Vec<_> = places.iter().map(|place| format!("line {}:\n{}", place.line, place.text)).collect();
    format!("; quote it exactly. The nearest places are\n{}\n", places.join("\n"))
}

/// The words of a line, each once.
struct Words<'a> {
    trimmed: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn of(line: &'a str) -> Self {
        let mut words: Vec<&str> = Vec::new();
        for word in line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()) {
            if words.len() < MAX_WORDS && !words.contains(&word) {
                words.push(word);
            }
        }
        Self { trimmed: line.trim(), words }
    }

    /// 0 to 100.
    fn likeness(&self, other: &Self) -> u32 {
        if self.trimmed.is_empty() || other.trimmed.is_empty() {
            return 0;
        }
        if self.trimmed == other.trimmed {
            return 100;
        }
        let common = self.words.iter().filter(|word| other.words.contains(word)).count();
        (90 * common / self.words.len().max(other.words.len()).max(1)) as u32
    }
}
