//! How often names of types are mentioned.

use crate::scan::File;
use code_words::identifier::words;
use std::collections::{BTreeMap, BTreeSet};

/// In how many files each capitalised word of code or prose is: own ones, and tests, examples and documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions {
    of: BTreeMap<String, (u32, u32)>,
    /// Words of the README.
    readme: BTreeSet<String>,
}

/// The capitalised words of one file, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MentionsOfFile {
    words: Box<[Box<str>]>,
    is_own: bool,
    is_readme: bool,
}

impl MentionsOfFile {
    #[inline(never)]
    pub fn of(file: &File<'_>) -> Self {
        if file.facts.is_none() && !file.language.is_prose() {
            return Self::default();
        }
        let is_type = |word: &&str| word.len() > 2 && word.starts_with(|c: char| c.is_uppercase());
        let words: BTreeSet<&str> = words(&file.code).filter(is_type).collect();
        Self {
            words: words.into_iter().map(Box::from).collect(),
            is_own: file.facts.is_some() && !file.is_aside(),
            is_readme: file.file_name().to_lowercase().starts_with("readme") && !file.path.contains('/'),
        }
    }
}

impl Mentions {
    pub fn add(&mut self, file: &MentionsOfFile) {
        for word in &file.words {
            if file.is_readme {
                self.readme.insert(word.to_string());
            }
            if !self.of.contains_key(&**word) {
                self.of.insert(word.to_string(), (0, 0));
            }
            let Some((own, aside)) = self.of.get_mut(&**word) else { continue };
            *(if file.is_own { own } else { aside }) += 1;
        }
    }

    /// In how many files of the repository's own code a word is, and in how many others.
    pub fn of(&self, word: &str) -> (u32, u32) {
        self.of.get(word).copied().unwrap_or_default()
    }

    pub fn is_in_readme(&self, word: &str) -> bool {
        self.readme.contains(word)
    }
}
