//! Terms of one document at a time, with every distinct word analysed once.

use crate::field::Field;
use crate::tokenizer::code::CodeTokenizer;
use crate::tokenizer::prose::{self, ProseTokenizer};
use code_words::identifier;
use code_words::stop_words::is_stop_word;
use compact_sort::CompactSort;
use rustc_hash::FxHashMap;

/// How a text is turned into tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Analysis {
    /// Names: every token counts.
    Name,
    /// Source text: stop words and single letters are left out.
    Code,
    Prose,
}

/// The number, in place of a field's, of what the history of a file says of a term: its frequency is the level.
pub const HISTORY: u8 = Field::COUNT as u8;

/// How often a term occurs in one field of a document. `term` is the interner's number.
#[derive(Debug, Clone, Copy, Default)]
pub struct Count {
    pub term: u32,
    pub field: u8,
    pub frequency: u32,
}

/// The terms of one document, sorted, and the length of each field in tokens.
#[derive(Debug, Default)]
pub struct DocumentTerms {
    pub counts: Vec<Count>,
    pub lengths: [u32; Field::COUNT],
}

/// Numbers terms in order of arrival.
#[derive(Default)]
pub struct TermInterner {
    terms: FxHashMap<Box<str>, u32>,
    /// Words seen in source text and names, and in running text.
    code_words: WordCache,
    prose_words: WordCache,
    code: CodeTokenizer,
    prose: ProseTokenizer,
    /// The document at hand: (term, field) pairs.
    pending: Vec<(u32, u8)>,
    lengths: [u32; Field::COUNT],
}

/// Word -> where its terms are in `terms`.
#[derive(Default)]
struct WordCache {
    words: FxHashMap<Box<str>, (u32, u32)>,
    terms: Vec<u32>,
}

impl TermInterner {
    pub fn begin(&mut self) {
        self.pending.clear();
        self.lengths = [0; Field::COUNT];
    }

    /// Adds a text to a field of the document at hand.
    pub fn add(&mut self, field: Field, analysis: Analysis, text: &str) {
        match analysis {
            Analysis::Name => identifier::words(text).for_each(|word| self.add_word(field, false, word)),
            Analysis::Code => {
                identifier::words(text).filter(|w| is_content(w)).for_each(|word| self.add_word(field, false, word))
            }
            Analysis::Prose => prose::words(text).for_each(|word| self.add_word(field, true, word)),
        }
    }

    fn add_word(&mut self, field: Field, prose: bool, word: &str) {
        let cache = if prose { &mut self.prose_words } else { &mut self.code_words };
        let (start, end) = match cache.words.get(word) {
            Some(&range) => range,
            None => {
                let start = cache.terms.len() as u32;
                let mut intern = |token: &str| cache.terms.push(intern(&mut self.terms, token));
                match prose {
                    true => self.prose.analyse(word, |_, token| intern(token)),
                    false => self.code.analyse(word, |_, token| intern(token)),
                }
                let range = (start, cache.terms.len() as u32);
                cache.words.insert(word.into(), range);
                range
            }
        };
        let terms = &cache.terms[start as usize..end as usize];
        self.pending.extend(terms.iter().map(|&term| (term, field as u8)));
        self.lengths[field as usize] += end - start;
    }

    pub fn finish(&mut self) -> DocumentTerms {
        self.pending.sort_unstable();
        let runs = self.pending.chunk_by(|a, b| a == b);
        let count = |run: &[(u32, u8)]| Count { term: run[0].0, field: run[0].1, frequency: run.len() as u32 };
        DocumentTerms { counts: runs.map(count).collect(), lengths: self.lengths }
    }

    /// The number of a term that some text holds.
    pub fn known(&self, token: &str) -> Option<u32> {
        self.terms.get(token).copied()
    }

    /// All terms, sorted, and the place among them of each number given so far.
    pub fn into_sorted(self) -> (Vec<Box<str>>, Vec<u32>) {
        let mut terms: Vec<(Box<str>, u32)> = self.terms.into_iter().collect();
        terms.compact_sort();
        let mut ordinals = vec![0; terms.len()];
        for ((_, number), ordinal) in terms.iter().zip(0..) {
            ordinals[*number as usize] = ordinal;
        }
        (terms.into_iter().map(|(term, _)| term).collect(), ordinals)
    }
}

fn intern(terms: &mut FxHashMap<Box<str>, u32>, token: &str) -> u32 {
    if let Some(&number) = terms.get(token) {
        return number;
    }
    let number = terms.len() as u32;
    terms.insert(token.into(), number);
    number
}

/// False for single letters and stop words, which source text is full of.
fn is_content(word: &str) -> bool {
    word.len() > 1 && !(word.len() < 11 && word.bytes().all(|b| b.is_ascii_lowercase()) && is_stop_word(word))
}
