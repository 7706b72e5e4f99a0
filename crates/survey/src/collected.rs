//! What is collected of all files, until the lists are complete.

use crate::manifest::Manifest;
use crate::mentions::Mentions;
use crate::{Entry, List};
use source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// What the files so far have.
#[derive(Debug, Default)]
pub struct Collected {
    pub pages: Vec<Vec<Entry>>,
    /// Types with their bases, from which several lists are made once all files are there.
    pub types: Vec<TypeRow>,
    pub manifests: Vec<Manifest>,
    /// Lines of each type at the top of a file, its methods included, and whether other files may use it.
    pub sizes: BTreeMap<(FileId, String), (u32, bool)>,
    pub mentions: Mentions,
    /// The names of the methods of each type of Go, by its folder and name.
    pub methods_of_go: BTreeMap<(String, String), BTreeSet<String>>,
    /// Paths of Rust that may begin with a package.
    pub paths: Vec<Entry>,
}

impl Collected {
    pub fn push(&mut self, list: List, entry: Entry) {
        self.pages.resize_with(List::ALL.len(), Vec::new);
        self.pages[list as usize].push(entry);
    }
}

/// A type with the bases that its declaration names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRow {
    pub file: FileId,
    pub lines: (u32, u32),
    pub name: String,
    /// Its head as written.
    pub head: String,
    pub bases: Vec<String>,
    /// The word for its kind; `impl` for an implementation that is written apart from the type.
    pub word: &'static str,
    /// An error whatever its bases are.
    pub is_error: bool,
}
