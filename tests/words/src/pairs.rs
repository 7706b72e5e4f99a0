//! What is fitted: sentences and the functions that they describe.

use learned_words::{Bag, Fields};
use serde::{Deserialize, Serialize};

/// A function with what its doc comment says, as numbers of words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Its place among [`Read::packages`].
    pub package: u32,
    /// Which file of the package.
    pub file: u32,
    /// The first sentence.
    pub sentence: Bag,
    /// The same without the words of the function's name; empty where too few are left.
    pub masked: Bag,
    /// The beginning of the doc comment.
    pub doc: Bag,
    pub name: Bag,
    pub body: Bag,
    pub path: Bag,
}

impl Pair {
    /// The words of the code.
    pub fn fields(&self) -> Fields {
        Fields { name: self.name.clone(), body: self.body.clone(), path: self.path.clone() }
    }

    /// Every list of words that it has.
    pub fn bags(&mut self) -> [&mut Bag; 6] {
        [&mut self.sentence, &mut self.masked, &mut self.doc, &mut self.name, &mut self.body, &mut self.path]
    }
}

/// A word of all packages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Word {
    pub text: String,
    /// Packages in which it occurs.
    pub packages: u32,
    /// Definitions whose text or doc comment holds it.
    pub definitions: u32,
}

/// What was read of all packages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Read {
    /// How each is called.
    pub packages: Vec<String>,
    /// Their definitions, with a doc comment and without.
    pub definitions: u32,
    /// By number.
    pub words: Vec<Word>,
    pub pairs: Vec<Pair>,
}
