//! What ranking needs of files at every query, made once when an index is opened.

use crate::index::Parts;
use crate::ranking::penalties;
use code_words::identifier::{self, normalise};
use code_words::path::is_aside;
use source::RepoPath;

/// A file as ranking sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct FileTraits {
    /// The path in lower case.
    pub lower: String,
    /// The stem without case and underscores.
    pub stem: String,
    /// Parts of the stem, in lower case.
    pub stem_parts: Vec<String>,
    /// Parts of the folders' names, in lower case.
    pub folder_parts: Vec<String>,
    /// A test, an example or the like.
    pub aside: bool,
    /// Penalty for what the file is; 1 for ordinary source.
    pub factor: f32,
}

/// See the module.
#[derive(Debug, Clone, Default)]
pub struct Traits {
    /// By place in the file table.
    pub files: Vec<FileTraits>,
}

impl Traits {
    pub(crate) fn new(parts: &Parts) -> Self {
        Self { files: parts.files.iter().map(|file| of_path(&file.path, penalties::for_file(file))).collect() }
    }
}

fn of_path(path: &RepoPath, factor: f32) -> FileTraits {
    let parts = |name: &str| identifier::words(name).flat_map(identifier::parts).map(str::to_lowercase).collect();
    FileTraits {
        lower: path.as_str().to_lowercase(),
        stem: normalise(path.stem()),
        stem_parts: parts(path.stem()),
        folder_parts: parts(path.parent()),
        aside: is_aside(path.as_str()),
        factor,
    }
}
