//! What is collected of all files, until the lists are complete.

use crate::manifest::Manifest;
use crate::mentions::Mentions;
use crate::{Entry, List};
use source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// What the files so far have.
#[derive(Debug, Clone, Default)]
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
    /// Options that help texts list, some of which the code defines elsewhere.
    pub of_help: Vec<Entry>,
}

impl Collected {
    /// Adds what was collected of a file, under the number that the file now has.
    pub fn add(&mut self, file: FileId, of_file: &Self) {
        self.pages.resize_with(List::ALL.len(), Vec::new);
        for (page, own) in self.pages.iter_mut().zip(&of_file.pages) {
            page.extend(own.iter().map(|entry| Entry { file, ..entry.clone() }));
        }
        self.types.extend(of_file.types.iter().map(|row| TypeRow { file, ..row.clone() }));
        self.manifests.extend(of_file.manifests.iter().map(|manifest| Manifest { file, ..manifest.clone() }));
        self.sizes.extend(of_file.sizes.iter().map(|((_, name), size)| ((file, name.clone()), *size)));
        for (owner, methods) in &of_file.methods_of_go {
            self.methods_of_go.entry(owner.clone()).or_default().extend(methods.iter().cloned());
        }
        self.of_help.extend(of_file.of_help.iter().map(|entry| Entry { file, ..entry.clone() }));
        self.paths.extend(of_file.paths.iter().map(|entry| Entry { file, ..entry.clone() }));
    }

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
