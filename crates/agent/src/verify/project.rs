//! A folder of the repository as it is with the proposed changes, for what its files show of its tests.

use codebase::{Overlaid, QuestionError};
use source::RepoPath;

/// A folder that may hold a project.
pub(crate) struct Project<'c> {
    over: Overlaid<'c>,
    /// Relative to the root; `""` is the root.
    pub folder: String,
    /// Every file in it, relative to it, sorted.
    pub files: Vec<&'c str>,
}

impl<'c> Project<'c> {
    pub fn new(over: Overlaid<'c>, all: &[&'c RepoPath], folder: &str) -> Self {
        let inside = all.iter().filter_map(|path| below(path.as_str(), folder));
        Self { over, folder: folder.to_owned(), files: inside.collect() }
    }

    /// Whether it has this file.
    pub fn has(&self, file: &str) -> bool {
        self.files.binary_search(&file).is_ok()
    }

    /// The text of a file; `None` where it has none of this name.
    ///
    /// # Errors
    /// The page of its text is not loaded.
    pub fn text(&self, file: &str) -> Result<Option<&'c str>, QuestionError> {
        if !self.has(file) {
            return Ok(None);
        }
        let Ok(path) = RepoPath::parse(&join(&self.folder, file)) else { return Ok(None) };
        Ok(self.over.content(&path)?.map(|content| content.text))
    }
}

/// The path of a file in a folder.
pub(crate) fn join(folder: &str, file: &str) -> String {
    if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") }
}

/// A path relative to a folder that it is in, at any depth.
pub(crate) fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') }
}

/// The last part of a path.
pub(crate) fn name_of(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
