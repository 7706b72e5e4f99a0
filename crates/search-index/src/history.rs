//! What changed the files: subjects of commits, as words of the files that each changed.
//!
//! A subject often says in a person's words what the code says in its own. How much a word of them speaks for a file is
//! worked out when the index is built and kept in two bits of the posting of the file's first chunk, so that an index grows
//! by little and readers need nothing besides.

use crate::tokenizer::prose::{self, ProseTokenizer};
use compact_sort::CompactSort;
use limits::git::SUBJECT_BYTES;
use limits::index::HISTORY_WORDS;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The highest level of a word.
pub const LEVELS: u8 = 3;

/// Subjects of commits, by the files that they changed.
#[derive(Debug, Clone, Default)]
pub struct Histories {
    subjects: Vec<Subject>,
    /// By path: numbers of the subjects.
    files: BTreeMap<String, Vec<u32>>,
    /// Every word with its number.
    words: FxHashMap<Arc<str>, u32>,
    by_number: Vec<Arc<str>>,
}

#[derive(Debug, Clone)]
struct Subject {
    /// Numbers of its words, each once.
    words: Box<[u32]>,
    /// What a commit of so many files says of each of them.
    share: f32,
}

impl Histories {
    /// Adds the subject of a commit that changed these files. It is text from elsewhere: of a long one the beginning counts.
    pub fn add<'p>(&mut self, subject: &str, paths: impl ExactSizeIterator<Item = &'p str>) {
        let tokenizer = ProseTokenizer::default();
        let mut own: Vec<u32> = Vec::new();
        for word in prose::words(&subject[..subject.floor_char_boundary(SUBJECT_BYTES)]) {
            tokenizer.analyse(word, |_, token| own.extend(self.number(token)));
        }
        own.sort_unstable();
        own.dedup();
        let number = self.subjects.len() as u32;
        self.subjects.push(Subject { words: own.into(), share: 1.0 / paths.len().max(1) as f32 });
        paths.for_each(|path| self.files.entry(path.to_owned()).or_default().push(number));
    }

    /// How many subjects there are.
    pub fn len(&self) -> usize {
        self.subjects.len()
    }

    /// True without any subject.
    pub fn is_empty(&self) -> bool {
        self.subjects.is_empty()
    }

    /// The words that the history of a file speaks for, with their levels from 1 to [`LEVELS`]; at most [`HISTORY_WORDS`], the
    /// strongest.
    pub(crate) fn words(&self, path: &str) -> Vec<(&str, u8)> {
        let Some(numbers) = self.files.get(path) else { return Vec::new() };
        let mut weights: FxHashMap<u32, f32> = FxHashMap::default();
        let mut length = 0.0;
        for subject in numbers.iter().map(|number| &self.subjects[*number as usize]) {
            length += subject.share;
            subject.words.iter().for_each(|word| *weights.entry(*word).or_default() += subject.share);
        }
        let mut words: Vec<(&str, f32)> =
            weights.into_iter().map(|(word, weight)| (&*self.by_number[word as usize], weight)).collect();
        words.compact_sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        words.truncate(HISTORY_WORDS);
        words.into_iter().map(|(word, weight)| (word, level(weight, length))).collect()
    }

    /// `None` for single letters and numbers.
    fn number(&mut self, token: &str) -> Option<u32> {
        if token.len() < 2 || token.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if let Some(known) = self.words.get(token) {
            return Some(*known);
        }
        let (number, word) = (self.by_number.len() as u32, Arc::<str>::from(token));
        self.by_number.push(Arc::clone(&word));
        self.words.insert(word, number);
        Some(number)
    }
}

/// As the saturated term frequency of BM25, in three steps. `weight` and `length`: commits that hold the word, and all of
/// the file, each divided by the files that it changed.
fn level(weight: f32, length: f32) -> u8 {
    const K1: f32 = 0.6;
    const B: f32 = 0.5;
    const USUAL_LENGTH: f32 = 4.0;
    let saturated = weight / (weight + K1 * (1.0 - B + B * length / USUAL_LENGTH));
    match saturated {
        ..0.3 => 1,
        ..0.55 => 2,
        _ => LEVELS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(histories: &Histories, path: &str) -> String {
        let words = histories.words(path);
        words.iter().map(|(word, level)| format!("{word}{level}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_few_files_share_and_many_commits_say_counts_most() {
        let mut histories = Histories::default();
        histories.add("Retry payments", ["pay.rs"].into_iter());
        histories.add("Retry payments when the provider is away", ["pay.rs"].into_iter());
        let everywhere: Vec<String> = (0..19).map(|at| format!("{at}.rs")).collect();
        let all = everywhere.iter().map(String::as_str).chain(["pay.rs"]).collect::<Vec<_>>();
        histories.add("Rename 12 modules", all.into_iter());
        assert_eq!(levels(&histories, "pay.rs"), "payment3 retri3 away3 provid3 modul1 renam1");
        assert_eq!(levels(&histories, "other.rs"), "");
        assert_eq!(histories.len(), 3);
    }

    #[test]
    fn a_long_subject_and_a_long_history_are_bounded() {
        let mut histories = Histories::default();
        histories.add(&"ä".repeat(SUBJECT_BYTES), ["a.rs"].into_iter());
        histories.add(&format!("{} last", "word ".repeat(100)), ["a.rs"].into_iter());
        assert!(levels(&histories, "a.rs").contains("word") && !levels(&histories, "a.rs").contains("last"));
        for at in 0..400 {
            histories.add(&format!("word{} other{}", at * 7 + 1, at * 11), ["b.rs"].into_iter());
        }
        assert_eq!(histories.words("b.rs").len(), HISTORY_WORDS);
    }
}
