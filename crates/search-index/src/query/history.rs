//! What the histories of files say of a query.

use crate::history::LEVELS;
use crate::parts::Parts;
use rustc_hash::FxHashMap;

/// A file's score, and which words of the query its history holds, as bits.
pub type FileScore = (f32, u32);

/// The scores of files whose history holds a word of the query, by their places in the file table.
#[derive(Debug, Clone, Default)]
pub struct FileScores {
    pub by_file: FxHashMap<u32, FileScore>,
    /// Files and levels of the term at hand.
    noted: Vec<(u32, u8)>,
}

impl FileScores {
    /// Starts with a term.
    pub fn begin(&mut self) {
        self.noted.clear();
    }

    /// Notes the level of the term at hand for the file of a chunk.
    pub fn note(&mut self, parts: &Parts, document: u32, level: u8) {
        if let Some(chunk) = document.checked_sub(parts.symbols.len() as u32) {
            self.noted.push((parts.file_of_chunk(chunk), level));
        }
    }

    /// How many files' histories hold the term at hand.
    pub fn noted(&self) -> u32 {
        self.noted.len() as u32
    }

    /// Adds what was noted: `gain` at most, by its level, for the word of this bit.
    pub fn add(&mut self, gain: f32, bit: u32) {
        let gain = gain / f32::from(LEVELS);
        for &(file, level) in &self.noted {
            let (score, words) = self.by_file.entry(file).or_default();
            *score += gain * f32::from(level.min(LEVELS));
            *words |= bit;
        }
    }
}
