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

impl Mentions {
    pub fn add(&mut self, file: &File<'_>) {
        let is_own = file.facts.is_some() && !file.is_aside();
        let is_readme = file.file_name().to_lowercase().starts_with("readme") && !file.path.contains('/');
        if file.facts.is_none() && !file.language.is_prose() {
            return;
        }
        let is_type = |word: &&str| word.len() > 2 && word.starts_with(|c: char| c.is_uppercase());
        let found: BTreeSet<&str> = words(&file.code).filter(is_type).collect();
        for word in found {
            if is_readme {
                self.readme.insert(word.to_owned());
            }
            let (own, aside) = match self.of.get_mut(word) {
                Some(counts) => (&mut counts.0, &mut counts.1),
                None => {
                    let counts = self.of.entry(word.to_owned()).or_default();
                    (&mut counts.0, &mut counts.1)
                }
            };
            *(if is_own { own } else { aside }) += 1;
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
